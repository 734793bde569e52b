/**
 * `npm run test:long -- records [--cases N]`: checks that records keep identity and content through import, export
 * and sync. Each kind of fault is a property over random records and a plain model.
 */
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { RECORD_KINDS } from './record-checks.ts';

export const RECORDS: Lane = {
  name: 'records',
  proves: 'Records stay who and what they are, whatever order and form they come and go in.',
  unit: 'cases',
  times: 10_000,
  run: records,
};

async function records(cases: number, say: (text: string) => void, stop: AbortSignal): Promise<LaneOutcome> {
  const found: string[] = [];
  let kinds = 0;
  for (const { name, check } of RECORD_KINDS) {
    if (stop.aborted) break;
    say(`${name}: ${cases} cases`);
    found.push(...(await check(cases, say, stop)).map((line) => `${name}: ${line}`));
    kinds += 1;
  }
  return { ran: `${cases.toLocaleString('en')} cases of ${kinds} kinds`, found };
}
