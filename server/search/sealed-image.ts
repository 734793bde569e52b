/**
 * The sealed images of a group's index on disk, one per shard, DIR/search/<group>.sealed, <group>.1.sealed and on: a
 * cache, never the truth. Whatever is wrong with one, what it lacks is taken in anew; which shard an image was of
 * matters to nobody. Format: generation of the group key (u32, big endian), packed envelope.
 * Writes and removals of all groups run one after the other; a write that fails is dropped.
 * Source: sealing design, "Also settled".
 */

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { idInPath, type SecurityGroupId, type WorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { searchContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';

const GENERATION_BYTES = 4;

export interface ImageKey {
  readonly generation: number;
  /** 32 bytes, the group's search subkey of that generation. */
  readonly key: Uint8Array;
}

export type SealedImages = ReturnType<typeof createSealedImages>;

export function createSealedImages(dataDir: string, workspaceId: () => WorkspaceId) {
  const folder = join(dataDir, 'search');
  let queue: Promise<void> = Promise.resolve();

  const fileOf = (securityGroupId: SecurityGroupId, shard: number): string =>
    join(folder, `${idInPath(securityGroupId)}${shard === 0 ? '' : `.${shard}`}.sealed`);
  const contextOf = (security_group_id: SecurityGroupId, generation: number) =>
    searchContext({ workspace_id: workspaceId(), security_group_id, generation });

  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  async function store(file: string, parts: readonly Uint8Array[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = await open(`${file}.part`, 'w', 0o600);
    try {
      await part.writev([...parts]);
      await part.sync();
    } finally {
      await part.close();
    }
    await rename(`${file}.part`, file);
  }

  return {
    /** How many images there may be: numbers below this one. */
    async count(securityGroupId: SecurityGroupId): Promise<number> {
      const names = new Set(await readdir(folder).catch(() => []));
      let shards = 0;
      while (names.has(basename(fileOf(securityGroupId, shards)))) shards += 1;
      return shards;
    },

    /** @returns the opened image, or undefined when there is none that opens. `keyOf` gives undefined for a generation not held. */
    async read(
      securityGroupId: SecurityGroupId,
      shard: number,
      keyOf: (generation: number) => Uint8Array | undefined,
    ): Promise<Uint8Array | undefined> {
      const sealed = await readFile(fileOf(securityGroupId, shard)).catch(() => undefined);
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

    /** Seals before it returns, writes afterwards. */
    write(
      securityGroupId: SecurityGroupId,
      shard: number,
      { generation, key }: ImageKey,
      image: Uint8Array,
    ): void {
      const packed = sealPacked(key, image, contextOf(securityGroupId, generation), 1);
      const header = Buffer.alloc(GENERATION_BYTES);
      header.writeUInt32BE(generation);
      // Only a cache: without it the next unlock opens the summaries one by one.
      enqueue(() => store(fileOf(securityGroupId, shard), [header, packed])).catch(() => undefined);
    },

    /** Resolves when the group's images, and any that were still to be written before, are gone. */
    remove: (securityGroupId: SecurityGroupId): Promise<void> =>
      enqueue(async () => {
        const names = await readdir(folder).catch(() => []);
        const own = names.filter((name) => name.startsWith(`${idInPath(securityGroupId)}.`));
        for (const name of own) await rm(join(folder, name), { force: true });
      }),

    /** Resolves when everything asked for so far is on the disk. */
    settled: (): Promise<void> => queue,
  };
}
