/**
 * Reads and writes the marker file of a travelling copy: its home vault and its person. No security decision depends on
 * it, because seals and signatures verify the copy's content.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  isUuidV7,
  type PrincipalId,
  parsePrincipalId,
  parseWorkspaceId,
  type WorkspaceId,
} from '#contract/ids.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import type { DataDir } from './data-dir.ts';

const MARK_MAX_BYTES = 64 * 1024;

export interface CopyMarker {
  /** Identifies this copy; names its data outside the folder. */
  readonly copy_id: string;
  readonly workspace_id: WorkspaceId;
  readonly name: string;
  /** Fingerprint compared when the computer joined; 64 hex digits. */
  readonly founder_key: string;
  readonly principal_id: PrincipalId;
  readonly taken_at: string;
  /** False while the copy is being created: it cannot be opened. */
  readonly is_whole: boolean;
}

/**
 * Reads the marker file of a copy; undefined where the folder has none. @throws protocol_error where it is damaged
 */
export function readCopyMarker({ copyFile }: DataDir): CopyMarker | undefined {
  if (!existsSync(copyFile)) return undefined;
  const mark = parse(copyFile);
  if (mark !== undefined) return mark;
  throw new VaultError(
    'protocol_error',
    'The marker file of this travelling copy is damaged. Nothing was changed. Take the copy again into a new folder.',
  );
}

export function writeCopyMarker({ copyFile }: DataDir, mark: CopyMarker): void {
  replaceOwnFile(copyFile, `${JSON.stringify(mark)}\n`, { isFlushed: true });
}

/** Folder of a data folder's anchors. @throws protocol_error where its marker file is damaged */
export function anchorDirFor(stateDir: string, layout: DataDir): string {
  return anchorDirOf(stateDir, readCopyMarker(layout));
}

/** A copy's anchors are separate, because its history differs from the home vault's. */
export function anchorDirOf(stateDir: string, mark: CopyMarker | undefined): string {
  return mark === undefined ? stateDir : join(stateDir, 'copies', mark.copy_id);
}

function parse(file: string): CopyMarker | undefined {
  try {
    const content: unknown = JSON.parse(readWholeFile(file, MARK_MAX_BYTES).toString('utf8'));
    if (typeof content !== 'object' || content === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(content));
    const text = (name: string) => {
      const value = fields.get(name);
      if (typeof value !== 'string') throw new TypeError(name);
      return value;
    };
    if (!isUuidV7(text('copy_id'))) return undefined;
    return {
      copy_id: text('copy_id'),
      workspace_id: parseWorkspaceId(text('workspace_id')),
      name: text('name'),
      founder_key: text('founder_key'),
      principal_id: parsePrincipalId(text('principal_id')),
      taken_at: text('taken_at'),
      is_whole: fields.get('is_whole') === true,
    };
  } catch {
    return undefined;
  }
}
