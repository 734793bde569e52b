/**
 * Checks the size limit of one file and the storage quota of the workspace. Trash and reservations of uploads count;
 * purging frees. Source: choices, "Drives".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import type { NodeStore } from '#server/storage/drives/node-store.ts';

export interface StorageQuota {
  /** Checks that a file fits. @throws request_too_large, insufficient_credit when a file of `bytes` does not fit. */
  readonly check: (bytes: number) => void;
}

export function createStorageQuota(store: NodeStore, settings: DrivesDeps['settings']): StorageQuota {
  return {
    check(bytes) {
      const { max_file_bytes, storage_credit_bytes } = settings();
      if (bytes > max_file_bytes) {
        throw new VaultError('request_too_large', `A file may have at most ${max_file_bytes} bytes here.`);
      }
      if (storage_credit_bytes !== null && store.usedBytes() + bytes > storage_credit_bytes) {
        throw new VaultError(
          'insufficient_credit',
          'The storage credit of the workspace is used up. Purge files from the trash, or ask an administrator for more.',
        );
      }
    },
  };
}
