/**
 * Warns that results quoted in this text were withdrawn by their source. Shown until the person confirms
 * having checked them.
 */
import { useTranslation } from 'react-i18next';
import { readWithdrawnResults, withWithdrawnResults } from '#records/reports/withdrawn-results.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes, saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

export function WithdrawnResultsBanner() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  const { busy, error, act } = useAsyncAction();
  const results = readWithdrawnResults(attributes);
  if (results.length === 0) return null;
  const looked = () =>
    act(() => saveAttributes(work, (known) => withWithdrawnResults(known, []), t('withdraw.results.reason')));
  return (
    <div className="alert s-error thin" role="status" data-testid="withdrawn-results">
      <Icon name="state-warn" size={20} />
      <div>
        <p className="t">{t('withdraw.results.title', { count: results.length })}</p>
        <ul className="d">
          {results.map(({ result, name, status, told_at }) => (
            <li key={result}>
              {t(status === 'cancelled' ? 'withdraw.results.cancelled' : 'withdraw.results.withdrawn', {
                name,
                date: shortDay(told_at),
              })}
            </li>
          ))}
        </ul>
        <p className="d">{t('withdraw.results.text')}</p>
        {error === undefined ? null : <ErrorNotice error={error} title={t('withdraw.results.notKept')} />}
      </div>
      <div className="acts">
        {canSaveAttributes(readOnly) ? (
          <OnlineOnlyButton unavailable={busy} onPress={looked}>
            {t('withdraw.results.act')}
          </OnlineOnlyButton>
        ) : null}
      </div>
    </div>
  );
}
