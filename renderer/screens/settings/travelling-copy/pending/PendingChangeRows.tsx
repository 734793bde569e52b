/**
 * The table of changes made on a travelling copy and not yet pushed. A refused change shows the reason; a conflict
 * links to the comparison.
 */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { RenameConflict } from './RenameConflict.tsx';
import { type PendingChangeName, usePendingChangeNames } from './use-pending-change-names.ts';

/** Lists changes not yet pushed to the home vault, in their order. */
export function PendingChangeRows({ waits }: { readonly waits: readonly PendingChange[] }) {
  const { t } = useTranslation();
  const nameOf = usePendingChangeNames(waits);
  return (
    <>
      <h2 className="sub">
        {t('travel.changesThatWait')}
        {waits.length > 1 ? <span className="dim">{t('travel.order')}</span> : null}
      </h2>
      {waits.length === 0 ? (
        <p className="set-lead">{t('travel.noChanges')}</p>
      ) : (
        <table className="plain-table travel-table">
          <caption className="vh">{t('travel.changesThatWait')}</caption>
          <thead className="vh">
            <tr>
              <th scope="col">{t('travel.columnWhat')}</th>
              <th scope="col">{t('travel.columnWhen')}</th>
              <th scope="col">{t('travel.columnSize')}</th>
              <th scope="col">{t('travel.columnState')}</th>
            </tr>
          </thead>
          <tbody>
            {waits.map((change) => {
              const name = nameOf(change);
              return (
                <tr key={change.id}>
                  <td>
                    <b>{name.who}</b>
                    {name.what === '' ? null : <i>{name.what}</i>}
                    {change.state === 'refused' ? <em>{refusalWords(change, t)}</em> : null}
                    {name.own === undefined || change.state !== 'conflict' ? null : (
                      <RenameConflict nodeId={change.id} own={name.own} />
                    )}
                  </td>
                  <td className="mid">{changedAt(change.changed_at)}</td>
                  <td className="num mid">{byteSize(change.bytes)}</td>
                  <td>
                    <ChangeState change={change} name={name} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}

function ChangeState({ change, name }: { readonly change: PendingChange; readonly name: PendingChangeName }) {
  const { t } = useTranslation();
  const { state, resource, id } = change;
  if (state === 'refused') {
    return (
      <span className="state s-error">
        <Icon name="state-error" />
        {t('travel.notTaken')}
      </span>
    );
  }
  if (state === 'waits') {
    return (
      <span className="state s-sealed">
        <Icon name="state-waiting" />
        {t('travel.waitsToGo')}
      </span>
    );
  }
  if (resource === null) {
    return (
      <span className="state s-conflict">
        <Icon name="state-conflict" />
        {t('travel.renamed.state')}
      </span>
    );
  }
  return (
    <Link className="state s-conflict" to={resource === 'patients' ? [resource, id, 'edit'] : [resource, id]}>
      <Icon name="state-conflict" />
      {t('travel.conflict')}
      <span className="vh">{t('travel.conflictOf', { name: [name.who, name.what].join(' ').trim() })}</span>
    </Link>
  );
}

const REFUSALS = [
  'permission_denied',
  'not_found',
  'document_deleted',
  'insufficient_credit',
  'name_taken',
] as const;

function refusalWords({ code }: PendingChange, t: TFunction): string {
  return t(`travel.refusals.${REFUSALS.find((known) => known === code) ?? 'other'}`);
}
