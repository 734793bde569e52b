/**
 * Reserves 16 MiB of disk space in the data folder, so that with a full disk the vault still starts, locks, revokes,
 * purges and writes its log. Released when a write finds the disk full, or at a start with almost no space; reserved
 * again once there is space. Meanwhile the vault accepts no new data. Source: sealing design B8.
 */
import { closeSync, lstatSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '#crypto/random.ts';
import { createOwnFile } from '#server/system/files/write-own-file.ts';

const RESERVE_BYTES = 16 * 1024 * 1024;
/** Space that must be free beside the reserve. */
const MARGIN_BYTES = 16 * 1024 * 1024;
/** Space for log and index of an opened database, and the first transactions. */
const START_NEEDS_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Delay before the first reservation, because a folder may be opened only briefly. */
const HOLD_FIRST_MS = 1_000;
const HOLD_EVERY_MS = 30_000;

export interface DiskReserve {
  /** Reserves the space, if enough is free. */
  readonly allocate: () => void;
  /** Reserves soon and periodically, until the result is called. */
  readonly keepAllocated: (onFailure: (error: unknown) => void) => () => void;
  /** Releases the reserve. @returns false when there was none. */
  readonly release: () => boolean;
  /** Call before opening the database: releases the reserve where no other space is left. */
  readonly releaseIfNeededToStart: () => void;
  /** True while no new data is accepted; checks automatically for free space. */
  readonly isShort: () => boolean;
}

export function createDiskReserve(root: string): DiskReserve {
  const file = join(root, 'reserve');
  let isHeld = lstatSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES;

  function freeBytes(): number {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  }

  function release(): boolean {
    const was = isHeld;
    rmSync(file, { force: true });
    isHeld = false;
    return was;
  }

  function hold(): void {
    if (isHeld || freeBytes() < RESERVE_BYTES + MARGIN_BYTES) return;
    const handle = createOwnFile(file);
    try {
      // Random bytes, because some file systems allocate nothing for zeros.
      for (let at = 0; at < RESERVE_BYTES; at += PIECE_BYTES) writeSync(handle, randomBytes(PIECE_BYTES));
      isHeld = true;
    } finally {
      closeSync(handle);
      if (!isHeld) rmSync(file, { force: true });
    }
  }

  function holdUnlessItFails(onFailure: (error: unknown) => void): void {
    try {
      hold();
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    allocate: hold,
    keepAllocated(onFailure) {
      const first = setTimeout(holdUnlessItFails, HOLD_FIRST_MS, onFailure).unref();
      const holding = setInterval(holdUnlessItFails, HOLD_EVERY_MS, onFailure).unref();
      return () => {
        clearTimeout(first);
        clearInterval(holding);
      };
    },
    release,
    releaseIfNeededToStart() {
      if (freeBytes() < START_NEEDS_BYTES) release();
    },
    isShort: () => !isHeld && freeBytes() < RESERVE_BYTES + MARGIN_BYTES,
  };
}
