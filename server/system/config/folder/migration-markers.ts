/** Reads and writes marker files of a moved vault, in its old folder and in its new one. */
import { existsSync, rmSync } from 'node:fs';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import type { DataDir } from './data-dir.ts';

/** Location of a vault: its folder, and the storage of rows and files when not in there. */
export interface VaultLocation {
  readonly data_dir: string;
  readonly store: string | null;
  readonly blobs: string | null;
}

export interface MovedMarker extends VaultLocation {
  readonly moved_at: string;
}

/** Reads the marker file of the old folder; undefined when missing or unreadable. */
export function readMovedMarker({ movedFile }: DataDir): MovedMarker | undefined {
  const content = readJson(movedFile);
  return isPlace(content) && 'moved_at' in content && typeof content.moved_at === 'string'
    ? { ...placeOf(content), moved_at: content.moved_at }
    : undefined;
}

export function writeMovedMarker({ movedFile }: DataDir, moved: MovedMarker): void {
  write(movedFile, moved);
}

/** Marker file of the new folder: the source and the complete target. */
export interface MovingMarker {
  readonly from: VaultLocation;
  readonly to: VaultLocation;
}

export function readMovingMarker({ movingFile }: DataDir): MovingMarker | undefined {
  const content = readJson(movingFile);
  if (typeof content !== 'object' || content === null || !('from' in content) || !('to' in content))
    return undefined;
  const { from, to } = content;
  return isPlace(from) && isPlace(to) ? { from: placeOf(from), to: placeOf(to) } : undefined;
}

export function writeMovingMarker({ movingFile }: DataDir, moving: MovingMarker): void {
  write(movingFile, moving);
}

export function removeMovingMarker({ movingFile }: DataDir): void {
  rmSync(movingFile, { force: true });
}

/**
 * Call before opening a vault for writing. @throws protocol_error where it was moved, or its migration is incomplete
 */
export function assertNotMoved(layout: DataDir): void {
  if (existsSync(layout.movingFile))
    throw new VaultError(
      'protocol_error',
      'A migration here was interrupted. Run the same «srvault migrate»; the source is unchanged.',
    );
  if (!existsSync(layout.movedFile)) return;
  const moved = readMovedMarker(layout);
  const where =
    moved === undefined ? 'elsewhere' : `to ${placeWords(moved)} on ${moved.moved_at.slice(0, 10)}`;
  throw new VaultError(
    'protocol_error',
    `This vault was moved ${where}. Open it there. This folder was kept unchanged. ${resumeInstructions(layout)}`,
  );
}

/** Instructions for the user, in the old folder. */
export function resumeInstructions(layout: DataDir): string {
  const table = existsSync(layout.storeFile) ? ' and the table «vault_moved» from its database' : '';
  return `To go on here instead, without anything written there since, remove the file «migrated» from this folder${table}.`;
}

function placeWords({ data_dir, store, blobs }: VaultLocation): string {
  const parts = [
    data_dir,
    ...(store === null ? [] : [`its records in ${store}`]),
    // The query of the address contains file names of this computer.
    ...(blobs === null ? [] : [`its files in ${blobs.replace(/\?.*$/, '')}`]),
  ];
  return parts.join(', ');
}

export function isSameLocation(left: VaultLocation, right: VaultLocation): boolean {
  return left.data_dir === right.data_dir && left.store === right.store && left.blobs === right.blobs;
}

function write(file: string, content: MovedMarker | MovingMarker): void {
  replaceOwnFile(file, `${JSON.stringify(content)}\n`, { isFlushed: true });
}

const MARK_MAX_BYTES = 64 * 1024;

function readJson(file: string): unknown {
  try {
    return JSON.parse(readWholeFile(file, MARK_MAX_BYTES).toString('utf8'));
  } catch {
    return undefined;
  }
}

function isPlace(value: unknown): value is VaultLocation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'data_dir' in value &&
    typeof value.data_dir === 'string' &&
    'store' in value &&
    isTextOrNull(value.store) &&
    'blobs' in value &&
    isTextOrNull(value.blobs)
  );
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function placeOf({ data_dir, store, blobs }: VaultLocation): VaultLocation {
  return { data_dir, store, blobs };
}
