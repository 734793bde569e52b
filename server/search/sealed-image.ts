/**
 * The sealed image of a group's index on disk, DIR/search/<group>.sealed: a cache, never the truth. Whatever is
 * wrong with it, the index is built anew. Format: generation of the group key (u32, big endian), packed envelope.
 * Source: sealing design, "Also settled".
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { searchContext } from '#crypto/context.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { openPacked, sealPacked } from '#crypto/envelope.ts';

const GENERATION_BYTES = 4;

export interface ImageKey {
  readonly generation: number;
  /** 32 bytes, the group's search subkey of that generation. */
  readonly key: Uint8Array;
}

export type SealedImages = ReturnType<typeof createSealedImages>;

export function createSealedImages(dataDir: string, workspaceId: () => string) {
  const folder = join(dataDir, 'search');
  const fileOf = (securityGroupId: string): string => join(folder, `${securityGroupId}.sealed`);
  const contextOf = (security_group_id: string, generation: number) =>
    searchContext({ workspace_id: workspaceId(), security_group_id, generation });

  return {
    /** @returns the opened image, or undefined when there is none that opens. `keyOf` gives undefined for a generation not held. */
    async read(
      securityGroupId: string,
      keyOf: (generation: number) => Uint8Array | undefined,
    ): Promise<Uint8Array | undefined> {
      const sealed = await readFile(fileOf(securityGroupId)).catch(() => undefined);
      if (sealed === undefined || sealed.length < GENERATION_BYTES) return undefined;
      const generation = sealed.readUInt32BE(0);
      const key = keyOf(generation);
      if (key === undefined) return undefined;
      try {
        return openPacked(key, sealed.subarray(GENERATION_BYTES), contextOf(securityGroupId, generation));
      } catch (error) {
        if (error instanceof CryptoError) return undefined;
        throw error;
      }
    },

    /** Seals now; the returned function writes: part, fsync, rename. */
    seal(securityGroupId: string, { generation, key }: ImageKey, image: Uint8Array): () => Promise<void> {
      const packed = sealPacked(key, image, contextOf(securityGroupId, generation), 1);
      const header = Buffer.alloc(GENERATION_BYTES);
      header.writeUInt32BE(generation);
      return async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const part = `${fileOf(securityGroupId)}.part`;
        const file = await open(part, 'w', 0o600);
        try {
          await file.writev([header, packed]);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, fileOf(securityGroupId));
      };
    },

    remove: (securityGroupId: string): Promise<void> => rm(fileOf(securityGroupId), { force: true }),
  };
}
