/**
 * Reads a credential folder as `srvault credential create` writes it. Node only.
 * Source: choices, "Command line `srvault`".
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertPrivate } from './client-certificate.ts';
import { readFolderFile } from './read-folder-file.ts';

export const CREDENTIAL_FILES = {
  ca: 'ca.crt',
  cert: 'client.crt',
  key: 'client.key',
  token: 'token',
  about: 'credential.json',
} as const;

/** Content of `credential.json`, without secrets. */
interface CredentialAbout {
  readonly credential_id: string;
  readonly principal_id: string;
  readonly client_cn: string;
  readonly base_url: string;
  /** Addresses of the vault, preferred first; `base_url` if undefined. */
  readonly addresses?: readonly string[];
  readonly groups: readonly {
    readonly security_group_id: string;
    readonly name: string;
    readonly role: string;
  }[];
}

/** Returns the folder's token. @throws Error if the file is missing or others may read it. */
export function readToken(folder: string): string {
  const path = join(folder, CREDENTIAL_FILES.token);
  assertPrivate(path);
  return readFolderFile(path).toString('utf8').trim();
}

/** Returns the credential's id. @throws Error if the file is missing or invalid. */
export function readCredentialId(folder: string): string {
  return readAbout(folder).credential_id;
}

/** Returns the addresses, preferred first. @throws Error if the file is missing or invalid. */
export function readAddresses(folder: string): readonly string[] {
  const { addresses = [], base_url } = readAbout(folder);
  return addresses.length > 0 ? addresses : [base_url];
}

/** Reads the description of a credential folder. @throws Error if the file is missing or invalid. */
export function readAbout(folder: string): CredentialAbout {
  const path = join(folder, CREDENTIAL_FILES.about);
  if (!existsSync(path))
    throw new Error(
      `There is no credential folder at ${folder}; «srvault credential create --out» makes one.`,
    );
  const about: unknown = JSON.parse(readFolderFile(path).toString('utf8'));
  if (isAbout(about)) return about;
  throw new Error(`${path} does not describe a credential.`);
}

function isAbout(value: unknown): value is CredentialAbout {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['credential_id', 'principal_id', 'client_cn', 'base_url'];
  const addresses = fields.get('addresses') ?? [];
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    Array.isArray(fields.get('groups')) &&
    Array.isArray(addresses) &&
    addresses.every((address) => typeof address === 'string')
  );
}
