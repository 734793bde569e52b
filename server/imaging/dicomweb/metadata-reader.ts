/**
 * Caller's side of the thread that reads DICOM attributes: one thread per request, with a time and memory limit per
 * instance; ends with the request.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { METADATA_READ_MAX_MS } from '#contract/limits.ts';
import { stopWorkerAfterGc } from '#server/system/concurrency/stop-worker.ts';

export interface MetadataReader {
  /** Returns JSON. Transfers the bytes to the thread. @throws invalid_request past the limits */
  readonly read: (head: Uint8Array<ArrayBuffer>) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface MetadataAnswer {
  /** UTF-8; undefined when the bytes are not DICOM, or have too many attributes. */
  readonly json: Uint8Array | undefined;
}

const THREAD_MEMORY_MIB = 512;

export function createMetadataReader(): MetadataReader {
  const thread = new Worker(new URL('./metadata-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MIB },
  });
  thread.unref();
  let hasFailed = false;
  // The thread may fail between two instances; the next call reports it.
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
    'The attributes of this instance cannot be listed: it has too many, or is not DICOM. Download the file instead.',
  );
}
