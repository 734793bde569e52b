/**
 * Starts and stops the vault in a worker thread of the main process. `close` drains requests, locks every session,
 * checkpoints and releases the folder before the thread ends.
 */
import { Worker } from 'node:worker_threads';
import { relaySandbox } from '#main/host/sandbox-channel.ts';
import type { FromThread, ThreadStart, ToThread } from '#main/host/thread-messages.ts';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';

/** Longest wait for an orderly end: requests drain for 5 s, then everything is written. */
const CLOSE_MAX_MS = 15_000;

export interface VaultHost {
  /** Address of the vault's server, `https://127.0.0.1:PORT`. */
  readonly url: string;
  /** Resolves when the vault is closed, in order or by the time limit. */
  readonly close: () => Promise<void>;
  /** Called when the thread ended unexpectedly. */
  readonly onLost: (listener: () => void) => void;
}

export interface VaultHostOptions extends Omit<ThreadStart, 'asksForSandboxes'> {
  /** Starts sandboxes for the thread; undefined lets the thread start child processes of Node. */
  readonly startSandbox?: () => SandboxChild;
  /** Built file of the vault's worker thread, `vault-thread.js`. */
  readonly threadFile: string;
  /** Receives one JSON line, without clinical content. */
  readonly log: (line: string) => void;
}

/** Starts the vault in its worker thread. @throws Error with a message for the person if it cannot be opened. */
export async function startVaultHost({
  log,
  threadFile,
  startSandbox,
  ...start
}: VaultHostOptions): Promise<VaultHost> {
  const lost = new Set<() => void>();
  let closing: Promise<void> | undefined;
  const worker = new Worker(threadFile, {
    workerData: { ...start, asksForSandboxes: startSandbox !== undefined } satisfies ThreadStart,
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if (message.type === 'listening') resolve(message.url);
      else if (message.type === 'failed') reject(new Error(message.message));
      else if (message.type === 'log') log(message.line);
      else if (message.type === 'sandbox' && startSandbox) relaySandbox(message.port, startSandbox());
    });
    worker.on('error', (error) => {
      log(JSON.stringify({ level: 50, msg: 'the vault thread failed', failure: error.name }));
      reject(new Error('The vault could not be opened.'));
    });
  });
  exited.then(() => {
    if (closing) return;
    for (const listener of lost) listener();
  });

  async function close(): Promise<void> {
    const message: ToThread = { type: 'close' };
    worker.postMessage(message);
    const limit = setTimeout(() => {
      log(JSON.stringify({ level: 40, msg: 'the vault did not close in time' }));
      worker.terminate();
    }, CLOSE_MAX_MS);
    await exited;
    clearTimeout(limit);
  }

  return {
    url,
    close() {
      closing ??= close();
      return closing;
    },
    onLost: (listener) => void lost.add(listener),
  };
}
