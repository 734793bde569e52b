/** Starts the thread of the DICOM port, answers what it asks for, and ends it when it no longer turns. */
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { type AskedPorts, createThreadAnswers } from './answer-thread.ts';
import type { DimseStart, FromDimseThread, ToDimseThread } from './thread-messages.ts';

export interface ThreadPorts extends AskedPorts {
  readonly onReceived: (callingAe: string) => void;
}

export interface RunningThread {
  readonly port: number;
  /** Why it ended, once what it had begun is gone. */
  readonly ended: Promise<unknown>;
  /** Has it collect what it was sent. */
  readonly forget: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Command sets, data sets of queries and what waits for the disk. */
const THREAD_MEMORY_MIB = 256;
const LOOK_EVERY_MS = 5_000;
/** Looks in a row without an answer after which a thread is ended; a busy computer turns slowly. */
const UNANSWERED_LOOKS_MAX = 6;

/** Resolves once it listens. @throws protocol_error */
export async function startThread(
  start: DimseStart,
  ports: ThreadPorts,
  group: () => SecurityGroupId,
  file?: URL,
): Promise<RunningThread> {
  const options = {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MIB },
    // Libraries write what a peer sent to the console, values too: it ends here.
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
  const tell = (message: ToDimseThread) => worker.postMessage(message);

  worker.on('message', (message: FromDimseThread) => {
    unanswered = 0;
    if (message.kind === 'ask') {
      void answers
        .answer(message.id, message.ask)
        .then((answer) => tell({ kind: 'answer', id: message.id, answer }));
    } else if (message.kind === 'received') ports.onReceived(message.sender);
    else if (message.kind === 'failure') ports.onFailure(new Error(`DICOM thread: ${message.name}`));
    else if (message.kind === 'opened') opened.resolve(message.port);
    else if (message.kind === 'refused') opened.reject(new VaultError('protocol_error', message.message));
    else if (message.kind === 'collected') for (const done of forgotten) done();
  });
  // Its message may say what a peer sent.
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
    else tell({ kind: 'look' });
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
          tell({ kind: 'collect' });
        }),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
