/**
 * Banner for a report entered in error, shown instead of its signatures: reason, person, and a button to
 * undo.
 */
import { useTranslation } from 'react-i18next';
import { isEnteredInError, readEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { clockTime, shortDay } from '#renderer/messages/dates.ts';
import { useCanCorrectExam } from '#renderer/screens/editor/can-correct-exam.ts';

export function WithdrawnBanner() {
  const { t } = useTranslation();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const mayAct = useCanCorrectExam();
  if (!isEnteredInError(reportStatus(attributes))) return null;
  const mark = readEnteredInError(attributes);
  return (
    <div className="alert s-error thin" role="status" data-testid="withdrawn-banner">
      <Icon name="state-void" size={20} />
      <div>
        <p className="t">{t('withdraw.banner')}</p>
        <p className="d">
          {mark === undefined
            ? t('withdraw.fromElsewhere')
            : t('withdraw.bannerBy', {
                reason: mark.reason,
                name: mark.marked_by,
                date: shortDay(mark.marked_at),
                time: clockTime(mark.marked_at),
              })}
        </p>
      </div>
      <div className="acts">
        {mayAct && mark !== undefined ? (
          <OnlineOnlyButton onPress={() => runCommand('enteredInError')}>
            {t('withdraw.backTitle')}
          </OnlineOnlyButton>
        ) : null}
      </div>
    </div>
  );
}
