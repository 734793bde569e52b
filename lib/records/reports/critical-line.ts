/**
 * Communication of a critical result as a sentence of the report: what was found, who was told, how, when, by whom, and
 * whether it was read back. The sentence belongs to the text and is signed with it. What is recorded after signing is
 * shown beside the text. The time is the wall clock of the person who recorded it.
 * Source: clinician's reference, B-i 14; ACR practice parameter for communication.
 */
import type { CriticalResult, CriticalWay } from '#contract/documents/follow-ups.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { isNotCommunicated, readCriticalFor } from './critical-result.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from './stated-report-language.ts';

interface Words {
  readonly lead: string;
  readonly ways: Readonly<Record<CriticalWay, string>>;
  readonly told: (whom: string, way: string, at: string, by: string | undefined) => string;
  readonly day: (year: string, month: number, day: number) => string;
  readonly readBack: string;
  readonly notReadBack: string;
}

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `5/12/2026` would be read as May where the month comes first; in these languages the day does. */
function dayFirst(year: string, month: number, day: number): string {
  return `${day}/${month}/${year}`;
}

const WORDS: Readonly<Record<ReportLanguage, Words>> = {
  en: {
    lead: 'Critical result:',
    ways: { phone: 'by telephone', person: 'in person', message: 'by message' },
    told: (whom, way, at, by) => `Told ${whom} ${way}, ${at}${by ? `, by ${by}` : ''}`,
    day: (year, month, day) => `${day} ${ENGLISH_MONTHS[month - 1]} ${year}`,
    readBack: 'read back',
    notReadBack: 'not read back',
  },
  de: {
    lead: 'Kritischer Befund:',
    ways: { phone: 'telefonisch', person: 'persönlich', message: 'schriftlich' },
    told: (whom, way, at, by) => `Mitgeteilt an ${whom}, ${way}, ${at}${by ? `, von ${by}` : ''}`,
    day: (year, month, day) => `${day}.${month}.${year}`,
    readBack: 'rückbestätigt',
    notReadBack: 'nicht rückbestätigt',
  },
  es: {
    lead: 'Resultado crítico:',
    ways: { phone: 'por teléfono', person: 'en persona', message: 'por escrito' },
    told: (whom, way, at, by) => `Comunicado a ${whom} ${way}, ${at}${by ? `, por ${by}` : ''}`,
    day: dayFirst,
    readBack: 'confirmado por repetición',
    notReadBack: 'sin confirmar por repetición',
  },
  fr: {
    lead: 'Résultat critique :',
    ways: { phone: 'par téléphone', person: 'de vive voix', message: 'par écrit' },
    told: (whom, way, at, by) => `Communiqué à ${whom} ${way}, ${at}${by ? `, par ${by}` : ''}`,
    day: dayFirst,
    readBack: 'confirmé par répétition',
    notReadBack: 'non confirmé par répétition',
  },
  pt: {
    lead: 'Resultado crítico:',
    ways: { phone: 'por telefone', person: 'pessoalmente', message: 'por escrito' },
    told: (whom, way, at, by) => `Comunicado a ${whom} ${way}, ${at}${by ? `, por ${by}` : ''}`,
    day: dayFirst,
    readBack: 'confirmado por repetição',
    notReadBack: 'sem confirmação por repetição',
  },
};

/** The sentence without its lead; undefined while nobody was told. */
export function criticalSentence(
  critical: CriticalResult | undefined,
  language: ReportLanguage,
): string | undefined {
  if (critical === undefined || isNotCommunicated(critical)) return undefined;
  const { finding, told_whom, how, told_at, told_by, read_back } = critical;
  const words = WORDS[language];
  const told = words.told(told_whom.trim(), words.ways[how], wallClock(told_at, words), told_by);
  const found = finding.trim().replace(/\s+/gu, ' ');
  const end = /[.!?]$/u.test(found) || found === '' ? found : `${found}.`;
  return `${end} ${told}; ${read_back ? words.readBack : words.notReadBack}.`.trim();
}

/** The line as it is written into a report; undefined while nobody was told. */
export function criticalLine(
  critical: CriticalResult | undefined,
  language: ReportLanguage,
): string | undefined {
  const sentence = criticalSentence(critical, language);
  return sentence && `${WORDS[language].lead} ${sentence}`;
}

/** The line in every language a report can have. */
export function criticalLines(critical: CriticalResult | undefined): string[] {
  return REPORT_LANGUAGES.flatMap((language) => criticalLine(critical, language) ?? []);
}

/** True for a line of this form, whatever it says. */
export function isCriticalLine(text: string): boolean {
  return REPORT_LANGUAGES.some((language) => text.trimStart().startsWith(WORDS[language].lead));
}

/** The communicated result that the text does not say, so that it has to be shown beside it. */
export function criticalBeside(
  attributes: JsonObject | null,
  patientId: string | null,
  text: string,
): CriticalResult | undefined {
  const critical = readCriticalFor(attributes, patientId);
  const lines = criticalLines(critical);
  return lines.length === 0 || lines.some((line) => text.includes(line)) ? undefined : critical;
}

/** Writes an instant with the wall clock of this computer and its offset from UTC. */
export function withOffset(instant: string): string {
  const date = new Date(instant);
  const ahead = -date.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const local = new Date(date.getTime() + ahead * 60_000).toISOString().slice(0, -1);
  return `${local}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`;
}

/** Day and time on the clock that was read; an instant without an offset is of UTC, and says so. */
function wallClock(instant: string, { day }: Words): string {
  const [, year = '', month, date, clock, zone] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*?(Z|[+-]\d{2}:\d{2})$/.exec(instant) ?? [];
  if (clock === undefined) return instant;
  return `${day(year, Number(month), Number(date))} ${clock}${zone === 'Z' ? ' UTC' : ''}`;
}
