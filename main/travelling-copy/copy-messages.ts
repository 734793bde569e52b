/** Types of the messages between main process and the thread that works on a travelling copy. */
import type { TakeFailure } from '#main/preload/bridge.ts';
import type { CopySummary } from '#server/sync/copy-summary.ts';

export interface WantedGroup {
  readonly security_group_id: string;
  /** Exams last changed before are left out; null copies all. */
  readonly since: string | null;
}

/** Work given to a thread; each runs one. */
export type CopyOrder =
  | { readonly does: 'look' | 'delete'; readonly copyDir: string }
  | {
      readonly does: 'take';
      readonly copyDir: string;
      /** Data folder of the computer, with the credential by which it joined. */
      readonly dataDir: string;
      readonly passphrase: string;
      readonly principal_id: string;
      readonly groups: readonly WantedGroup[];
    };

export interface CopyProgress {
  readonly patients: number;
  readonly exams: number;
  /** Sealed bytes received so far. */
  readonly bytes: number;
}

/** Messages of the copy thread: progress repeatedly, then one final result. */
export type FromCopyThread =
  | { readonly type: 'progress'; readonly progress: CopyProgress }
  | { readonly type: 'done'; readonly outline: CopySummary | null }
  | { readonly type: 'failed'; readonly failure: TakeFailure };

export type ToCopyThread = { readonly type: 'cancel' };
