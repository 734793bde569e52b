/**
 * A network between two ends of this computer that a test delays, stops and cuts. It runs in a thread of its own: what
 * is tested blocks the one it runs in.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Whoever waits for a thread that is gone would wait for ever, and no time-out of a test would end it. */
const COMMAND_MAX_MS = 30_000;

export interface RelayStart {
  readonly toPort: number;
  readonly delayMs: number;
  /** Counts the commands that are done. */
  readonly done: Int32Array;
}

export type RelayCommand =
  | { readonly kind: 'freeze' | 'deafen' | 'thaw' | 'refuse' | 'within' | 'end' }
  | { readonly kind: 'lead'; readonly toPort: number }
  | { readonly kind: 'halt'; readonly answer: string }
  | { readonly kind: 'watch'; readonly text: string; readonly isPassed: boolean };

export interface TcpRelay {
  readonly port: number;
  /** Nothing passes any more, and nobody is told. */
  readonly freeze: () => void;
  /** What is sent arrives, and no answer comes back. */
  readonly deafen: () => void;
  /** Where new connections lead. */
  readonly lead: (toPort: number) => void;
  /** Ends every connection, and new ones at once. */
  readonly refuse: () => void;
  /** What waited passes, and who comes is let in. */
  readonly thaw: () => void;
  /** Cuts where the client sends `text`: before it has passed, or, `isPassed`, before its answer has. */
  readonly cutAt: (text: string, isPassed: boolean) => void;
  /** Resolves once the client has sent `text`, which has passed; its answer will not. */
  readonly sent: (text: string) => Promise<void>;
  /** From the moment the database answers `answer`, which is held back, nothing passes until `thaw`. Resolves then. */
  readonly haltAt: (answer: string) => Promise<void>;
  /** From before the last statement of a transaction on, as soon as the client sends one. Resolves then. */
  readonly haltWithin: () => Promise<void>;
  readonly end: () => void;
}

/** `delayMs`: how long every piece takes, each way. */
export async function startRelay(toPort: number, delayMs = 0): Promise<TcpRelay> {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const start: RelayStart = { toPort, delayMs, done };
  const thread = new Worker(new URL('./tcp-relay-thread.ts', import.meta.url), { workerData: start });
  const [address]: unknown[] = await once(thread, 'message');
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('no port');
  function command(asked: RelayCommand): void {
    const before = Atomics.load(done, 0);
    thread.postMessage(asked);
    if (Atomics.wait(done, 0, before, COMMAND_MAX_MS) === 'timed-out')
      throw new Error(`the relay does not obey: ${asked.kind}`);
  }
  return {
    port: Number(address.port),
    freeze: () => command({ kind: 'freeze' }),
    refuse: () => command({ kind: 'refuse' }),
    thaw: () => command({ kind: 'thaw' }),
    deafen: () => command({ kind: 'deafen' }),
    lead: (to) => command({ kind: 'lead', toPort: to }),
    cutAt: (text, isPassed) => command({ kind: 'watch', text, isPassed }),
    async sent(text) {
      const seen = once(thread, 'message');
      command({ kind: 'watch', text, isPassed: true });
      await seen;
    },
    async haltAt(answer) {
      const halted = once(thread, 'message');
      command({ kind: 'halt', answer });
      await halted;
    },
    async haltWithin() {
      const halted = once(thread, 'message');
      command({ kind: 'within' });
      await halted;
    },
    end: () => command({ kind: 'end' }),
  };
}
