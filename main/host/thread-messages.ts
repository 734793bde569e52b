/** Types of the messages between main process and vault thread. */
import type { MessagePort } from 'node:worker_threads';

/** Data given to the thread when it starts. */
export interface ThreadStart {
  readonly dataDir: string;
  /** Folder of the built interface. */
  readonly uiDir: string;
  /** Port of the vault's server. Undefined uses the default port, or a free one if it is taken. */
  readonly port: number | undefined;
  /** True if the thread requests sandboxes by message; otherwise it starts them itself, as under Node. */
  readonly asksForSandboxes: boolean;
}

/** Messages of the thread: one when the vault listens or failed to open, log lines at any time, `closed` last. */
export type FromThread =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'log'; readonly line: string }
  /** Asks the main process to start a sandbox at the other end of the port, because the thread cannot. */
  | { readonly type: 'sandbox'; readonly port: MessagePort }
  | { readonly type: 'closed' };

export type ToThread = { readonly type: 'close' };
