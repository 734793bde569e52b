/**
 * Network relay for tests that can delay, freeze or cut connections. Runs in its own thread, because the tested code
 * blocks the thread it runs in.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Time limit of a command, because a lost thread would otherwise block the test for ever. */
const COMMAND_MAX_MS = 30_000;

export interface RelayStart {
  readonly toPort: number;
  readonly delayMs: number;
  /** Number of finished commands. */
  readonly done: Int32Array;
}

export type RelayCommand =
  | { readonly kind: 'freeze' | 'deafen' | 'thaw' | 'refuse' | 'within' | 'end' }
  | { readonly kind: 'lead'; readonly toPort: number }
  | { readonly kind: 'halt'; readonly answer: string }
  | { readonly kind: 'watch'; readonly text: string; readonly isPassed: boolean };

export interface TcpRelay {
  readonly port: number;
  /** Lets nothing pass, without closing connections. */
  readonly freeze: () => void;
  /** Forwards requests but drops responses. */
  readonly deafen: () => void;
  /** Target port of new connections. */
  readonly lead: (toPort: number) => void;
  /** Closes every connection, and new ones at once. */
  readonly refuse: () => void;
  /** Resumes: waiting bytes pass, and new connections are accepted. */
  readonly thaw: () => void;
  /**
   * Cuts the connection when the client sends `text`: before it has passed, or with `isPassed` before its response.
   */
  readonly cutAt: (text: string, isPassed: boolean) => void;
  /** Resolves once the client has sent `text`; it passes, but its response does not. */
  readonly sent: (text: string) => Promise<void>;
  /** Freezes when the database responds with `answer`, until `thaw`. Resolves at that moment. */
  readonly haltAt: (answer: string) => Promise<void>;
  /** Freezes before the last statement of the next transaction. Resolves at that moment. */
  readonly haltWithin: () => Promise<void>;
  readonly end: () => void;
}

/** `delayMs` of every piece, each way. */
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
