/**
 * Banner of a report moved from another patient: critical results communicated, follow-ups recommended and messages
 * sent under the earlier name. It stays until a person confirms that everyone involved was informed.
 */
import { useTranslation } from 'react-i18next';
import {
  communicatedForOtherPatient,
  readCritical,
  readCriticalFor,
} from '#records/reports/critical-result.ts';
import { readFollowUps } from '#records/reports/follow-ups.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { type ExamMove, unsettledMoves, withSettledMoves } from '#records/studies/patient-changes.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useOutbox } from '#renderer/components/outbox/use-outbox.ts';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes, saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

export function MovedBanner() {
  const { documents } = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  // Empty if the report moved back, because nothing was then communicated under another name.
  const move = unsettledMoves(attributes).findLast(({ from }) => from !== patientId);
  const isSaid = reportStatus(attributes) !== null || readFollowUps(attributes).length > 0;
  if (documents.resource !== 'exams' || move === undefined) return null;
  return isSaid || readCritical(attributes) ? <SaidBanner move={move} /> : null;
}

function SaidBanner({ move }: { readonly move: ExamMove }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  const settled_by = useSession((state) => state.session?.principal.display_name ?? '');
  const name = usePatientName(move.from);
  const { busy, error, act } = useAsyncAction();
  const isToldElsewhere = communicatedForOtherPatient(readCriticalFor(attributes, patientId)) !== undefined;
  const followUps = readFollowUps(attributes).filter(({ made_at }) => made_at < move.moved_at);
  const outbox = useOutbox(
    groupId === undefined ? [] : [{ security_group_id: groupId, exam_id: work.documents.id }],
  );
  const sent = (outbox.messages ?? []).filter(
    ({ state, last_attempt_at }) =>
      state !== 'failed' && last_attempt_at !== null && last_attempt_at < move.moved_at,
  );
  const settle = () =>
    act(() =>
      saveAttributes(
        work,
        (known) => withSettledMoves(known, { settled_by, settled_at: new Date().toISOString() }),
        t('examSheet.elsewhere.reason', { name }),
      ),
    );
  const when = changedAt(move.moved_at);
  const title = t(`examSheet.elsewhere.${reportStatus(attributes) === null ? 'titleUnread' : 'title'}`, {
    when,
    name,
  });
  return (
    <div className="alert s-error thin" role="status" data-testid="moved-report">
      <Icon name="state-warn" size={20} />
      <div>
        <p className="t">{title}</p>
        <ul className="d">
          {isToldElsewhere ? <li>{t('examSheet.elsewhere.told')}</li> : null}
          {followUps.map(({ follow_up_id, text }) => (
            <li key={follow_up_id}>{t('examSheet.elsewhere.followUp', { text })}</li>
          ))}
          {sent.map(({ message_id, receiver, last_attempt_at }) => (
            <li key={message_id}>
              {t('examSheet.elsewhere.sent', { receiver, when: changedAt(last_attempt_at ?? '') })}
            </li>
          ))}
        </ul>
        <p className="d">{t('examSheet.elsewhere.text', { name })}</p>
        {error === undefined ? null : <ErrorNotice error={error} title={t('examSheet.elsewhere.notKept')} />}
      </div>
      <div className="acts">
        {isToldElsewhere ? (
          <Button onPress={() => openDialog('critical')}>{t('review.critical.title')}</Button>
        ) : null}
        {canSaveAttributes(readOnly) ? (
          <OnlineOnlyButton unavailable={busy} onPress={settle}>
            {t('examSheet.elsewhere.act')}
          </OnlineOnlyButton>
        ) : null}
      </div>
    </div>
  );
}
