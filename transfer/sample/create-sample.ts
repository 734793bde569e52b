/**
 * Makes the sample practice through the API, as a person with a keyboard would: twelve invented patients, their exams,
 * pictures, reports, drafts and signatures. Its mark is sealed by the server into all of it.
 */
import { withSampleMark } from '#records/sample/sample-mark.ts';
import { studyUidOfExam } from '#records/studies/imaging-study.ts';
import type { VaultClient } from '#sdk/client.ts';
import { sampleObjects } from './pictures/sample-objects.ts';
import { SAMPLE_EXAMS, SAMPLE_PATIENTS, type SampleExam, type SampleExamKey } from './sample-exams.ts';
import { attributesOf, reportHtml, type SampleLanguage } from './sample-report.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

export interface SampleTarget {
  readonly client: VaultClient;
  readonly security_group_id: string;
  readonly language: SampleLanguage;
  /** Name of who makes it, who signs its reports. */
  readonly by: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface SampleCounts {
  readonly patients: number;
  readonly exams: number;
  readonly files: number;
}

const HOUR_MS = 3_600_000;
/** Each uploads one file at a time; a vault takes eight of a certificate, and the person may be uploading, too. */
const PATIENTS_AT_ONCE = 4;
const TEXTS = { en, de } as const;

const PATIENT_SYSTEM = 'urn:sealed-records:sample';

/** Makes all of it. @throws errors of the API; what was made until then stays, marked, and can be removed. */
export async function createSample(target: SampleTarget): Promise<SampleCounts> {
  let done = 0;
  target.onProgress(done, SAMPLE_EXAMS.length);
  // Shared by all lanes: each takes the next person that nobody has.
  const people = SAMPLE_PATIENTS.entries();
  const lane = async (): Promise<number> => {
    let files = 0;
    for (const [at, person] of people) {
      const patientId = await createPatient(target, person, at);
      for (const exam of SAMPLE_EXAMS.filter(({ patient }) => patient === at)) {
        files += await createExam(target, patientId, exam);
        done += 1;
        target.onProgress(done, SAMPLE_EXAMS.length);
      }
    }
    return files;
  };
  const counts = await Promise.all(Array.from({ length: PATIENTS_AT_ONCE }, lane));
  return {
    patients: SAMPLE_PATIENTS.length,
    exams: SAMPLE_EXAMS.length,
    files: counts.reduce((sum, files) => sum + files, 0),
  };
}

function numberOf(at: number): string {
  return `SAMPLE-${String(at + 1).padStart(2, '0')}`;
}

async function createPatient(
  { client, security_group_id, language, signal }: SampleTarget,
  { name, birth_date, sex }: (typeof SAMPLE_PATIENTS)[number],
  at: number,
): Promise<string> {
  const display_name = `${TEXTS[language].family}, ${name}`;
  const record = {
    display_name,
    legal_name: display_name,
    birth_date,
    biological_sex: sex === 'F' ? 'female' : 'male',
    identifiers: [{ type: 'MRN', system: PATIENT_SYSTEM, value: numberOf(at) }],
    custom_attributes: withSampleMark(null),
  };
  const { index } = await client.patients.create({ security_group_id, record }, { signal });
  return index.document_id;
}

/** Makes an exam with its report, pictures and signatures. @returns the number of its files */
async function createExam(target: SampleTarget, patient_id: string, exam: SampleExam): Promise<number> {
  const { client, security_group_id, signal, language } = target;
  const report = TEXTS[language].reports[keyOf(exam)];
  const isBlank = exam.state === 'to_report' || exam.state === 'draft';
  const created = await client.exams.create(
    {
      security_group_id,
      patient_id,
      record: recordOf(target, exam, isBlank ? undefined : firstStatus(exam)),
    },
    { signal },
  );
  const id = created.index.document_id;
  const first = String(created.version_id);
  const files = await addPictures(target, exam, id);
  const sign = (version_id: string, intent: 'final' | 'addendum' | 'amended') =>
    client.exams.sign(id, { version_id, intent }, { signal });
  const save = (status: string) =>
    client.exams.update(
      id,
      {
        record: recordOf(target, exam, status, report.added !== undefined),
        expected_latest_version_id: first,
      },
      { signal },
    );
  const draft = (status: string | undefined, isLonger: boolean) =>
    client.exams.draft.put(
      id,
      { record: recordOf(target, exam, status, isLonger, true), base_version_id: first },
      { signal },
    );
  switch (exam.state) {
    case 'to_report':
    case 'preliminary':
      break;
    case 'draft':
      await draft(undefined, false);
      break;
    case 'unsealed':
      await draft('preliminary', true);
      break;
    case 'conflict':
      await save('preliminary');
      await draft('preliminary', false);
      break;
    case 'final':
      await sign(first, 'final');
      break;
    case 'appended':
    case 'amended': {
      await sign(first, 'final');
      const { version_id } = await save(exam.state);
      await sign(String(version_id), exam.state === 'appended' ? 'addendum' : 'amended');
    }
  }
  return files;
}

function firstStatus({ state }: SampleExam): string {
  return state === 'final' || state === 'appended' || state === 'amended' ? 'final' : 'preliminary';
}

function keyOf({ key }: SampleExam): SampleExamKey {
  const known = SAMPLE_EXAMS.find((exam) => exam.key === key);
  if (known === undefined) throw new Error(`No sample exam is called ${key}.`);
  return known.key;
}

function recordOf(
  { language, by, nowMs }: SampleTarget,
  exam: SampleExam,
  status: string | undefined,
  isLonger = false,
  isDraft = false,
) {
  const texts = TEXTS[language];
  const report = texts.reports[keyOf(exam)];
  const accession = accessionOf(exam);
  return {
    title: report.title,
    modality: exam.modality,
    exam_date: examTime(exam, nowMs).toISOString(),
    report_html: status === undefined && !isDraft ? null : reportHtml(report, language, isLonger),
    custom_attributes: attributesOf(exam, report, { texts, language, accession, by, nowMs, status }),
  };
}

function examTime({ hoursAgo }: SampleExam, nowMs: number): Date {
  return new Date(nowMs - hoursAgo * HOUR_MS);
}

function accessionOf(exam: SampleExam): string {
  return `SAMPLE-${101 + seedOf(exam)}`;
}

function seedOf(exam: SampleExam): number {
  return SAMPLE_EXAMS.findIndex(({ key }) => key === exam.key);
}

async function addPictures(target: SampleTarget, exam: SampleExam, id: SampleDocumentId): Promise<number> {
  const { client, security_group_id, signal, nowMs, language } = target;
  const person = SAMPLE_PATIENTS[exam.patient];
  if (person === undefined) throw new Error('A sample exam has no patient.');
  const digits = examTime(exam, nowMs).toISOString().replaceAll(/\D/g, '');
  const objects = sampleObjects({
    kind: exam.pictures,
    study_uid: studyUidOfExam(id),
    seed: seedOf(exam),
    date: digits.slice(0, 8),
    time: digits.slice(8, 14),
    accession: accessionOf(exam),
    title: exam.key.slice(exam.key.indexOf('_') + 1).toUpperCase(),
    patient: {
      name: `${TEXTS[language].family}^${person.name}`,
      id: numberOf(exam.patient),
      birth_date: person.birth_date.replaceAll('-', ''),
      sex: person.sex,
    },
  });
  const drive = client.drive(security_group_id);
  for (const { instance_uid, file } of objects) {
    await drive.upload(file, {
      ...{ exam_id: id, name: `${instance_uid}.dcm`, mime_type: 'application/dicom' },
      signal,
    });
  }
  return objects.length;
}

type SampleDocumentId = Parameters<typeof studyUidOfExam>[0];
