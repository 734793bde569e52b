import type { Database } from 'better-sqlite3';
import type { Settings } from '#contract/access/credentials.ts';
import type { Clock } from '#server/access/clock.ts';
import type { CommitQueue } from '#server/db/commit-queue.ts';

/** What the drives need of the rest of the server. */
export interface DrivesDeps {
  readonly db: Database;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly workspaceId: () => string;
  readonly settings: () => Pick<Settings, 'max_file_bytes' | 'storage_credit_bytes'>;
  /** UUID version 7. */
  readonly newId: () => string;
  readonly dataDir: string;
  /** The group an exam lies in; undefined when there is no such exam. */
  readonly findExamGroup: (examId: string) => { readonly security_group_id: string } | undefined;
}
