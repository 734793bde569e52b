/**
 * Where the rows of a vault lie when not in its folder: the address of a PostgreSQL database, kept in the folder, for
 * its owner alone, so that every command finds it. It may hold a password; `~/.pgpass`, `PGPASSWORD` or a certificate
 * keep that off the command line. Source: choices, second part, "Clinic".
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { VaultError } from '#contract/vault-error.ts';
import type { DataDir } from './data-dir.ts';

/** @throws invalid_request, without repeating the address */
export function parseStoreAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new VaultError('invalid_request', '--store takes postgres://user@host:port/database.');
  return text;
}

/** Whether others on this computer saw a password in it while it was typed. */
export function holdsPassword(address: string): boolean {
  const url = new URL(parseStoreAddress(address));
  return url.password !== '' || url.searchParams.has('password');
}

/** Same database for the same user, however the password is given. */
export function isSameStore(one: string, other: string): boolean {
  return withoutPassword(one) === withoutPassword(other);
}

/** To be shown or written down. @throws invalid_request */
export function withoutPassword(address: string): string {
  const url = new URL(parseStoreAddress(address));
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}

/** Undefined where the rows lie in the folder itself. */
export function readStoreAddress({ storeFile }: DataDir): string | undefined {
  return existsSync(storeFile) ? parseStoreAddress(readFileSync(storeFile, 'utf8').trim()) : undefined;
}

export function writeStoreAddress({ storeFile }: DataDir, address: string): void {
  writeFileSync(`${storeFile}.new`, `${address}\n`, { mode: 0o600 });
  renameSync(`${storeFile}.new`, storeFile);
}

/** For what reads the folder's own database. @throws invalid_request where the rows lie elsewhere */
export function assertRowsInFolder(layout: DataDir): void {
  if (readStoreAddress(layout) === undefined) return;
  throw new VaultError('invalid_request', 'The records of this vault lie in PostgreSQL, not in this folder.');
}
