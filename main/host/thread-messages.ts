/** What the main process and the vault's worker thread say to each other, typed on both sides. */
import type { MessagePort } from 'node:worker_threads';

/** Given to the thread when it starts. */
export interface ThreadStart {
  readonly dataDir: string;
  /** Folder of the built interface. */
  readonly uiDir: string;
  /** Undefined: the default port, or a free one where that is taken. */
  readonly port: number | undefined;
  /** Sandboxes are asked for by message; otherwise the thread starts them itself, as under Node. */
  readonly asksForSandboxes: boolean;
}

/** Sent once when the vault listens, or could not be opened; log lines at any time; `closed` last. */
export type FromThread =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'log'; readonly line: string }
  /** Asks for a sandbox at the other end of the port. */
  | { readonly type: 'sandbox'; readonly port: MessagePort }
  | { readonly type: 'closed' };

export type ToThread = { readonly type: 'close' };
