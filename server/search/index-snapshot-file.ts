/**
 * Sealed snapshots of a group's index on disk, one per shard: DIR/search/<group>.sealed, <group>.1.sealed and so on.
 * They are a cache: whatever a damaged or old one lacks is indexed again. The shard's number has no meaning.
 * <group>.progress.sealed stores each snapshot's last change. Format of both: generation of the group key (u32, big
 * endian), packed envelope. Writes and removals of all groups run one after the other; a failed write is dropped.
 * Source: sealing design, "Also settled".
 */

import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { idInPath, type SecurityGroupId, type WorkspaceId } from '#contract/ids.ts';
import { freeBuffer, fromUtf8, utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { searchContext } from '#crypto/sealing/context.ts';
import { openPackedInPlace, sealPacked } from '#crypto/sealing/envelope.ts';
import { createSerialQueue } from '#server/system/concurrency/serial-queue.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';
import { openOwnFile } from '#server/system/files/write-own-file.ts';
import type { SnapshotProgress } from './index-shard.ts';

const GENERATION_BYTES = 4;
const PROGRESS_PAD_BYTES = 256;
/** Extra buffer space for a larger next snapshot. */
const ROOM_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export interface IndexSnapshotKey {
  readonly generation: number;
  /** 32 bytes, the group's search subkey of that generation. */
  readonly key: Uint8Array;
}

/** Returns the search key of a generation; undefined for an unavailable one. */
export type SearchKeyOf = (generation: number) => Uint8Array | undefined;

export type IndexSnapshotFiles = ReturnType<typeof createIndexSnapshotFiles>;

export function createIndexSnapshotFiles(dataDir: string, workspaceId: () => WorkspaceId) {
  const folder = join(dataDir, 'search');
  const turns = createSerialQueue();

  const fileOf = (securityGroupId: SecurityGroupId, shard: number): string =>
    join(folder, `${idInPath(securityGroupId)}${shard === 0 ? '' : `.${shard}`}.sealed`);
  const contextOf = (security_group_id: SecurityGroupId, generation: number) =>
    searchContext({ workspace_id: workspaceId(), security_group_id, generation });

  const progressFile = (securityGroupId: SecurityGroupId): string =>
    join(folder, `${idInPath(securityGroupId)}.progress.sealed`);

  async function store(file: string, parts: readonly Uint8Array[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = await openOwnFile(`${file}.part`);
    try {
      await part.writev([...parts]);
      await part.sync();
    } finally {
      await part.close();
    }
    await rename(`${file}.part`, file);
  }

  /**
   * Seals before returning, writes afterwards. Failures are ignored: without the cache the next unlock opens the
   * summaries one by one.
   */
  function sealInto(
    file: string,
    securityGroupId: SecurityGroupId,
    { generation, key }: IndexSnapshotKey,
    content: Uint8Array,
    padTo: number,
  ): void {
    const packed = sealPacked(key, content, contextOf(securityGroupId, generation), padTo);
    const header = Buffer.alloc(GENERATION_BYTES);
    header.writeUInt32BE(generation);
    turns.run(() => store(file, [header, packed]).finally(() => freeBuffer(packed))).catch(() => undefined);
  }

  /** Position of `sealed`; undefined when it does not open. */
  function openSealed(
    sealed: Buffer,
    securityGroupId: SecurityGroupId,
    keyOf: SearchKeyOf,
  ): Uint8Array | undefined {
    if (sealed.length < GENERATION_BYTES) return undefined;
    const generation = sealed.readUInt32BE(0);
    const key = keyOf(generation);
    if (key === undefined) return undefined;
    try {
      return openPackedInPlace(
        key,
        sealed.subarray(GENERATION_BYTES),
        contextOf(securityGroupId, generation),
      );
    } catch (error) {
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  }

  async function listFiles(securityGroupId: SecurityGroupId): Promise<string[]> {
    const names = new Set(await readdir(folder).catch(() => []));
    const files: string[] = [];
    for (let file = fileOf(securityGroupId, 0); names.has(basename(file)); ) {
      files.push(file);
      file = fileOf(securityGroupId, files.length);
    }
    return files;
  }

  return {
    /**
     * Yields opened snapshots in shard order, undefined for one that does not open. Each is valid until the next is
     * requested, and then zeroed; the next file is read meanwhile into the previous buffer.
     */
    async *openAll(
      securityGroupId: SecurityGroupId,
      keyOf: SearchKeyOf,
    ): AsyncGenerator<Uint8Array | undefined> {
      const files = await listFiles(securityGroupId);
      let spare: Buffer = NOTHING;
      let reading = readInto(spare, files[0]);
      try {
        for (let at = 0; at < files.length; at += 1) {
          const sealed = await reading;
          reading = readInto(spare, files[at + 1]);
          spare = sealed;
          yield openSealed(sealed, securityGroupId, keyOf);
          wipe(sealed);
        }
      } finally {
        for (const { buffer } of [spare, await reading]) {
          const memory = new Uint8Array(buffer);
          wipe(memory);
          freeBuffer(memory);
        }
      }
    },

    write(
      securityGroupId: SecurityGroupId,
      shard: number,
      imageKey: IndexSnapshotKey,
      image: Uint8Array,
    ): void {
      sealInto(fileOf(securityGroupId, shard), securityGroupId, imageKey, image, 1);
    },

    /** Progress by shard; undefined when unknown. */
    async readProgress(
      securityGroupId: SecurityGroupId,
      keyOf: SearchKeyOf,
    ): Promise<readonly SnapshotProgress[] | undefined> {
      const sealed = await readInto(NOTHING, progressFile(securityGroupId));
      const opened = openSealed(sealed, securityGroupId, keyOf);
      if (opened === undefined) return undefined;
      try {
        return JSON.parse(fromUtf8(opened));
      } catch {
        // Decrypts but is no JSON, for example a snapshot that was renamed to the name of the progress file.
        return undefined;
      }
    },

    /** Call after writing the snapshots it describes. */
    writeProgress(
      securityGroupId: SecurityGroupId,
      imageKey: IndexSnapshotKey,
      progress: readonly SnapshotProgress[],
    ): void {
      const content = utf8(JSON.stringify(progress));
      sealInto(progressFile(securityGroupId), securityGroupId, imageKey, content, PROGRESS_PAD_BYTES);
    },

    /** Resolves when the group's snapshots, and pending writes, are gone. */
    remove: (securityGroupId: SecurityGroupId): Promise<void> =>
      turns.run(async () => {
        const names = await readdir(folder).catch(() => []);
        const own = names.filter((name) => name.startsWith(`${idInPath(securityGroupId)}.`));
        for (const name of own) await rm(join(folder, name), { force: true });
      }),

    /** Resolves when all requested writes are on the disk. */
    whenWritten: turns.whenIdle,
  };
}

/**
 * Reads a file, into the buffer of `spare` where it fits; empty for a missing file. A new buffer for each snapshot
 * would take longer than opening it.
 */
async function readInto(spare: Buffer, file: string | undefined): Promise<Buffer> {
  const handle = file === undefined ? undefined : await openRegularFile(file).catch(() => undefined);
  if (handle === undefined) return NOTHING;
  try {
    const { size } = await handle.stat();
    const hasRoom = spare.buffer.byteLength >= size;
    const memory = hasRoom ? Buffer.from(spare.buffer) : Buffer.allocUnsafeSlow(size + ROOM_BYTES);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await handle.read(memory, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return memory.subarray(0, filled);
  } catch {
    return NOTHING;
  } finally {
    await handle.close();
  }
}
