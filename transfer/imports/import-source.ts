/**
 * What an import reads and what it is given by whoever runs it: the command line has paths, a page has chosen files.
 * Bytes are read when they are needed, so that a folder of any size never lies in memory.
 */
import type { VaultClient } from '#sdk/client.ts';
import type { UploadInput } from '#sdk/drive/upload-source.ts';

export interface ImportSource {
  /** The path as its person knows it: what is told of the file is told by this. */
  readonly name: string;
  readonly bytes: () => Promise<Uint8Array>;
  /** The same bytes as they come, for what may be larger than memory. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** What the client uploads it from. */
  readonly upload: UploadInput;
}

export interface ImportTarget {
  readonly client: VaultClient;
  readonly security_group_id: string;
  readonly signal: AbortSignal;
}
