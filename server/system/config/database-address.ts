/**
 * Parses and stores the address of a PostgreSQL database with the vault's rows. Kept in the folder, readable only by
 * its owner, so that every command finds it. It may include a password; `~/.pgpass`, `PGPASSWORD` or a certificate
 * avoid one on the command line. Source: choices, second part, "Clinic".
 */
import { existsSync } from 'node:fs';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import type { DataDir } from './folder/data-dir.ts';

/** Several hosts are separated by commas, as in PostgreSQL's own programs. */
const ADDRESS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?#]*@)?(?<hosts>[^@/?#]*)(?<rest>\/[^?#].*|\/?\?.*)$/s;
/** Accepted values of `target_session_attrs`; the vault requires a writable host anyway. */
const TAKES_WRITES = ['read-write', 'primary', 'any'];

/**
 * Returns one address per host, in order: `postgres://vault@a:5432,b/vault` and `…?host=a,b&port=5432,5433` name two.
 * @throws invalid_request, without repeating the address
 */
export function hostAddresses(text: string): readonly string[] {
  const { scheme = '', user = '', hosts = '', rest = '' } = ADDRESS.exec(text)?.groups ?? {};
  const singles = hosts.split(',').flatMap((host) => listedHosts(`${scheme}${user}${host}${rest}`));
  const isUsable = singles.every((url) => url !== undefined && url.pathname.length >= 2);
  if (!isUsable || (hosts.includes(',') && hosts.split(',').includes('')))
    throw new VaultError(
      'invalid_request',
      'Write --store as postgres://user@host:port/database; separate several hosts by commas.',
    );
  return singles.map((url) => {
    const wanted = url?.searchParams.get('target_session_attrs') ?? 'any';
    if (!TAKES_WRITES.includes(wanted))
      throw new VaultError(
        'invalid_request',
        'target_session_attrs of --store must be read-write or left out, because the vault writes.',
      );
    url?.searchParams.delete('target_session_attrs');
    return url?.href ?? '';
  });
}

/** Parses hosts listed in the query, with a port for each or one for all. */
function listedHosts(text: string): readonly (URL | undefined)[] {
  if (!URL.canParse(text)) return [undefined];
  const hosts = new URL(text).searchParams.get('host')?.split(',') ?? [];
  const ports = new URL(text).searchParams.get('port')?.split(',') ?? [];
  if (hosts.length < 2) return [new URL(text)];
  if (ports.length > 1 && ports.length !== hosts.length) return [undefined];
  return hosts.map((host, at) => {
    const url = new URL(text);
    url.searchParams.set('host', host);
    const port = ports[at] ?? ports[0];
    if (port !== undefined) url.searchParams.set('port', port);
    return url;
  });
}

/** Parses the address of a database. @throws invalid_request, without repeating the address */
export function parseDatabaseAddress(text: string): string {
  hostAddresses(text);
  return text;
}

/** True when it contains a password, which other users of this computer could see on the command line. */
export function containsPassword(address: string): boolean {
  return hostAddresses(address).some((each) => {
    const url = new URL(each);
    return url.password !== '' || url.searchParams.has('password');
  });
}

/** True for the same database and user, whatever the password and the order of hosts. */
export function isSameDatabase(one: string, other: string): boolean {
  const hosts = (address: string) => hostAddresses(address).map(withoutItsPassword).toSorted().join(' ');
  return hosts(one) === hosts(other);
}

/** Removes the password from an address, for display and storage. @throws invalid_request */
export function withoutPassword(address: string): string {
  const {
    scheme = '',
    user = '',
    hosts = '',
    rest = '',
  } = ADDRESS.exec(parseDatabaseAddress(address))?.groups ?? {};
  const [first = ''] = hosts.split(',');
  const shown = ADDRESS.exec(withoutItsPassword(`${scheme}${user}${first}${rest}`))?.groups;
  return [shown?.['scheme'], shown?.['user'], hosts, shown?.['rest']].join('');
}

function withoutItsPassword(single: string): string {
  const url = new URL(single);
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}

/** Reads the stored address; undefined where the rows are in the folder itself. */
export function readDatabaseAddress({ storeFile }: DataDir): string | undefined {
  return existsSync(storeFile)
    ? parseDatabaseAddress(readWholeFile(storeFile, SMALL_FILE_MAX_BYTES).toString('utf8').trim())
    : undefined;
}

export function writeDatabaseAddress({ storeFile }: DataDir, address: string): void {
  replaceOwnFile(storeFile, `${address}\n`);
}

/**
 * Requires that the rows are in the folder's own database. @throws invalid_request where they are stored elsewhere
 */
export function assertDatabaseInFolder(layout: DataDir): void {
  if (readDatabaseAddress(layout) === undefined) return;
  throw new VaultError('invalid_request', 'The records of this vault are in PostgreSQL, not in this folder.');
}
