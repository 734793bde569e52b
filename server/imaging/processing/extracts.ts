/** Reads texts and documents out of objects on request. Nothing is kept: each is read from the file again. */
import { PROCESSED_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { ProcessingError } from './processing-error.ts';
import type { PlainFile } from './processing-port.ts';
import type { DocumentLocation } from './sandbox/sandbox-messages.ts';
import type { SandboxPool } from './sandbox/sandbox-pool.ts';

export interface Extracts {
  /** @throws ProcessingError, StarvedJobError, JobAborted */
  readonly text: (actor: Actor, file: PlainFile) => Promise<Uint8Array | undefined>;
  /** @throws ProcessingError, StarvedJobError, JobAborted */
  readonly document: (actor: Actor, file: PlainFile) => Promise<DocumentLocation | undefined>;
}

export function createExtracts(pool: SandboxPool): Extracts {
  async function run(actor: Actor, file: PlainFile, kind: 'text' | 'document') {
    if (file.size > PROCESSED_FILE_MAX_BYTES) throw new ProcessingError('too_large');
    const result = await pool.run({
      ...file,
      task: { kind },
      fileId: file.node_id,
      signal: actor.signal,
    });
    if (result.error !== null) throw new ProcessingError(result.error);
    return result;
  }

  return {
    async text(actor, file) {
      const result = await run(actor, file, 'text');
      return result.kind === 'text' ? (result.text ?? undefined) : undefined;
    },
    async document(actor, file) {
      const result = await run(actor, file, 'document');
      const found = result.kind === 'document' ? result.document : null;
      if (found?.start != null && found.start + found.size > file.size) throw new ProcessingError('damaged');
      return found ?? undefined;
    },
  };
}
