/**
 * 16 MiB set aside in the data folder, so that on a full disk the vault still starts, locks, revokes, purges and
 * writes its log. Given free when a write meets the full disk, or a start finds next to nothing left; held again once
 * there is room. Until then the vault is short of room and takes nothing new. Source: sealing design B8.
 */
import { closeSync, lstatSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '#crypto/random.ts';
import { createOwnFile } from '#server/system/files/own-file.ts';

const RESERVE_BYTES = 16 * 1024 * 1024;
/** What has to be free beside it before room is set aside. */
const MARGIN_BYTES = 16 * 1024 * 1024;
/** Log and index of an opened database, and the first transactions. */
const START_NEEDS_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Not at the start itself: a folder that is opened for a moment is not to be filled first. */
const HOLD_FIRST_MS = 1_000;
const HOLD_EVERY_MS = 30_000;

export interface DiskReserve {
  /** Sets the room aside, where there is enough of it. */
  readonly allocate: () => void;
  /** Soon, and from time to time, until the answer is called. */
  readonly keepAllocated: (onFailure: (error: unknown) => void) => () => void;
  /** @returns false when none was held. */
  readonly release: () => boolean;
  /** Before the database is opened: gives the room free where nothing else is left. */
  readonly releaseIfNeededToStart: () => void;
  /** Nothing new is taken; sees by itself when there is room again. */
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
      // Random, because some file systems set nothing aside for zeros.
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
