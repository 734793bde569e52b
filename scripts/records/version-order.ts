/** Kind: of the states of one resource the newest is held, in whatever order they are read. */
import * as fc from 'fast-check';
import { isOlder, type SourceVersion } from '#imports/fhir/source/version.ts';
import { failuresOf } from './failures-of.ts';
import type { RecordKind } from './record-kind.ts';

/** States in the order they were made, each said in one way only, as one server does. */
const SAYINGS: readonly ((at: number) => SourceVersion)[] = [
  (at) => ({ version_id: String(at + 1), status: 'final' }),
  (at) => ({ version_id: `v-${at}`, last_updated: new Date(at * 1000).toISOString() }),
  (at) => ({ issued: new Date(at * 60_000).toISOString().replace('.000Z', '+00:00') }),
  (at) => ({ status: ['registered', 'preliminary', 'final', 'corrected', 'entered-in-error'][at % 5] ?? '' }),
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
