/** Generates different records of a given size, of invented people. */
import { paragraph, reportState } from '#scripts/samples/report-state.ts';

const FAMILY = [
  'Kastellan',
  'Dunmore',
  'Ostrander',
  'Iriarte',
  'Falkenrath',
  'Nwabudike',
  'Sorrenbach',
  'Abernale',
  'Hraško',
  'Yildrime',
];
const GIVEN = [
  'Mirela',
  'Tavia',
  'Halvor',
  'Benicio',
  'Odile',
  'Chisom',
  'Imke',
  'Josip',
  'Zdenka',
  'Deniz',
  'Runa',
  'Elio',
];

export function patientName(n: number): string {
  const family = FAMILY[n % FAMILY.length];
  const given = GIVEN[Math.floor(n / FAMILY.length) % GIVEN.length];
  return `${family}, ${given} ${n.toString(36)}`;
}

/** Returns a patient record of about `bytes` bytes of JSON. */
export function patientRecord(n: number, bytes: number): Record<string, unknown> {
  const name = patientName(n);
  const record = {
    legal_name: name,
    display_name: name,
    birth_date: `19${String(40 + (n % 60))}-0${1 + (n % 9)}-1${n % 9}`,
    identifiers: [{ system: 'urn:mrn', type: 'MR', value: String(100_000 + n) }],
    internal_notes: '',
  };
  record.internal_notes = filler(n, bytes - JSON.stringify(record).length);
  return record;
}

/** Returns an exam record whose two report fields have about `bytes` bytes together. */
export function examRecord(n: number, bytes: number): Record<string, unknown> {
  const paragraphs: string[] = [];
  for (let length = 0; length < bytes / 3; length += 180) paragraphs.push(filler(n + paragraphs.length, 160));
  return {
    title: `CT chest ${n}`,
    modality: 'CT',
    exam_date: '2026-03-02',
    report_lexical: reportState(...paragraphs.map(paragraph)),
    report_html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
  };
}

const WORDS = [
  'nodule',
  'lobe',
  'effusion',
  'contrast',
  'mild',
  'right',
  'lower',
  'stable',
  'without',
  'pleural',
  'heart',
  'size',
  'normal',
];

function filler(seed: number, length: number): string {
  let text = `${seed}`;
  for (let index = seed; text.length < length; index = (index * 31 + 7) % 9973)
    text += ` ${WORDS[index % WORDS.length]}`;
  return text.slice(0, Math.max(0, length)).trimEnd();
}
