/**
 * Stores the fingerprint of the founder's keys outside the data folder at each unlock. While the vault is locked, this
 * computer trusts the membership list that starts with these keys. Source: sealing design B11.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { idInPath, type WorkspaceId } from '#contract/ids.ts';
import { ANCHOR_MAX_BYTES, readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import type { FounderAnchor } from './founder-anchor-port.ts';

const FINGERPRINT = /^[0-9a-f]{64}$/;

export function createFounderAnchor(stateDir: string): FounderAnchor {
  const folder = join(stateDir, 'anchors');
  const fileOf = (workspaceId: WorkspaceId) => join(folder, `${idInPath(workspaceId)}.founder`);
  return {
    read(workspaceId) {
      const file = fileOf(workspaceId);
      try {
        const text = readWholeFile(file, ANCHOR_MAX_BYTES).toString('utf8').trim();
        return FINGERPRINT.test(text) ? text : undefined;
      } catch {
        return undefined;
      }
    },
    write(workspaceId, fingerprint) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(workspaceId);
      replaceOwnFile(file, `${fingerprint}\n`);
    },
  };
}
