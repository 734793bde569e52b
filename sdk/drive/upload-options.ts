/** Options and progress callbacks of an upload. */
import type { CallOptions } from '#sdk/http/call.ts';

export interface Progress {
  /** Number of bytes sent so far. */
  readonly loaded: number;
  /** Number of bytes of the upload; undefined if a stream does not know its length. */
  readonly total: number | undefined;
}

export interface UploadOptions extends CallOptions {
  /** Name of the file; its own by default. */
  readonly name?: string;
  readonly parent_id?: string | undefined;
  readonly exam_id?: string | undefined;
  readonly mime_type?: string;
  readonly on_conflict?: 'rename' | 'fail';
  /** Length in bytes of a stream that does not know its own; allows a resumable transfer. */
  readonly size?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the id of a resumable transfer once it exists, for later use as `resume`. */
  readonly onStart?: (nodeId: string) => void;
  /** Id of an interrupted transfer of the same file to continue; parts that differ are sent again. */
  readonly resume?: string | undefined;
  /** True to read the stored file back and compare its SHA-256. */
  readonly verify?: boolean;
}
