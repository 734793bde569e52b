/** What the caller of an upload may ask for, and what it is told on the way. */
import type { CallOptions } from '#sdk/http/call.ts';

export interface Progress {
  /** Bytes. */
  readonly loaded: number;
  /** Undefined where a stream does not know its length. */
  readonly total: number | undefined;
}

export interface UploadOptions extends CallOptions {
  /** The file's own name unless given. */
  readonly name?: string;
  readonly parent_id?: string | undefined;
  readonly exam_id?: string | undefined;
  readonly mime_type?: string;
  readonly on_conflict?: 'rename' | 'fail';
  /** Length in bytes of a stream that does not know its own; lets a long one be resumable. */
  readonly size?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the id of a resumable transfer as soon as it exists: what `resume` takes later. */
  readonly onStart?: (nodeId: string) => void;
  /** Goes on with an interrupted transfer of the same file instead of beginning one; parts that differ are sent again. */
  readonly resume?: string | undefined;
  /** Reads the stored file back and compares its SHA-256. */
  readonly verify?: boolean;
}
