/** Panel right of the tracker: patient, exam, history, and the two ways to close an item. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { roleCovers } from '#contract/access/roles.ts';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import type { Tracked } from '#renderer/lists/follow-up-rows.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { CriticalPanel } from './CriticalPanel.tsx';
import { FollowUpPanel } from './FollowUpPanel.tsx';
import { MoveDateDialog } from './MoveDateDialog.tsx';

export function TrackerPanel({ item }: { readonly item: Tracked | undefined }) {
  const { t } = useTranslation();
  const [moving, setMoving] = useReopenedForm(`move/${item?.key}`);
  const groupId = item?.row.security_group_id;
  const role = useSession(
    (state) => state.session?.groups.find((group) => group.security_group_id === groupId)?.role,
  );
  if (!item) {
    return (
      <aside className="panel" aria-label={t('tracked.panel')} data-pane>
        <div className="pv">
          <p className="dim">{t('tracked.panelNothing')}</p>
        </div>
      </aside>
    );
  }
  const isDraft = item.kind === 'follow_up' && item.isDraft;
  const mayWrite = roleCovers(role, 'editor') && !isDraft;
  const isOpen = item.kind === 'follow_up' && !item.followUp.done;
  return (
    <aside className="panel" aria-label={t('tracked.panel')} data-pane>
      <div className="pv">
        <PatientLines row={item.row} />
        {item.kind === 'critical' ? (
          <CriticalPanel item={item} mayWrite={mayWrite} />
        ) : (
          <FollowUpPanel item={item} mayWrite={mayWrite} />
        )}
        {isDraft ? <p className="note">{t('tracked.onlyDraft')}</p> : null}
      </div>
      <div className="panel-f">
        {isOpen && mayWrite ? <Button onPress={() => setMoving(true)}>{t('tracked.move')}</Button> : null}
        <Link className="btn" to={['exams', item.row.id]}>
          {t('worklist.openReport')}
        </Link>
      </div>
      {moving && item.kind === 'follow_up' ? (
        <MoveDateDialog item={item} onClose={() => setMoving(false)} />
      ) : null}
    </aside>
  );
}

function PatientLines({ row }: { readonly row: ExamRow }): ReactNode {
  const { t } = useTranslation();
  const patients = patientCache.use((state) => state.rows);
  const patient = row.patient_id === null ? undefined : patients.get(row.patient_id)?.summary;
  const identifier = mainIdentifier(patient?.identifiers);
  const facts = patient?.birth_date ? [shortDay(patient.birth_date), ageText(patient.birth_date, t)] : [];
  return (
    <>
      <h2 className="pv-name">{row.summary?.patient_name ?? t('worklist.noPatient')}</h2>
      <p className="mid">{[...facts, sexWord(patient?.biological_sex, t)].filter(Boolean).join(', ')}</p>
      {identifier ? <p className="mid">{identifierText(identifier)}</p> : null}
    </>
  );
}
