/**
 * Folder `remote/` of a computer that joined a vault on another computer: certificate, key and the agreed vault. The
 * token is stored only if it opens no group.
 */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CREDENTIAL_FILES, readAbout } from './credential-folder.ts';
import { readFolderFile } from './read-folder-file.ts';
import type { ProbeIdentity, VaultIdentity } from './transport/probe-address.ts';

/** Identity and addresses agreed when the computer joined. */
export interface JoinedVault extends VaultIdentity {
  /** Addresses of the vault as origins, preferred first. */
  readonly addresses: readonly string[];
}

export interface JoinedFolder {
  /** Credential folder whose token may be missing. */
  readonly folder: string;
  readonly joined: JoinedVault;
}

/** Credential that is to be stored. */
export interface IncomingCredential {
  readonly files: Readonly<Record<string, Buffer>>;
  readonly identity: ProbeIdentity;
  readonly client_cn: string;
  readonly addresses: readonly string[];
}

/** Folder names of a computer without its own vault, and of one with a travelling copy. */
type FolderName = 'remote' | 'clinic';

const FOLDER: FolderName = 'remote';
const JOINED_FILE = 'vault.json';
const FOLDER_MODE = 0o700;
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;
const SECRETS: ReadonlySet<string> = new Set([CREDENTIAL_FILES.key, CREDENTIAL_FILES.token]);

/** Reads the credential folder of a vault to join. @throws Error if a file is missing or invalid. */
export function readIncomingCredential(folder: string): IncomingCredential {
  const { addresses = [], base_url, client_cn, groups } = readAbout(folder);
  const read = (name: string) => readFolderFile(join(folder, name));
  const [ca, cert, key] = [
    read(CREDENTIAL_FILES.ca),
    read(CREDENTIAL_FILES.cert),
    read(CREDENTIAL_FILES.key),
  ];
  // Leave out a token that opens groups, because a thief of the computer could use it without a passphrase.
  const hasToken = groups.length === 0 && existsSync(join(folder, CREDENTIAL_FILES.token));
  return {
    files: {
      [CREDENTIAL_FILES.ca]: ca,
      [CREDENTIAL_FILES.cert]: cert,
      [CREDENTIAL_FILES.key]: key,
      [CREDENTIAL_FILES.about]: read(CREDENTIAL_FILES.about),
      ...(hasToken ? { [CREDENTIAL_FILES.token]: read(CREDENTIAL_FILES.token) } : {}),
    },
    identity: { ca, cert, key },
    client_cn,
    addresses: addresses.length > 0 ? addresses : [base_url],
  };
}

/** Returns undefined if this data folder opens its own vault. @throws Error if the folder is damaged. */
export function readJoinedVault(dataDir: string, name: FolderName = FOLDER): JoinedFolder | undefined {
  const folder = join(dataDir, name);
  if (!existsSync(folder)) return undefined;
  const joined: unknown = JSON.parse(readFolderFile(join(folder, JOINED_FILE)).toString('utf8'));
  if (!isJoined(joined)) throw new Error(`${join(folder, JOINED_FILE)} does not describe a vault.`);
  return { folder, joined };
}

/** Writes under a temporary name until complete. @throws Error if the data folder has joined a vault already. */
export function writeJoinedVault(
  dataDir: string,
  { files }: IncomingCredential,
  joined: JoinedVault,
  name: FolderName = FOLDER,
): void {
  const folder = join(dataDir, name);
  if (existsSync(folder))
    throw new Error('This computer already opens a vault on another machine. Leave that one first.');
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(dirname(fresh), { recursive: true, mode: FOLDER_MODE });
  mkdirSync(fresh, { mode: FOLDER_MODE });
  const about = Buffer.from(`${JSON.stringify(joined, null, 2)}\n`);
  for (const [name, content] of Object.entries({ ...files, [JOINED_FILE]: about })) {
    const mode = SECRETS.has(name) ? SECRET_MODE : PUBLIC_MODE;
    writeFileSync(join(fresh, name), content, { mode, flag: 'wx', flush: true });
  }
  renameSync(fresh, folder);
}

/** Replaces the addresses of the same vault, by renaming a complete file. */
export function rewriteJoinedVault(folder: string, joined: JoinedVault): void {
  const file = join(folder, JOINED_FILE);
  const text = `${JSON.stringify(joined, null, 2)}\n`;
  // Removed first: neither a link nor a named pipe there is written to.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode: PUBLIC_MODE, flag: 'wx', flush: true });
  renameSync(`${file}.new`, file);
}

/** Removes the joined vault, so that the data folder opens its own again. */
export function removeJoinedVault(dataDir: string): void {
  rmSync(join(dataDir, FOLDER), { recursive: true, force: true });
}

function isJoined(value: unknown): value is JoinedVault {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const addresses = fields.get('addresses');
  return (
    ['workspace_id', 'name', 'founder_key'].every((name) => typeof fields.get(name) === 'string') &&
    Array.isArray(addresses) &&
    addresses.length > 0 &&
    addresses.every((address) => typeof address === 'string')
  );
}
