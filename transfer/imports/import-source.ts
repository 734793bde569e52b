/**
 * Input of an import, passed by the command line (paths) or a page (chosen files). Bytes are read on demand, so that a
 * folder of any size is never completely in memory.
 */
import type { VaultClient } from '#sdk/client.ts';
import type { UploadInput } from '#sdk/drive/upload-source.ts';

export interface ImportSource {
  /** The path as the person knows it; used in reports. */
  readonly name: string;
  readonly bytes: () => Promise<Uint8Array>;
  /** The file's bytes in pieces, for files larger than memory. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** Content of the file as upload input for the client. */
  readonly upload: UploadInput;
}

export interface ImportTarget {
  readonly client: VaultClient;
  readonly security_group_id: string;
  readonly signal: AbortSignal;
}
