/**
 * Dialog for a new exam: patient by type-ahead, title, modality, date, template. Creating it opens its
 * report.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAccessionNumber, withAccessionNumber } from '#records/identity/accession-number.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField, dateProblem } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ModalityField } from '#renderer/components/records/ModalityField.tsx';
import { PatientPicker } from '#renderer/components/records/PatientPicker.tsx';
import { useDefaultTemplates } from '#renderer/lists/default-templates.ts';
import { matchingTemplates } from '#renderer/lists/matching-templates.ts';
import { modalityCounts } from '#renderer/lists/worklist/modality-and-tag-counts.ts';
import { localDayKey } from '#renderer/messages/dates.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { closeOverlay, NEW_EXAM, type TypedExam } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { createPatientFor } from '#renderer/state/unsaved/patient-for-exam.ts';

interface NewExamDialogProps {
  readonly patientId: string | undefined;
  readonly typed: TypedExam | undefined;
}

export function NewExamDialog({ patientId, typed }: NewExamDialogProps) {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const patients = patientCache.use((state) => state.rows);
  const templates = templateCache.use((state) => state.rows);
  const exams = examCache.use((state) => state.rows);
  const [chosenPatientId, setPatientId] = useState(patientId);
  const [typedPatient, setTypedPatient] = useState('');
  const [title, setTitle] = useState(typed?.title ?? '');
  const [modality, setModality] = useState(typed?.modality ?? '');
  const [accession, setAccession] = useState(typed?.accession ?? '');
  const [examDate, setExamDate] = useState(typed?.exam_date ?? localDayKey(new Date()));
  const [chosenTemplateId, setTemplateId] = useState<string>();

  const patient = chosenPatientId === undefined ? undefined : patients.get(chosenPatientId);
  const writable = useWritableGroups();
  const [chosenGroupId, setGroupId] = useState<string>();
  const groupId = patient?.security_group_id ?? chosenGroupId ?? writable[0]?.security_group_id;
  const groupName = session?.groups.find((group) => group.security_group_id === groupId)?.name ?? '';
  const fitting = matchingTemplates(templates.values(), { title, modality });
  const defaults = useDefaultTemplates();
  const usual = defaults.get(modality.trim().toUpperCase());
  const templateId = chosenTemplateId ?? fitting.find((row) => row.id === usual)?.id ?? '';
  const read = parseLenientDate(examDate);
  const isMissing = title.trim() === '';
  const isAccessionWrong = accession.trim() !== '' && !isAccessionNumber(accession.trim());
  const isComplete =
    groupId !== undefined &&
    typedPatient === '' &&
    !isMissing &&
    !isAccessionWrong &&
    dateProblem(read, t) === undefined;
  const submit = useSubmit({
    body: isComplete
      ? {
          security_group_id: groupId,
          patient_id: chosenPatientId ?? null,
          title: title.trim(),
          modality: modality.trim().toUpperCase() || null,
          exam_date: read.kind === 'day' || read.kind === 'moment' ? read.iso : null,
          custom_attributes: withAccessionNumber(null, accession),
          template_id: templateId,
        }
      : undefined,
    send: async ({ security_group_id, patient_id, template_id, ...facts }, options) => {
      const template = template_id ? (await vault().templates.get(template_id)).record : undefined;
      const record = {
        ...facts,
        report_lexical: template?.report_lexical ?? null,
        report_html: template?.report_html ?? null,
      };
      const view = await vault().exams.create({ security_group_id, patient_id, record }, options);
      examCache.put(view);
      closeOverlay();
      navigate(['exams', view.index.document_id]);
    },
  });
  const dateError = submit.tried ? dateProblem(read, t) : undefined;
  const titleError = submit.tried && isMissing ? t('worklist.newExamForm.missingTitle') : undefined;
  const accessionError =
    submit.tried && isAccessionWrong ? t('worklist.newExamForm.accessionWrong') : undefined;
  return (
    <FormDialog
      title={t('worklist.newExamForm.title')}
      className="newexam"
      fieldsClass="fields"
      act={submit.busy ? t('gate.creating') : t('worklist.newExamForm.create')}
      submit={submit}
      note={<span className="note">{t('worklist.newExamForm.sealedFor', { group: groupName })}</span>}
      onClose={closeOverlay}
      keptAs={NEW_EXAM}
    >
      <PatientPicker
        patients={patients}
        chosen={patient}
        onChoose={setPatientId}
        autoFocus={!patient}
        onTyped={setTypedPatient}
        onCreate={
          writable.length === 0
            ? undefined
            : (text) => {
                closeOverlay();
                createPatientFor({ title, modality, accession, exam_date: examDate }, text);
              }
        }
        error={submit.tried && typedPatient !== '' ? t('worklist.newExamForm.patientTyped') : undefined}
      />
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
      <TextField
        wide
        label={t('worklist.newExamForm.accession')}
        value={accession}
        onChange={setAccession}
        error={accessionError}
      />
      <Select
        wide
        label={t('worklist.newExamForm.template')}
        value={templateId}
        choices={[
          { value: '', label: t('worklist.newExamForm.templateNone') },
          ...fitting.map((row) => ({ value: row.id, label: row.summary?.title ?? row.id })),
        ]}
        onChange={(id) => {
          setTemplateId(id);
          // A template of one modality names that of the exam; what was typed stays.
          const named = templates.get(id)?.summary?.modality?.trim() ?? '';
          if (modality.trim() === '' && /^[A-Za-z]+$/.test(named)) setModality(named);
        }}
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
    </FormDialog>
  );
}
