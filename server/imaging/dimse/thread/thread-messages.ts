/**
 * What the DICOM thread and the vault say to each other. The thread holds no key and opens nothing: it asks for
 * what an association needs, one call at a time answered by its number.
 */
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import type { WorklistItem, WorklistKeys } from '#dicom/worklist.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';

/** Given to the thread when it starts. */
export type DimseStart = Omit<ReceiverOptions, 'group'>;

/** What the thread asks for. `object` is the number of the call that began it. */
export type DimseAsk =
  | { readonly kind: 'begin'; readonly source: string }
  | { readonly kind: 'write'; readonly object: number; readonly bytes: Uint8Array }
  | { readonly kind: 'finish' | 'discard'; readonly object: number }
  | { readonly kind: 'worklist'; readonly station: string; readonly keys: WorklistKeys };

export type FromDimseThread =
  | { readonly kind: 'opened'; readonly port: number }
  /** The port cannot be opened. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly ask: DimseAsk }
  | { readonly kind: 'received'; readonly sender: string }
  /** Its own, without what the peer sent. */
  | { readonly kind: 'failure'; readonly name: string }
  | { readonly kind: 'here' }
  | { readonly kind: 'collected' };

export interface DimseResult {
  /** Of a worklist. */
  readonly items?: readonly WorklistItem[];
}

export type DimseAnswer =
  | DimseResult
  /** `code` is absent where the vault failed; it has told so itself. */
  | { readonly code: ErrorCode | undefined; readonly message: string };

export type ToDimseThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: DimseAnswer }
  /** Asks whether the thread still turns. */
  | { readonly kind: 'look' }
  | { readonly kind: 'collect' };
