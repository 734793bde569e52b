/**
 * Refuses to write as root into another user's vault: that user's service could not read files created by root, such as
 * keys and index snapshots, and would not start.
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DataDir } from './data-dir.ts';

interface OwnerCheck {
  /** True when the command also works over the socket of a running service. */
  readonly worksServed?: boolean;
}

/** Requires that this user owns an existing vault. @throws permission_denied; nothing was touched */
export function assertOwnVault({ root, database, storeFile }: DataDir, check?: OwnerCheck): void {
  for (const path of [database, storeFile]) assertOwner(ownerOf(path), root, check);
}

/**
 * Requires that this user owns the place of a new vault: the owner of the parent folder will run it. @throws
 * permission_denied
 */
export function assertOwnPlace({ root }: DataDir, check?: OwnerCheck): void {
  let place = root;
  while (ownerOf(place) === undefined && dirname(place) !== place) place = dirname(place);
  assertOwner(ownerOf(place), root, check);
}

function assertOwner(owner: number | undefined, root: string, { worksServed = true }: OwnerCheck = {}): void {
  if (owner === undefined || owner === 0 || process.geteuid?.() !== 0) return;
  throw new VaultError(
    'permission_denied',
    `${root} belongs to user number ${owner}, and this command runs as root: its service could not read what root writes. Nothing was changed. Run it as that user (setpriv --reuid=${owner} --clear-groups …, or sudo -u '#${owner}' …)${worksServed ? ', or while the service runs' : ''}.`,
  );
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
