/**
 * Messages between the DICOM thread and the vault. The thread has no keys and opens nothing: it calls the vault for
 * what an association needs; each call is answered by its number.
 */
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import type { WorklistItem, WorklistKeys } from '#dicom/worklist-attributes.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';

/** Options passed to the thread when it starts. */
export type DimseStart = Omit<ReceiverOptions, 'group'>;

/** Calls of the thread. `object` is the number of the call that began it. */
export type DimseAsk =
  | { readonly kind: 'begin'; readonly source: string }
  | { readonly kind: 'write'; readonly object: number; readonly bytes: Uint8Array }
  | { readonly kind: 'finish' | 'discard'; readonly object: number }
  | { readonly kind: 'worklist'; readonly station: string; readonly keys: WorklistKeys };

export type FromDimseThread =
  | { readonly kind: 'opened'; readonly port: number }
  /** Message: the port could not be opened. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly ask: DimseAsk }
  | { readonly kind: 'received'; readonly sender: string }
  /** Name of an error of the thread, without received values. */
  | { readonly kind: 'failure'; readonly name: string }
  | { readonly kind: 'here' }
  | { readonly kind: 'collected' };

export interface DimseResult {
  /** Result of a worklist query. */
  readonly items?: readonly WorklistItem[];
}

export type DimseAnswer =
  | DimseResult
  /** `code` is absent where the vault failed and has already reported it. */
  | { readonly code: ErrorCode | undefined; readonly message: string };

export type ToDimseThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: DimseAnswer }
  /** Checks that the thread responds. */
  | { readonly kind: 'look' }
  | { readonly kind: 'collect' };
