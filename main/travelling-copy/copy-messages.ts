/** What the main process and the thread that works on a travelling copy say to each other, typed on both sides. */
import type { TakeFailure } from '#main/preload/bridge.ts';
import type { CopySummary } from '#server/sync/copy-summary.ts';

export interface WantedGroup {
  readonly security_group_id: string;
  /** Exams last changed before stay at the vault; null takes all. */
  readonly since: string | null;
}

/** One order for each thread. */
export type CopyOrder =
  | { readonly does: 'look' | 'delete'; readonly copyDir: string }
  | {
      readonly does: 'take';
      readonly copyDir: string;
      /** That of the computer, with the folder it joined the vault by. */
      readonly dataDir: string;
      readonly passphrase: string;
      readonly principal_id: string;
      readonly groups: readonly WantedGroup[];
    };

export interface CopyProgress {
  readonly patients: number;
  readonly exams: number;
  /** Sealed. */
  readonly bytes: number;
}

/** Progress at any time, one of the others last. */
export type FromCopyThread =
  | { readonly type: 'progress'; readonly progress: CopyProgress }
  | { readonly type: 'done'; readonly outline: CopySummary | null }
  | { readonly type: 'failed'; readonly failure: TakeFailure };

export type ToCopyThread = { readonly type: 'cancel' };
