/** Record check: a result shows its value only in a state that has one, and names every state that is not final. */
import * as fc from 'fast-check';
import { toExamResources } from '#fhir/export/map-exam.ts';
import type { Observation } from '#fhir/import/fhir-resources.ts';
import { resultRows, tableHtml } from '#fhir/import/mapping/results/result-table.ts';
import { completeRecord } from '#records/complete-record.ts';
import { failuresOf } from './find-failures.ts';
import type { RecordKind } from './record-check.ts';

/** States of FHIR R4, of R5, unknown ones, and none. */
const STATES = [
  ...[
    'registered',
    'preliminary',
    'final',
    'amended',
    'corrected',
    'cancelled',
    'entered-in-error',
    'unknown',
  ],
  ...['specimen-in-process', 'appended', 'held back', undefined],
] as const;
const WITHDRAWN = new Set<string | undefined>(['entered-in-error', 'cancelled']);
/** States of reports, with the resulting state of their values. */
const OF_REPORTS = [
  ...[['registered', 'registered'] as const, ['partial', 'preliminary'] as const],
  ...[['preliminary', 'preliminary'] as const, ['final', 'final'] as const, ['amended', 'amended'] as const],
  ...[['corrected', 'corrected'] as const, ['appended', 'amended'] as const],
  ...[['cancelled', 'cancelled'] as const, ['entered-in-error', 'entered-in-error'] as const],
  ...[['unknown', 'unknown'] as const, ['held back', 'unknown'] as const],
];

/** Unique words, so that each is found in the table or not. */
const word = (mark: string) => fc.integer({ min: 10_000, max: 99_999 }).map((number) => `${mark}${number}`);
const results = fc.record({
  status: fc.constantFrom(...STATES),
  value: word('V'),
  component: fc.option(word('C'), { nil: undefined }),
  range: fc.option(word('R'), { nil: undefined }),
  flag: fc.option(word('F'), { nil: undefined }),
  note: fc.option(word('N'), { nil: undefined }),
});
type Result = typeof results extends fc.Arbitrary<infer Case> ? Case : never;

export const RESULT_STATES: RecordKind = {
  name: 'states of results',
  check: async (cases) => [
    ...(await failuresOf(fc.property(results, checkIn), cases)),
    ...(await failuresOf(fc.property(fc.constantFrom(...OF_REPORTS), word('V'), checkOut), cases)),
  ],
};

function checkIn({ status, value, component, range, flag, note }: Result): void {
  const observation: Observation = {
    resourceType: 'Observation',
    ...(status === undefined ? {} : { status }),
    code: { text: 'Potassium' },
    valueString: value,
    ...(component === undefined ? {} : { component: [{ code: { text: 'part' }, valueString: component }] }),
    ...(range === undefined ? {} : { referenceRange: [{ text: range }] }),
    ...(flag === undefined ? {} : { interpretation: [{ text: flag }] }),
    ...(note === undefined ? {} : { note: [{ text: note }] }),
  };
  const html = tableHtml(resultRows(observation));
  const isWithdrawn = WITHDRAWN.has(status);
  for (const said of [value, component, range, flag, note])
    if (said !== undefined && html.includes(said) === isWithdrawn)
      throw new Error(`${said} of a result that is ${status}: ${html}`);
  const words = status === 'entered-in-error' ? 'entered in error' : status;
  if (words !== undefined && words !== 'final' && !html.includes(words))
    throw new Error(`${status} is not said: ${html}`);
}

function checkOut([status, wanted]: (typeof OF_REPORTS)[number], value: string): void {
  const report_html = `<table><tbody><tr><th>Measure</th><th>Value</th></tr><tr><td>A</td><td>${value}</td></tr></tbody></table>`;
  const record = completeRecord('exams', { report_html, custom_attributes: { report: { status } } });
  const resources = toExamResources({ document_id: 'e', record, tags: [], patient: undefined });
  const observed = resources.filter(({ resourceType }) => resourceType === 'Observation');
  if (observed.length !== 1) throw new Error(`${observed.length} values left`);
  for (const resource of observed)
    if (!('status' in resource) || resource.status !== wanted)
      throw new Error(`a value of a report that is ${status} left otherwise`);
}
