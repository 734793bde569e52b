/** Record check: of several states of one resource the newest wins, in any order of reading. */
import * as fc from 'fast-check';
import { isOlder, type SourceVersion } from '#fhir/import/source/resource-version.ts';
import { failuresOf } from './find-failures.ts';
import type { RecordKind } from './record-check.ts';

const STATUSES = ['registered', 'preliminary', 'final', 'corrected', 'entered-in-error'];
/**
 * States in their true order. Each expresses its version in one way, as a server does, and may contradict the next.
 */
const SAYINGS: readonly ((at: number) => SourceVersion)[] = [
  (at) => ({ version_id: String(at + 1), status: 'final' }),
  (at) => ({ version_id: `v-${at}`, last_updated: new Date(at * 1000).toISOString() }),
  (at) => ({ issued: new Date(at * 60_000).toISOString().replace('.000Z', '+00:00') }),
  (at) => ({ status: STATUSES[at] ?? '' }),
  (at) => ({
    version_id: String(at + 8),
    issued: new Date(-at * 60_000).toISOString(),
    status: STATUSES[4 - at] ?? '',
  }),
  (at) => ({
    last_updated: `2026-03-01T0${9 - at}:00:00-${String(2 * at + 1).padStart(2, '0')}:00`,
    status: 'final',
  }),
  (at) => ({
    version_id: 'W/"x"',
    issued: `2026-03-0${at + 1}T00:00:00.${at}Z`,
    status: STATUSES[4 - at] ?? '',
  }),
];

export const VERSION_ORDER: RecordKind = {
  name: 'order of versions',
  check: (cases) =>
    failuresOf(
      fc.property(
        fc.constantFrom(...SAYINGS),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
        (say, order) => {
          let held: number | undefined;
          for (const at of order) if (held === undefined || !isOlder(say(at), say(held))) held = at;
          if (held !== Math.max(...order)) throw new Error(`state ${held} is held`);
        },
      ),
      cases,
    ),
};
