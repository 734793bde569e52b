/**
 * Form for a new or changed patient. When another version was sealed meanwhile, both are shown side by side before
 * anything is sealed.
 */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { LeaveQuestion } from '#renderer/components/forms/LeaveQuestion.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { KnownPatientQuestion } from '#renderer/components/records/patient/KnownPatientQuestion.tsx';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import {
  continueExam,
  forgetPatientForExam,
  patientForExam,
} from '#renderer/state/unsaved/patient-for-exam.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { PatientConflict, PatientConflictPanel } from './PatientConflict.tsx';
import { PatientFields } from './PatientFields.tsx';
import { ProblemSummary } from './ProblemSummary.tsx';
import { usePatientForm } from './use-patient-form.ts';

/** Form that creates a patient or seals changes to one. */
export function PatientFormScreen({ patientId }: { readonly patientId: string | undefined }) {
  const { t } = useTranslation();
  const [forExam] = useState(() => (patientId === undefined ? patientForExam() : undefined));
  useEffect(() => forgetPatientForExam, []);
  const goTo = (id: string, options?: { readonly replace: true }) => {
    navigate(['patients', id], options);
    if (forExam !== undefined) continueExam(id, forExam.exam);
  };
  const form = usePatientForm({ patientId, typed: forExam?.text }, ({ index, record }) => {
    showToast({ icon: 'state-sealed', text: t('patients.created', { name: record.display_name }) });
    goTo(index.document_id, { replace: true });
  });
  const writable = useWritableGroups();
  const element = useRef<HTMLFormElement>(null);
  const title = t(patientId === undefined ? 'patients.formNew' : 'patients.formEdit');
  const act = t(patientId === undefined ? 'patients.create' : 'patients.seal');
  useTitle(title);
  useEffect(() => {
    if (form.ready) element.current?.querySelector<HTMLElement>('input')?.focus();
  }, [form.ready]);

  const leave = () => navigate(patientId === undefined ? ['patients'] : ['patients', patientId]);
  const submit = async (event?: FormEvent) => {
    await form.onSubmit(event);
    // Focus after React has shown the summary.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[role="alert"] a')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In a select, Escape closes its list only.
    const isInList = event.target instanceof HTMLSelectElement;
    if (event.key === 'Escape' && !event.defaultPrevented && !isInList) leave();
  };
  return (
    <div className="cols form-cols">
      <LeaveQuestion
        isUnsaved={form.isUnsaved}
        words={{
          title: t('patients.leave.title'),
          text: t('patients.leave.text'),
          stay: t('patients.leave.stay'),
          leave: t('patients.leave.leave'),
        }}
      />
      {form.known === undefined ? null : (
        <KnownPatientQuestion
          known={form.known}
          useLabel={t('patients.known.open')}
          onUse={({ row }) => {
            form.discard();
            goTo(row.id);
          }}
          onStay={form.goOnEditing}
          onCreate={form.createAnother}
        />
      )}
      <main className="main" id="main" aria-label={title} data-pane>
        {form.theirs ? <PatientConflict form={form} onSeal={submit} /> : null}
        {form.ready ? (
          <form
            className="form"
            id="patient-form"
            ref={element}
            onSubmit={submit}
            onKeyDown={onKeyDown}
            noValidate
          >
            <h1>{title}</h1>
            <p className="mid">{t('patients.formLead', { act })}</p>
            <ProblemSummary problems={form.problems} />
            {form.error === undefined ? null : <ErrorNotice error={form.error} />}
            <PatientFields values={form.values} problems={form.problems} onChange={form.change} />
          </form>
        ) : form.error === undefined ? (
          <EmptyState icon="state-working" turning title={t('common.unsealing')} />
        ) : (
          <ErrorRegion error={form.error} />
        )}
        <div className="form-f">
          <Button kind="primary" type="submit" form="patient-form" hint="Enter">
            {form.busy ? t('gate.creating') : act}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={leave}>
            {t('common.cancel')}
          </Button>
          <span className="gap" />
          {patientId === undefined && writable.length > 0 ? (
            <div className="inline-field">
              <Select
                label={t('common.group')}
                value={form.securityGroupId ?? ''}
                choices={writable.map((group) => ({ value: group.security_group_id, label: group.name }))}
                onChange={form.setSecurityGroupId}
              />
            </div>
          ) : null}
        </div>
      </main>
      {form.theirs ? (
        <PatientConflictPanel form={form} theirs={form.theirs} />
      ) : (
        <DuplicatesPanel values={form.values} patientId={patientId} />
      )}
    </div>
  );
}
