/**
 * Compares what the text says of its patient (name, birth date, number, sex, age) with the patient of the report. Only
 * what is clearly said of the patient counts: a doctor, a referrer or a relative is left alone.
 */
import { withoutRelatives } from '#report/checks/impression/former-findings.ts';
import { type QualityFinding, warning, wordsAt } from '#report/checks/quality-finding.ts';
import { datesOf, sentenceAt } from './stated-dates.ts';

export interface KnownPatient {
  /** Display name and legal name. */
  readonly names: readonly string[];
  readonly birth_date: string | null;
  readonly numbers: readonly string[];
  readonly sex: 'male' | 'female' | null;
}

const NAME = "(?!(?:CT|MRT?|MRI|PET|US|XR|TC|RM|IRM|TDM)(?!\\p{L}))\\p{Lu}[\\p{L}’'-]+";
/** `Patient: Müller, Anna` needs two words; a label for the name alone needs one. */
const LABELLED = new RegExp(
  `(?<!\\p{L})(?:(?:Patient(?:in)?|Paciente|Patiente)[ \\t]*:[ \\t]*(${NAME},[ \\t]+${NAME}(?:[ \\t]+${NAME})?|${NAME}(?:[ \\t]+${NAME}){1,3})|(?:Patienten-?name|Patient name|Name des Patienten|Name der Patientin|Nom du patient|Nom de la patiente|Nombre del paciente|Nome d[oa] paciente|Name|Nom|Nombre|Nome)[ \\t]*:[ \\t]*(${NAME},[ \\t]+${NAME}(?:[ \\t]+${NAME})?|${NAME}(?:[ \\t]+${NAME}){0,3}))`,
  'gu',
);
const TITLED = new RegExp(
  `(?<!\\p{L})(Herrn?|Frau|Mr\\.?|Mrs\\.?|Ms\\.?|Miss|Mme|Monsieur|Madame|Sr\\.|Sra\\.|Señora?|Senhora?)[ \\t]+(${NAME}(?:[ \\t]+${NAME})?)`,
  'gu',
);
const MALE_TITLE = /^(?:Herrn?|Mr\.?|Monsieur|Sr\.|Señor|Senhor)$/u;
/** A sentence about a colleague, or one who was told. */
const COLLEAGUE =
  /(?<!\p{L})(?:dr|dra|prof|dres|dipl|pd|oa|oä|mta|kolleg\p{L}*|ärzt\p{L}*|arzt\p{L}*|\p{L}*arzt|\p{L}*ärztin|zuweis\p{L}*|überweis\p{L}*|einsend\p{L}*|chirurg\p{L}*|besprochen|mitgeteilt|telefon\p{L}*|informiert|verständigt|schwester|pfleg\p{L}*|referr\p{L}*|consultant|surgeon|physician|doctor|discussed|communicat\p{L}*|informed|notified|phone\p{L}*|told|nurse|radiograph\p{L}*|technolog\p{L}*|adressée? par|médecin|confrère|communiqu\p{L}*|remitid\p{L}*|derivad\p{L}*|médic[oa]|comunicad\p{L}*|comentad\p{L}*|avisad\p{L}*|enfermer\p{L}*|encaminh\p{L}*|discutid\p{L}*|informad[oa]|signed|signiert|dictated|diktiert|cc|kopie)(?!\p{L})/iu;
const BORN =
  /(?<!\p{L})(?:geb(?:oren)?\.?(?: am)?|geburtsdatum|born(?: on)?|dob|d\.o\.b\.|date of birth|née?(?:\(e\))? le|date de naissance|nacid[oa] el|fecha de nacimiento|nascid[oa](?: em)?|data de nascimento)[ \t]*:?[ \t]*$/iu;
const NUMBER =
  /(?<!\p{L})(?:MRN|medical record number|patient (?:id|no\.?|number)|pat(?:ienten)?\.?-?(?:id|nr\.?|nummer)|pid|ipp|nhc|n[º°.]? ?(?:de )?historia(?: clínica)?|prontuário)[ \t]*[:#]?[ \t]*([\p{L}]{0,4}-?\d[\d-]{3,18})(?![\p{L}\d])/giu;

const MALE =
  /(?<!\p{L})(?:(?:der|dieser) Patient|(?:dem|des) Patienten|\d{1,3}[- ]?jähriger (?:Patient|Mann)(?:en)?|(?:male|gentleman) patient|(?:year|yr)s?[- ]old (?:male|man|gentleman|boy)|le patient|el paciente|o paciente|(?:varón|hombre|homem|homme) de \d{1,3})(?!\p{L})/iu;
const FEMALE =
  /(?<!\p{L})(?:Patientin|\d{1,3}[- ]?jährige(?:n|r)? (?:Patientin|Frau)|female patient|(?:year|yr)s?[- ]old (?:female|woman|lady|girl)|la patiente|la paciente|(?:mujer|mulher|femme) de \d{1,3})(?!\p{L})/iu;
const HE =
  /(?<=(?:^|[.;!?]\s|\n|,\s|(?:when|that|because|and)\s))[Hh]e(?=\s+(?:is|was|has|had|present(?:s|ed)|complain(?:s|ed)|underwent|report(?:s|ed)|denies|fell)(?!\p{L}))/u;
const SHE =
  /(?<=(?:^|[.;!?]\s|\n|,\s|(?:when|that|because|and)\s))[Ss]he(?=\s+(?:is|was|has|had|present(?:s|ed)|complain(?:s|ed)|underwent|report(?:s|ed)|denies|fell)(?!\p{L}))/u;

const AGE =
  /(?<![\p{L}\d.,/-])(\d{1,3})(?:[- ]?(?:years?|yrs?)[- ]old(?=[ ,]+(?:\p{Ll}+ )?(?:male|female|man|woman|lady|gentleman|boy|girl|patient)(?!\p{L})|\s+(?:presenting|who))|[- ]?jährige[rnsm]?(?= (?:Patient|Mann|Frau))|[- ]Jahre alt|\s+ans(?<=(?:âgée?|patiente?|homme|femme) (?:de )?\d+\s+ans)|\s+años(?<=(?:paciente|varón|mujer|hombre) de \d+\s+años)|\s+anos(?<=(?:paciente|homem|mulher) de \d+\s+anos))/giu;

export function checkStatedPatient(
  whole: string,
  patient: KnownPatient,
  { exam_date, now }: { readonly exam_date: string | null; readonly now: Date },
): QualityFinding[] {
  const text = withoutRelatives(whole);
  const told = (kind: string, match: { readonly 0: string; readonly index: number }, expected: string) =>
    warning('identity_mismatch', { kind, text: match[0].trim(), expected }, wordsAt(whole, match));
  return [
    ...namesIn(text, patient).map((match) => told('name', match, patient.names[0] ?? '')),
    ...birthDatesIn(text, patient, now).map((match) => told('birth', match, patient.birth_date ?? '')),
    ...numbersIn(text, patient).map((match) => told('number', match, patient.numbers.join(', '))),
    ...sexesIn(text, patient).map((match) => told('sex', match, patient.sex ?? '')),
    ...agesIn(text, patient, exam_date, now).map(({ match, age }) => told('age', match, String(age))),
  ];
}

type Found = { readonly 0: string; readonly index: number };

function namesIn(text: string, { names }: KnownPatient): Found[] {
  const known = new Set(names.flatMap(wordsOfName));
  if (known.size === 0) return [];
  const labelled = [...text.matchAll(LABELLED)].filter(
    (match) => !wordsOfName(match[1] ?? match[2] ?? '').every((word) => known.has(word)),
  );
  const titled = [...text.matchAll(TITLED)].filter(
    (match) =>
      !wordsOfName(match[2] ?? '').some((word) => known.has(word)) &&
      !COLLEAGUE.test(sentenceAt(text, match.index, match[0].length)),
  );
  return [...labelled, ...titled];
}

/** `Müller`, `Mueller` and `MULLER` are one name. */
function wordsOfName(name: string): string[] {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e/gu, '$1')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
}

function birthDatesIn(text: string, { birth_date }: KnownPatient, now: Date): Found[] {
  if (birth_date === null || !/^\d{4}-\d{2}-\d{2}/.test(birth_date)) return [];
  const born = birth_date.slice(0, 10);
  return datesOf(text, now)
    .filter(({ index }) => BORN.test(text.slice(Math.max(0, index - 30), index)))
    .filter(({ readings }) => readings.length > 0 && !readings.some((day) => isSameDay(day, born)))
    .map((date) => ({ 0: date.text, index: date.index }));
}

/** Two digits of a year may be of either century. */
function isSameDay(day: string, born: string): boolean {
  return day.slice(2) === born.slice(2);
}

function numbersIn(text: string, { numbers }: KnownPatient): Found[] {
  const plain = (number: string) => number.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  const known = numbers.map(plain);
  if (known.length === 0) return [];
  return [...text.matchAll(NUMBER)].filter((match) => !known.includes(plain(match[1] ?? '')));
}

function sexesIn(text: string, { sex }: KnownPatient): Found[] {
  if (sex === null) return [];
  const titles = [...text.matchAll(TITLED)].filter(
    (match) =>
      MALE_TITLE.test(match[1] ?? '') !== (sex === 'male') &&
      !COLLEAGUE.test(sentenceAt(text, match.index, match[0].length)),
  );
  const [word, pronoun] = sex === 'male' ? [FEMALE, SHE] : [MALE, HE];
  const first = word.exec(text) ?? pronoun.exec(text);
  const found = [...titles, ...(first === null ? [] : [first])];
  return found.slice(0, 1);
}

function agesIn(text: string, { birth_date }: KnownPatient, exam_date: string | null, now: Date) {
  if (birth_date === null || !/^\d{4}-\d{2}-\d{2}/.test(birth_date)) return [];
  const day = exam_date ?? now.toISOString();
  const age =
    Number(day.slice(0, 4)) -
    Number(birth_date.slice(0, 4)) -
    (day.slice(5, 10) < birth_date.slice(5, 10) ? 1 : 0);
  return [...text.matchAll(AGE)]
    .filter((match) => Math.abs(Number(match[1]) - age) > 1)
    .map((match) => ({ match, age }));
}
