/** Starts the DICOM port's thread, responds to its calls, and ends it when it hangs. */
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { type AskedPorts, createThreadAnswers } from './handle-thread-calls.ts';
import type { DimseStart, FromDimseThread, ToDimseThread } from './thread-messages.ts';

export interface ThreadPorts extends AskedPorts {
  readonly onReceived: (callingAe: string) => void;
}

export interface RunningThread {
  readonly port: number;
  /** Resolves with the reason once the thread has ended and incomplete objects are discarded. */
  readonly ended: Promise<unknown>;
  /** Runs its garbage collection, to clear received data. */
  readonly forget: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Enough for command sets, query data sets and data waiting for the disk. */
const THREAD_MEMORY_MIB = 256;
const LOOK_EVERY_MS = 5_000;
/** Unanswered checks in a row before a thread is ended; generous for a busy computer. */
const UNANSWERED_LOOKS_MAX = 6;

/** Resolves once the thread listens. @throws protocol_error */
export async function startThread(
  start: DimseStart,
  ports: ThreadPorts,
  group: () => SecurityGroupId,
  file?: URL,
): Promise<RunningThread> {
  const options = {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MIB },
    // Captured and dropped, because libraries print received values to the console.
    stdout: true,
    stderr: true,
  };
  const worker =
    file === undefined
      ? new Worker(new URL('./dimse-thread.ts', import.meta.url), options)
      : new Worker(file, options);
  worker.stdout.resume();
  worker.stderr.resume();
  const answers = createThreadAnswers(ports, group);
  const opened = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<unknown>();
  const forgotten = new Set<() => void>();
  let unanswered = 0;
  const post = (message: ToDimseThread) => worker.postMessage(message);

  worker.on('message', (message: FromDimseThread) => {
    unanswered = 0;
    if (message.kind === 'ask') {
      void answers
        .answer(message.id, message.ask)
        .then((answer) => post({ kind: 'answer', id: message.id, answer }));
    } else if (message.kind === 'received') ports.onReceived(message.sender);
    else if (message.kind === 'failure') ports.onFailure(new Error(`DICOM thread: ${message.name}`));
    else if (message.kind === 'opened') opened.resolve(message.port);
    else if (message.kind === 'refused') opened.reject(new VaultError('protocol_error', message.message));
    else if (message.kind === 'collected') for (const done of forgotten) done();
  });
  // The message is dropped, because it may contain received values.
  worker.on('error', ({ name }) => ended.resolve(new Error(`The DICOM thread failed: ${name}.`)));
  worker.on('exit', () => {
    clearInterval(looking);
    for (const done of forgotten) done();
    opened.reject(new VaultError('protocol_error', 'The DICOM port could not be started.'));
    void answers.dropAll().then(() => ended.resolve(new Error('The DICOM thread ended.')));
  });
  const looking = setInterval(() => {
    unanswered += 1;
    if (unanswered > UNANSWERED_LOOKS_MAX) void worker.terminate();
    else post({ kind: 'look' });
  }, LOOK_EVERY_MS).unref();

  async function end(): Promise<void> {
    await worker.terminate();
    await ended.promise;
  }
  try {
    const port = await opened.promise;
    return {
      port,
      ended: ended.promise,
      end,
      forget: () =>
        new Promise((resolve) => {
          const done = () => {
            forgotten.delete(done);
            resolve();
          };
          forgotten.add(done);
          post({ kind: 'collect' });
        }),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
