/** Builds a report table from Observations: name, value, unit, and further columns where any row has a value. */
import type { Observation, ObservationValue, Reference } from '#fhir/import/fhir-resources.ts';
import { conceptText, escapeHtml, listOf, plainLines } from '#fhir/import/mapping/values/coded-text.ts';
import { observedValue, referenceText } from './observation-value.ts';
import { isWithdrawnStatus, withdrawnText } from './withdrawn-status.ts';

export interface ResultRow {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly range?: string;
  /** A flag such as *Critical low*. */
  readonly flag?: string;
  readonly note?: string;
  /** Status of a value that is not final. */
  readonly state?: string;
}

const COLUMNS = [
  ['Name', 'name'],
  ['Value', 'value'],
  ['Unit', 'unit'],
  ['Reference range', 'range'],
  ['Interpretation', 'flag'],
  ['Status', 'state'],
  ['Note', 'note'],
] as const;
/** Columns of every table. */
const ALWAYS = new Set<string>(['name', 'value', 'unit']);

export function isWithdrawn({ status }: Observation): boolean {
  return isWithdrawnStatus(status);
}

/** Includes the body site, which may be the only difference between left and right. */
export function resultName({ code, bodySite }: Observation): string {
  return [conceptText(code) ?? 'Result', conceptText(bodySite) ?? []].flat().join(', ');
}

/**
 * Builds the table rows of an Observation: one, or one per component (blood pressure: systolic, diastolic); none
 * for a panel that only names its members.
 */
export function resultRows(observation: Observation): ResultRow[] {
  const name = resultName(observation);
  const { status } = observation;
  const withdrawn = withdrawnText(status);
  if (withdrawn !== undefined) return [{ name, value: '', unit: '', state: withdrawn }];
  const state = status === undefined || status === 'final' ? {} : { state: status };
  const rows = (observation.component ?? []).map((component) => ({
    ...rowOf(component),
    ...state,
    // Several answers to one question repeat its code.
    name: [...new Set([name, conceptText(component.code) ?? ''])].join(': '),
  }));
  const note = [...(observation.note ?? []).map(({ text }) => text), observation.comment]
    .filter(Boolean)
    .join('; ');
  const own: ResultRow = { ...rowOf(observation), name, ...state, ...(note === '' ? {} : { note }) };
  const saysNothing = own.value === '' && note === '' && own.flag === undefined;
  const hasParts = rows.length > 0 || membersOf(observation).length > 0;
  return saysNothing && hasParts ? rows : [own, ...rows];
}

/** STU3 has members and sources in one field. */
export function membersOf({ hasMember, related }: Observation): readonly Reference[] {
  return [
    ...(hasMember ?? []),
    ...(related ?? []).flatMap(({ type, target }) => (type === 'has-member' && target ? [target] : [])),
  ];
}

export function tableHtml(rows: readonly ResultRow[]): string {
  const columns = COLUMNS.filter(([, field]) => ALWAYS.has(field) || rows.some((row) => row[field]));
  const head = columns.map(([title]) => `<th>${title}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${columns.map(([, field]) => `<td>${linesHtml(row[field] ?? '')}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function rowOf(from: ObservationValue): Omit<ResultRow, 'name'> {
  const range = referenceText(from.referenceRange);
  const flag = listOf(from.interpretation)
    .flatMap((concept) => conceptText(concept) ?? [])
    .join(', ');
  return {
    ...observedValue(from),
    ...(range === '' ? {} : { range }),
    ...(flag === '' ? {} : { flag }),
  };
}

function linesHtml(text: string): string {
  return escapeHtml(plainLines(text)).replaceAll('\n', '<br>');
}
