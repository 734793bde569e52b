/** Invented patients and exams, enough to fill the screens. */
import type { VaultClient } from '#sdk/client.ts';

interface SampleExam {
  readonly title: string;
  readonly modality: string;
  /** Days before today, at `time`. */
  readonly daysAgo: number;
  readonly time?: string;
  readonly status?: string;
  readonly tags?: string[];
  readonly impression?: string;
}

interface SamplePatient {
  readonly display_name: string;
  readonly legal_name: string;
  readonly birth_date: string;
  readonly sex: string;
  readonly mrn: string;
  readonly exams: readonly SampleExam[];
}

const SAMPLE_PATIENTS: readonly SamplePatient[] = [
  {
    display_name: 'Kastellan, Mirela',
    legal_name: 'Mirela Ana Kastellan',
    birth_date: '1961-03-14',
    sex: 'female',
    mrn: '00482-117',
    exams: [
      {
        title: 'CT chest with contrast, follow-up',
        modality: 'CT',
        daysAgo: 0,
        time: '09:40',
        status: 'preliminary',
        tags: ['tumour board'],
        impression: 'Partial response: sum of target lesions 31 mm, 34 % below baseline. No new lesion.',
      },
      { title: 'CT chest with contrast', modality: 'CT', daysAgo: 92, status: 'final' },
      { title: 'US abdomen complete', modality: 'US', daysAgo: 205, status: 'final' },
    ],
  },
  {
    display_name: 'Dunmore, Tavia',
    legal_name: 'Tavia Dunmore',
    birth_date: '1991-12-12',
    sex: 'female',
    mrn: '00533-802',
    exams: [{ title: 'US abdomen complete', modality: 'US', daysAgo: 0, time: '13:20' }],
  },
  {
    display_name: 'Kárpfalvi, Lőrinc',
    legal_name: 'Lőrinc Kárpfalvi',
    birth_date: '1981-05-16',
    sex: 'male',
    mrn: '00418-630',
    exams: [{ title: 'CT paranasal sinuses', modality: 'CT', daysAgo: 1, time: '16:10', status: 'amended' }],
  },
  {
    display_name: 'Abernale, Josip',
    legal_name: 'Josip Abernale',
    birth_date: '1980-07-07',
    sex: 'male',
    mrn: '00511-340',
    exams: [
      { title: 'US thyroid and neck', modality: 'US', daysAgo: 1, time: '07:50', status: 'appended' },
      { title: 'XR hand left, three views', modality: 'XR', daysAgo: 9, status: 'entered-in-error' },
    ],
  },
];

/** Pages under test use Berlin time, whatever the machine's time zone. */
const BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

function examDate({ daysAgo, time }: SampleExam): string {
  // At noon, so that daylight saving never changes the date.
  const noon = Date.parse(`${BERLIN.format(Date.now()).slice(0, 10)}T12:00:00Z`);
  const day = new Date(noon - daysAgo * 86_400_000).toISOString().slice(0, 10);
  if (!time) return day;
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const offset = Date.parse(`${BERLIN.format(asUtc).replace(' ', 'T')}:00Z`) - asUtc;
  return new Date(asUtc - offset).toISOString();
}

export interface SampleIds {
  readonly patients: ReadonlyMap<string, string>;
  readonly exams: ReadonlyMap<string, string>;
}

/** Seals sample patients and exams; returns ids by display name, and by `title @ display name`. */
export async function sealSamples(client: VaultClient, group: string): Promise<SampleIds> {
  const patients = new Map<string, string>();
  const exams = new Map<string, string>();
  for (const sample of SAMPLE_PATIENTS) {
    const patient = await client.patients.create({
      security_group_id: group,
      record: {
        display_name: sample.display_name,
        legal_name: sample.legal_name,
        birth_date: sample.birth_date,
        biological_sex: sample.sex,
        identifiers: [{ type: 'MRN', value: sample.mrn }],
        phone: '+1 555 0147',
      },
    });
    patients.set(sample.display_name, patient.index.document_id);
    for (const exam of sample.exams) {
      const impression = exam.impression ?? 'No acute finding.';
      const view = await client.exams.create({
        security_group_id: group,
        patient_id: patient.index.document_id,
        tags: exam.tags ?? [],
        record: {
          title: exam.title,
          modality: exam.modality,
          exam_date: examDate(exam),
          report_html: `<h2 data-section-code="59776-5">Findings</h2><p>Lungs clear.</p><h2 data-section-code="19005-8">Impression</h2><p>${impression}</p>`,
          custom_attributes: exam.status ? { report: { status: exam.status } } : null,
        },
      });
      exams.set(`${exam.title} @ ${sample.display_name}`, view.index.document_id);
    }
  }
  return { patients, exams };
}
