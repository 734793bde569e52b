import { useTranslation } from 'react-i18next';
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import {
  communicatedForOtherPatient,
  criticalState,
  isNotCommunicated,
  readCriticalFor,
} from '#records/reports/critical-result.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { changedInList } from '#renderer/messages/dates.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';

/** Critical result in the status bar; red until it was communicated for this patient. */
export function CriticalPart() {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  const critical = readCriticalFor(attributes, patientId);
  const elsewhere = communicatedForOtherPatient(critical);
  const name = usePatientName(elsewhere?.patient_id ?? null);
  if (documents.resource === 'templates') return null;
  const state = criticalState(critical, new Date());
  const words =
    critical === undefined
      ? t('editor.status.noCritical')
      : state === 'closed'
        ? t('editor.status.critical', { who: critical.told_whom, when: changedInList(critical.told_at) })
        : elsewhere
          ? t('editor.status.criticalElsewhere', { name })
          : t(`editor.status.${state === 'overdue' ? 'criticalOverdue' : openKey(critical)}`);
  return (
    <button
      type="button"
      className={`link status-act${state === 'overdue' || state === 'open' ? ' s-error' : ''}`}
      onMouseDown={preventFocusChange}
      onClick={() => openDialog('critical')}
    >
      {words}
    </button>
  );
}

function openKey(critical: CriticalResult): 'criticalNotReadBack' | 'criticalOpen' {
  return isNotCommunicated(critical) ? 'criticalOpen' : 'criticalNotReadBack';
}
