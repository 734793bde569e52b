/** Fields of the exam correction form, once the exam is loaded. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { criticalFor, isNotCommunicated, readCritical } from '#records/reports/critical-result.ts';
import { Segments } from '#renderer/components/controls/Segments.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField, dateProblem } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ModalityField } from '#renderer/components/records/ModalityField.tsx';
import { PatientPicker } from '#renderer/components/records/PatientPicker.tsx';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { sideOfTitle, type TitleSide, titleWithSide } from '#report/checks/laterality/title-laterality.ts';
import { CorrectionFindings } from './correction/CorrectionFindings.tsx';
import { KeyImagesAre } from './correction/KeyImagesAre.tsx';
import { type AroundSealing, sealFacts, withMoveOf } from './correction/seal-exam-correction.ts';
import { useCorrectionFindings } from './correction/use-correction-findings.ts';
import {
  areFactsChanged,
  areTagsChanged,
  type ExamValues,
  isAccessionWrong,
  isReported,
  isSignedReport,
  tagsOf,
  valuesOf,
  withValues,
} from './exam-values.ts';
import type { OpenedExam } from './use-exam.ts';

const SIDES = ['none', 'left', 'right', 'both'] as const;

interface ExamFormProps {
  readonly exam: OpenedExam;
  readonly onClose: () => void;
  readonly around?: AroundSealing;
}

export function ExamForm({ exam, onClose, around }: ExamFormProps) {
  const { t } = useTranslation();
  const { view, draft } = exam;
  const patients = patientCache.use((state) => state.rows);
  const ofGroup = new Map(
    [...patients].filter(([, row]) => row.security_group_id === view.index.security_group_id),
  );
  const before = valuesOf(view);
  const fromId = view.index.meta.patient_id ?? undefined;
  const [values, setValues] = useState<ExamValues>(before);
  const [patientId, setPatientId] = useState<string | undefined>(fromId);
  const [typedPatient, setTypedPatient] = useState('');
  const [leftId, setLeftId] = useState<string>();
  /** The patient of whom the key images were said to be. */
  const [figuresOf, setFiguresOf] = useState<string>();
  const [reason, setReason] = useState('');
  const change = (key: keyof ExamValues) => (value: string) =>
    setValues((known) => ({ ...known, [key]: value }));

  const isMoved = patientId !== fromId;
  // Names need no confirmation if the exam had no patient, or no report was readable under the name.
  const asksBoth = isMoved && fromId !== undefined && isReported(view);
  const nameOf = (id: string | undefined) =>
    id === undefined ? t('editor.noPatient') : (patients.get(id)?.summary?.display_name ?? id);
  const read = parseLenientDate(values.exam_date);
  const isNothing = !isMoved && !areFactsChanged(before, values) && !areTagsChanged(before, values);
  const signs = isSignedReport(view) && (isMoved || areFactsChanged(before, values));
  const isWritten = signs && draft !== undefined;
  const problems = {
    patient: typedPatient === '' ? undefined : t('worklist.newExamForm.patientTyped'),
    left: asksBoth && leftId !== fromId ? t('examSheet.leftWrong') : undefined,
    title: values.title.trim() === '' ? t('worklist.newExamForm.missingTitle') : undefined,
    date: dateProblem(read, t),
    accession: isAccessionWrong(values) ? t('worklist.newExamForm.accessionWrong') : undefined,
    reason: reason.trim() === '' ? t('examSheet.reasonMissing') : undefined,
  };
  const recorded = readCritical((draft ?? view).record.custom_attributes);
  const told = recorded && !isNotCommunicated(criticalFor(recorded, fromId ?? null)) ? recorded : undefined;
  const isComplete = Object.values(problems).every((problem) => problem === undefined);
  const { findings, files, asksPictures, isRead } = useCorrectionFindings(view.index);
  const areTheirs = patientId !== undefined && figuresOf === patientId;
  const submit = useSubmit({
    body:
      isComplete && !isNothing && !isWritten
        ? { values, patient_id: patientId ?? null, reason: reason.trim() }
        : undefined,
    check: async () => {
      if (!signs || !isComplete) return true;
      const to = patientId ?? null;
      const said = { moved_at: '', moved_by: '', reason: reason.trim() };
      const move = isMoved ? { from: fromId ?? null, to, ...said } : undefined;
      const record = withMoveOf(withValues(view.record, before, values), move);
      return isRead({ record, patient_id: to, is_moved: isMoved }, areTheirs);
    },
    send: async (body) => {
      const seal = () =>
        sealFacts({
          view,
          draft,
          reason: body.reason,
          apply: (record) => withValues(record, before, body.values),
          ...(areTagsChanged(before, body.values) ? { tags: tagsOf(body.values) } : {}),
          ...(isMoved ? { patient_id: body.patient_id, leavesTrace: isReported(view) } : {}),
          ...(areTheirs ? { theirs: files } : {}),
          signs,
        });
      await (around ? around(seal) : seal());
      onClose();
      showToast({
        icon: 'check',
        text: isMoved
          ? t('examSheet.movedDone', { title: body.values.title, name: nameOf(patientId) })
          : t('examSheet.done', { title: body.values.title }),
      });
    },
  });
  const said = (problem: string | undefined) => (submit.tried ? problem : undefined);
  return (
    <FormDialog
      title={t('examSheet.title')}
      className="newexam"
      fieldsClass="fields"
      act={t(signs ? 'examSheet.sealSigned' : 'examSheet.seal')}
      submit={submit}
      onClose={onClose}
      keptAs={`exam/${view.index.document_id}`}
      unavailable={isNothing || isWritten}
      {...(isNothing ? { note: <span className="note">{t('examSheet.nothing')}</span> } : {})}
    >
      <PatientPicker
        patients={ofGroup}
        chosen={patientId === undefined ? undefined : patients.get(patientId)}
        onChoose={(id) => {
          setPatientId(id);
          setLeftId(undefined);
        }}
        autoFocus={fromId === undefined}
        onTyped={setTypedPatient}
        error={said(problems.patient)}
      />
      {asksBoth ? (
        <>
          <p className="c2" role="status">
            {t('examSheet.bothNames', { from: nameOf(fromId), to: nameOf(patientId) })}
          </p>
          <PatientPicker
            label={t('examSheet.left')}
            patients={ofGroup}
            chosen={leftId === undefined ? undefined : patients.get(leftId)}
            onChoose={setLeftId}
            autoFocus={false}
            onTyped={() => undefined}
            error={said(problems.left)}
          />
          {leftId !== undefined && leftId !== fromId ? (
            <p className="c2 note" role="alert">
              {t('examSheet.leftOther', { name: nameOf(leftId), from: nameOf(fromId) })}
            </p>
          ) : null}
        </>
      ) : null}
      <TextField
        wide
        label={t('worklist.newExamForm.examTitle')}
        value={values.title}
        onChange={change('title')}
        error={said(problems.title)}
        autoFocus={fromId !== undefined}
      />
      <div className="c2">
        <Segments<TitleSide>
          label={t('examSheet.side')}
          value={sideOfTitle(values.title)}
          choices={SIDES.map((side) => ({ value: side, label: t(`examSheet.sides.${side}`) }))}
          onChange={(side) =>
            change('title')(
              titleWithSide(values.title, side, side === 'none' ? '' : t(`examSheet.sideWord.${side}`)),
            )
          }
        />
      </div>
      <ModalityField value={values.modality} onChange={change('modality')} known={[]} />
      <DateField
        label={t('examSheet.date')}
        value={values.exam_date}
        onChange={change('exam_date')}
        error={said(problems.date)}
      />
      <TextField
        label={t('worklist.newExamForm.accession')}
        value={values.accession}
        onChange={change('accession')}
        error={said(problems.accession)}
      />
      <TextField
        label={t('patients.tags')}
        help={t('patients.tagsHelp')}
        value={values.tags}
        onChange={change('tags')}
      />
      <TextField
        wide
        label={t('examSheet.reason')}
        help={t('examSheet.reasonHelp')}
        value={reason}
        onChange={setReason}
        error={said(problems.reason)}
      />
      {isMoved && fromId !== undefined && told ? (
        <p className="c2 note" role="status">
          {t('examSheet.toldReopens', { who: told.told_whom, name: nameOf(fromId) })}
        </p>
      ) : null}
      {signs ? (
        <p className="c2" role="status">
          {isWritten
            ? t('examSheet.written', { name: draft.author.display_name })
            : t('examSheet.signed', { seq: view.index.meta.seq })}
        </p>
      ) : null}
      {signs ? <CorrectionFindings findings={findings} /> : null}
      {signs && asksPictures && patientId !== undefined ? (
        <KeyImagesAre
          name={nameOf(patientId)}
          checked={areTheirs}
          onChange={(checked) => setFiguresOf(checked ? patientId : undefined)}
        />
      ) : null}
    </FormDialog>
  );
}
