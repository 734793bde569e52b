/**
 * The vault's side of the thread that reads attributes: one for each request, with a limit of time and memory for each
 * instance, and gone with the request.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { METADATA_READ_MAX_MS } from '#contract/limits.ts';
import { stopWorkerAfterGc } from '#server/system/concurrency/stop-worker.ts';

export interface MetadataReader {
  /** JSON. The bytes are handed over. @throws invalid_request past the limits */
  readonly read: (head: Uint8Array<ArrayBuffer>) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface MetadataAnswer {
  /** UTF-8; undefined for what is not DICOM, or has too many attributes. */
  readonly json: Uint8Array | undefined;
}

const THREAD_MEMORY_MIB = 512;

export function createMetadataReader(): MetadataReader {
  const thread = new Worker(new URL('./metadata-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MIB },
  });
  thread.unref();
  let hasFailed = false;
  // It may fail between two instances too: whoever asks next is told.
  thread.on('error', () => {
    hasFailed = true;
  });

  return {
    async read(head) {
      if (hasFailed) throw tooMuch();
      const answered = once(thread, 'message', { signal: AbortSignal.timeout(METADATA_READ_MAX_MS) });
      thread.postMessage(head, [head.buffer]);
      try {
        const [answer]: MetadataAnswer[] = await answered;
        if (answer?.json !== undefined) return Buffer.from(answer.json).toString('utf8');
      } catch {
        hasFailed = true;
      }
      throw tooMuch();
    },
    async close() {
      if (hasFailed) await thread.terminate();
      else await stopWorkerAfterGc(thread);
    },
  };
}

function tooMuch(): VaultError {
  return new VaultError(
    'invalid_request',
    'The attributes of this instance cannot be listed: it has too many, or is no DICOM. Download the file instead.',
  );
}
