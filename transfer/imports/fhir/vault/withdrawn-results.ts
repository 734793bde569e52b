/** Handles results withdrawn after a person changed the text with them: the exam permanently states the withdrawal. */
import type { JsonObject } from '#contract/documents/records.ts';
import type { WithdrawnPart } from '#fhir/import/mapping/mapped-exam.ts';
import { isWithdrawnStatus } from '#fhir/import/mapping/results/withdrawn-status.ts';
import { readWithdrawnResults, type WithdrawnResult } from '#records/reports/withdrawn-results.ts';
import type { FhirTarget, PartVersions } from './import-provenance.ts';
import type { Merged } from './merge-stored-record.ts';

interface Said {
  /** Versions of the parts at the last import; undefined for older imports. */
  readonly before: PartVersions | undefined;
  readonly now: PartVersions;
  readonly withdrawn: readonly WithdrawnPart[];
}

/** Withdrawn results of the exam after this import. */
export function withdrawnUnderText(
  { nowMs }: Pick<FhirTarget, 'nowMs'>,
  held: JsonObject | null,
  { taken, kept }: Pick<Merged<'exams'>, 'taken' | 'kept'>,
  { before, now, withdrawn }: Said,
): { readonly all: readonly WithdrawnResult[]; readonly isChanged: boolean } {
  const known = readWithdrawnResults(held);
  // The text is the source's present one.
  if (taken.includes('report')) return { all: [], isChanged: known.length > 0 };
  if (!kept.includes('report')) return { all: known, isChanged: false };
  const standing = known.filter(({ result }) => {
    const status = now[result]?.status;
    return status === undefined || isWithdrawnStatus(status);
  });
  const names = new Set(standing.map(({ result }) => result));
  const told_at = new Date(nowMs).toISOString();
  const fresh = withdrawn
    .filter(({ result }) => !names.has(result) && stoodAsValid(before, result))
    .map((part) => ({ ...part, told_at }));
  return {
    all: [...standing, ...fresh],
    isChanged: fresh.length > 0 || standing.length < known.length,
  };
}

/** True for a result that was valid when imported; false for one that was already withdrawn. */
function stoodAsValid(before: PartVersions | undefined, result: string): boolean {
  if (before === undefined) return true;
  const state = before[result];
  return state !== undefined && !isWithdrawnStatus(state.status);
}
