/** Copies one sealed file, syncs it and returns its length and SHA-256. */
import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';

const BUFFER_BYTES = 1024 * 1024;
/**
 * Copies run in parallel: each small file is opened, read, written, synced and closed, so this many keep a disk busy.
 */
export const COPIED_AT_ONCE = 16;
/** Buffers used again while copies run, because allocating one per small file would take most of the time. */
const spareBuffers: Buffer[] = [];
/** Number of running copies. */
let copying = 0;
let idle: NodeJS.Timeout | undefined;
const SPARE_FOR_MS = 5_000;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
}

/** @param maxBytes bytes after which copying ends: whatever the length of a file that others may write */
export async function copyHashed(
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
  maxBytes: number = Number.MAX_SAFE_INTEGER,
): Promise<Copied> {
  const source = await openRegularFile(from);
  let left = maxBytes;
  try {
    return await writeHashed(
      async (into) => {
        const { bytesRead } = await source.read(into, 0, Math.min(into.length, left));
        left -= bytesRead;
        return bytesRead;
      },
      to,
      onBytes,
    );
  } finally {
    await source.close();
  }
}

/** `read` fills the given buffer with the next bytes and returns their number; 0 at the end. */
export async function writeHashed(
  read: (into: Uint8Array) => Promise<number>,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<Copied> {
  const target = await create(to);
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  copying += 1;
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for (let length = await read(buffer); length > 0; length = await read(buffer)) {
      const filled = buffer.subarray(0, length);
      hash.update(filled);
      await writeWhole(target, filled);
      bytes += length;
      onBytes(length);
    }
    await target.datasync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    copying -= 1;
    if (spareBuffers.length < COPIED_AT_ONCE) spareBuffers.push(buffer);
    letGoSoon();
    await target.close();
  }
}

/** Frees the spare buffers after a while without copies. */
function letGoSoon(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (copying === 0) spareBuffers.length = 0;
  }, SPARE_FOR_MS).unref();
}

/** Creates the file; creates its folder only when missing, which is rare. */
async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', FILE_MODE);
  } catch (error) {
    if (!isEnoent(error)) throw error;
    await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
    return open(file, 'wx', FILE_MODE);
  }
}

async function writeWhole(
  target: { write: (bytes: Uint8Array, offset: number, length: number) => Promise<{ bytesWritten: number }> },
  bytes: Uint8Array,
): Promise<void> {
  let written = 0;
  while (written < bytes.length)
    written += (await target.write(bytes, written, bytes.length - written)).bytesWritten;
}

/** Makes a hard link to a file that never changes. False where the file system has no links, or the file is gone. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (!isEnoent(error)) throw error;
      await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE });
      await link(from, to);
    });
    return true;
  } catch {
    return false;
  }
}

/** Writes lines without holding them all in memory. @returns length and hash of the file */
export async function writeLines(file: string, pages: Iterable<readonly string[]>): Promise<Copied> {
  const handle = await create(file);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for (const page of pages) {
      const text = Buffer.from(page.map((line) => `${line}\n`).join(''));
      hash.update(text);
      bytes += text.length;
      await writeWhole(handle, text);
    }
    await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

export async function writeSynced(file: string, content: Uint8Array): Promise<void> {
  const handle = await create(file);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
