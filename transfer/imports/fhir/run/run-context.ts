/** Shared state of an import run: serialised work, newest versions, and reported outcomes. */

import type { ResourceIndex } from '#fhir/import/source/resource-index.ts';
import { isOlder, type SourceVersion } from '#fhir/import/source/resource-version.ts';
import type { SourceResource } from '#fhir/import/source/source-file.ts';
import { isFatal, mappingMessage, messageOf } from '#imports/fhir/import-errors.ts';
import type { ImportTally, Outcome } from '#imports/fhir/import-report.ts';
import type { FhirTarget, Upserted } from '#imports/fhir/vault/import-provenance.ts';
import { createPatientFinder } from '#imports/fhir/vault/patients/patient-finder.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { createSerialQueues } from './in-parallel.ts';

export interface RunParts {
  readonly target: FhirTarget | undefined;
  readonly tally: ImportTally;
  readonly index: ResourceIndex;
  readonly keepSource: boolean;
  /** Time of the import in milliseconds since the epoch. */
  readonly now: number;
  readonly onPatient: ((name: string, birthDate: string | null) => void) | undefined;
}

export function createRunContext(parts: RunParts) {
  const { target, tally } = parts;
  const inTurn = createSerialQueues();
  /** The newest imported version of each record. */
  const newest = new Map<string, SourceVersion>();
  let firstError: unknown;

  /** Runs one resource's import; records its error, and throws only errors that would fail all others. */
  async function attempt(path: string, source: SourceResource, work: () => Promise<void>): Promise<void> {
    try {
      // Also serialises one id of two servers, because the first decides which of them an older import's record is.
      await inTurn(source.isContained ? source.source_id : source.bare_id, work);
    } catch (error) {
      const isVaults = error instanceof VaultApiError;
      firstError ??= isVaults || isFatal(error) ? error : undefined;
      tally.outcome(source.bare_id, 'failed');
      tally.failed({
        file: path,
        resource: source.bare_id,
        code: isVaults ? error.code : isFatal(error) ? 'protocol_error' : 'invalid_request',
        message: isVaults || isFatal(error) ? messageOf(error) : mappingMessage(error),
      });
      if (isFatal(error)) throw error;
    }
  }

  /** True when this import already had a newer version. */
  function isSuperseded({ version, source_id, isBehind }: SourceResource): boolean {
    if (isBehind) return true;
    const held = newest.get(source_id);
    if (held !== undefined && isOlder(version, held)) return true;
    if (Object.keys(version).length > 0) newest.set(source_id, version);
    return false;
  }

  function tell(
    path: string,
    source: SourceResource,
    done: Upserted | undefined,
    notices: readonly string[],
  ): void {
    const resource = source.bare_id;
    const notice = (message: string) => tally.notice({ file: path, resource, message });
    for (const message of notices) notice(message);
    const outcome: Outcome = done?.outcome ?? 'mapped';
    const isSent = target !== undefined && !target.looksOnly;
    const isTold = isSent || outcome === 'older' || outcome === 'conflict';
    tally.outcome(resource, isTold ? outcome : 'mapped');
    if (done === undefined) return;
    const { changed, kept, apart, document_id } = done;
    if (changed !== undefined && document_id !== undefined && changed.fields.length > 0)
      tally.changed({ file: path, resource, document_id, ...changed });
    if (kept !== undefined && document_id !== undefined)
      tally.kept({ file: path, resource, document_id, name: changed?.name ?? '', fields: kept });
    if (apart !== undefined && outcome === 'created')
      notice(
        `The vault has another record of this id that cannot be told to be the same (${apart.other}): this one stands beside it. Name the source (--source) to tell them apart.`,
      );
  }

  return {
    ...parts,
    finder: createPatientFinder(target),
    attempt,
    isSuperseded,
    tell,
    firstError: () => firstError,
  };
}

export type RunContext = ReturnType<typeof createRunContext>;
