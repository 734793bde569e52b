/**
 * Entry point of the DICOM port's thread: sockets, framing and the DICOM library. A hostile peer can end this thread at
 * most. Only `dicom-port.ts` talks to it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { Incoming } from '#server/imaging/dimse/begin-received-object.ts';
import { listenDicom } from '#server/imaging/dimse/listener.ts';
import { forceGarbageCollection } from '#server/system/force-gc.ts';
import { scrubReadBuffer } from '#server/system/scrub-read-buffer.ts';
import type {
  DimseAnswer,
  DimseAsk,
  DimseResult,
  DimseStart,
  FromDimseThread,
  ToDimseThread,
} from './thread-messages.ts';

/** A failure the vault has already reported. */
class ToldFailure extends Error {
  override readonly name = 'ToldFailure';
}

interface Waiting {
  readonly resolve: (result: DimseResult) => void;
  readonly reject: (error: Error) => void;
}

// Small buffers are not handed out of a shared block, which lasts as long as the longest of them.
Buffer.poolSize = 0;

const waiting = new Map<number, Waiting>();
let asked = 0;

function post(message: FromDimseThread, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

function ask(what: DimseAsk, transfer: readonly ArrayBuffer[] = []) {
  asked += 1;
  const { promise, resolve, reject } = Promise.withResolvers<DimseResult>();
  waiting.set(asked, { resolve, reject });
  post({ kind: 'ask', id: asked, ask: what }, transfer);
  return promise;
}

function resolveCall(id: number, answer: DimseAnswer): void {
  const call = waiting.get(id);
  waiting.delete(id);
  if (!('message' in answer)) call?.resolve(answer);
  else if (answer.code === undefined) call?.reject(new ToldFailure(answer.message));
  else call?.reject(new VaultError(answer.code, answer.message));
}

async function begin(source: string): Promise<Incoming> {
  const begun = ask({ kind: 'begin', source });
  const object = asked;
  await begun;
  return {
    async write(bytes) {
      // Copied, because it is a view of the socket's buffer.
      const own = Uint8Array.from(bytes);
      await ask({ kind: 'write', object, bytes: own }, [own.buffer]);
    },
    finish: () => ask({ kind: 'finish', object }),
    discard: async () => void (await ask({ kind: 'discard', object })),
  };
}

async function clearMemory(): Promise<void> {
  // A computer without IPv4 keeps the last message until the next one.
  await scrubReadBuffer().catch(() => undefined);
  await forceGarbageCollection();
  post({ kind: 'collected' });
}

parentPort?.on('message', (message: ToDimseThread) => {
  if (message.kind === 'answer') resolveCall(message.id, message.answer);
  else if (message.kind === 'look') post({ kind: 'here' });
  else void clearMemory();
});

const start: DimseStart = workerData;
try {
  const port = await listenDicom(start, {
    begin,
    async worklist(station, keys) {
      const { items = [] } = await ask({ kind: 'worklist', station, keys });
      return items;
    },
    onReceived: (sender) => post({ kind: 'received', sender }),
    onFailure(error) {
      // The vault has already reported its refusals and failures.
      if (!(error instanceof ToldFailure) && !(error instanceof VaultError))
        post({ kind: 'failure', name: error instanceof Error ? error.name : typeof error });
    },
  });
  post({ kind: 'opened', port });
} catch (error) {
  if (!(error instanceof VaultError)) throw error;
  post({ kind: 'refused', message: error.message });
}
