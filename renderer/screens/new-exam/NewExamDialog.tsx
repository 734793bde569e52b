/** A new exam: patient by type-ahead, title, modality, date, template. Creating it opens its report. */
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField, dateProblem } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { localDayKey } from '#renderer/messages/dates.ts';
import { modalityCounts } from '#renderer/screens/worklist/filters/facets.ts';
import { examDirectory, patientDirectory, templateDirectory } from '#renderer/state/directory/directories.ts';
import { closeOverlay } from '#renderer/state/frame/overlay-store.ts';
import { navigate } from '#renderer/state/frame/route-store.ts';
import { useSession } from '#renderer/state/session-store.ts';
import { fittingTemplates } from './fitting-templates.ts';
import { ModalityField } from './ModalityField.tsx';
import { PatientPicker } from './PatientPicker.tsx';

export function NewExamDialog({ patientId }: { readonly patientId: string | undefined }) {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const patients = patientDirectory.use((state) => state.rows);
  const templates = templateDirectory.use((state) => state.rows);
  const exams = examDirectory.use((state) => state.rows);
  const [chosenPatientId, setPatientId] = useState(patientId);
  const [title, setTitle] = useState('');
  const [modality, setModality] = useState('');
  const [examDate, setExamDate] = useState(localDayKey(new Date()));
  const [chosenTemplateId, setTemplateId] = useState<string>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);

  const patient = chosenPatientId === undefined ? undefined : patients.get(chosenPatientId);
  const writable = session?.groups.filter((group) => group.role !== 'viewer' && group.key_available) ?? [];
  const [chosenGroupId, setGroupId] = useState<string>();
  const groupId = patient?.security_group_id ?? chosenGroupId ?? writable[0]?.security_group_id;
  const groupName = session?.groups.find((group) => group.security_group_id === groupId)?.name ?? '';
  const fitting = fittingTemplates(templates.values(), { title, modality });
  const templateId = chosenTemplateId ?? '';
  const read = parseLenientDate(examDate);
  const dateError = tried ? dateProblem(read, t) : undefined;
  const titleError = tried && title.trim() === '' ? t('worklist.newExamForm.missingTitle') : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(undefined);
    if (busy || groupId === undefined || title.trim() === '' || dateProblem(read, t) !== undefined) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const template = templateId ? (await vault().templates.get(templateId)).record : undefined;
      const view = await vault().exams.create({
        security_group_id: groupId,
        patient_id: chosenPatientId ?? null,
        record: {
          title: title.trim(),
          modality: modality.trim().toUpperCase() || null,
          exam_date: read.kind === 'day' || read.kind === 'moment' ? read.iso : null,
          report_lexical: template?.report_lexical ?? null,
          report_html: template?.report_html ?? null,
        },
      });
      examDirectory.put(view);
      closeOverlay();
      navigate(['exams', view.index.document_id]);
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('worklist.newExamForm.title')} className="newexam" onClose={closeOverlay}>
      <form onSubmit={submit} ref={form} noValidate>
        <div className="fields">
          <PatientPicker patients={patients} chosen={patient} onChoose={setPatientId} autoFocus={!patient} />
          <TextField
            wide
            label={t('worklist.newExamForm.examTitle')}
            value={title}
            onChange={setTitle}
            error={titleError}
            autoFocus={patient !== undefined}
          />
          <ModalityField
            value={modality}
            onChange={setModality}
            known={modalityCounts([...exams.values()]).map(([name]) => name)}
          />
          <DateField
            label={t('worklist.newExamForm.examDate')}
            value={examDate}
            onChange={setExamDate}
            error={dateError}
          />
          <Select
            wide
            label={t('worklist.newExamForm.template')}
            value={templateId}
            choices={[
              { value: '', label: t('worklist.newExamForm.templateNone') },
              ...fitting.map((row) => ({ value: row.id, label: row.summary?.title ?? row.id })),
            ]}
            onChange={setTemplateId}
          />
          {writable.length > 1 && !patient ? (
            <Select
              wide
              label={t('common.group')}
              value={groupId ?? ''}
              choices={writable.map((group) => ({ value: group.security_group_id, label: group.name }))}
              onChange={setGroupId}
            />
          ) : null}
          {error === undefined ? null : (
            <div className="c2">
              <ErrorNotice error={error} />
            </div>
          )}
        </div>
        <div className="f">
          <Button kind="primary" type="submit" hint="Enter">
            {busy ? t('gate.creating') : t('worklist.newExamForm.create')}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={closeOverlay}>
            {t('common.cancel')}
          </Button>
          <span className="gap" />
          <span className="note">{t('worklist.newExamForm.sealedFor', { group: groupName })}</span>
        </div>
      </form>
    </Dialog>
  );
}
