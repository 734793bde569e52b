/**
 * Parses and stores the address of a vault's sealed files when they are not in its folder: an S3 bucket, or a folder
 * shared by servers. Kept in the vault's folder, so that every command finds it. A bucket's address has no key: keys
 * are in a file only its owner can read, or in the usual `AWS_…` variables. Source: choices, second part, "Clinic".
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import { type BucketKeys, type BucketVariables, readBucketVariables } from './env.ts';
import type { DataDir } from './folder/data-dir.ts';

export interface SharedFolderAddress {
  readonly kind: 'folder';
  readonly dir: string;
}

export interface BucketAddress {
  readonly kind: 'bucket';
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every object's name, ending with a slash; empty for none. */
  readonly prefix: string;
  /** Keys of the bucket from the environment, where the address names no file. */
  readonly keys: BucketKeys | undefined;
  readonly credentialsFile: string;
  readonly profile: string;
  /** PEM file of the storage's CA; undefined: the system's CAs. */
  readonly caFile: string | undefined;
  /** Size of the disk cache for sealed blocks; 0 disables it. */
  readonly cacheBytes: number;
}

const GIB = 1024 ** 3;
const CACHE_DEFAULT_BYTES = GIB;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-]{1,64}\/){0,8}$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const PARAMETERS = ['endpoint', 'region', 'credentials', 'profile', 'ca', 'cache'];

/** Parses the address of sealed files. @throws invalid_request, without repeating the address */
export function parseBlobStoreAddress(
  text: string,
  variables: BucketVariables = readBucketVariables(),
): BucketAddress | SharedFolderAddress {
  if (isAbsolute(text)) return { kind: 'folder', dir: text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host))
    throw refused(
      'Write --blobs as s3://bucket/prefix?endpoint=https://host:port, or as the full path of a folder.',
    );
  if (url.username !== '' || url.password !== '')
    throw refused(
      'Others on this computer can see an address with a key in it. Put the key into a file and name it with credentials=.',
    );
  const given = url.searchParams;
  const unknown = [...given.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw refused(`--blobs accepts only ${PARAMETERS.join(', ')} after its question mark.`);
  const region = given.get('region') ?? variables.region ?? 'us-east-1';
  const prefix = url.pathname.replace(/^\//, '').replace(/([^/])$/, '$1/');
  if (!PREFIX.test(prefix)) throw refused('The prefix of --blobs may have only letters, digits, - and _.');
  if (!REGION.test(region)) throw refused('The region of --blobs may have only small letters, digits and -.');
  const namesKeys = given.has('credentials') || given.has('profile');
  const { keys, credentialsFile, profile, caFile } = variables;
  const ca = given.get('ca') ?? caFile;
  return {
    kind: 'bucket',
    ...{ region, prefix, bucket: url.host },
    endpoint: endpointOf(given.get('endpoint') ?? variables.endpoint ?? `https://s3.${region}.amazonaws.com`),
    keys: namesKeys ? undefined : keys,
    credentialsFile: absolute(
      given.get('credentials') ?? credentialsFile ?? join(homedir(), '.aws', 'credentials'),
    ),
    profile: given.get('profile') ?? profile ?? 'default',
    caFile: ca === undefined ? undefined : absolute(ca),
    cacheBytes: cacheOf(given.get('cache')),
  };
}

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw refused('Write the endpoint of --blobs as https://host:port; http:// only on this computer.');
  if (url.pathname !== '/' || url.search !== '' || url.username !== '' || url.password !== '')
    throw refused('The endpoint of --blobs must be a host and a port only.');
  return url.origin;
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path;
  throw refused('Name the files of a bucket by their full path, because every command reads them.');
}

function cacheOf(text: string | null): number {
  if (text === null) return CACHE_DEFAULT_BYTES;
  const match = /^(\d{1,6})([MG]?)$/.exec(text);
  if (match === null || (match[2] === '' && Number(match[1]) !== 0))
    throw refused('Write the cache of --blobs as a size such as 500M or 50G, or 0.');
  return Number(match[1]) * (match[2] === 'G' ? GIB : 1024 ** 2);
}

/**
 * Reads the keys of a bucket. @throws invalid_request when the file is missing, readable by others, or lacks the
 * profile's key
 */
export function readBucketKeys({ keys, credentialsFile, profile }: BucketAddress): BucketKeys {
  if (keys !== undefined) return keys;
  const stat = statSync(credentialsFile, { throwIfNoEntry: false });
  if (stat?.isFile() !== true)
    throw refused(
      'The file with the keys of the bucket was not found. Name it with credentials=, or set the usual AWS_… variables.',
    );
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw refused(
      'Others on this computer can read the file with the keys of the bucket. Run chmod 600 on it.',
    );
  const values = sectionOf(readFileSync(credentialsFile, 'utf8'), profile);
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  if (!accessKeyId || !secretAccessKey)
    throw refused(
      'The file with the keys of the bucket has no aws_access_key_id and aws_secret_access_key in this profile.',
    );
  return { accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') };
}

/** Parses the format of `~/.aws/credentials`. */
function sectionOf(text: string, profile: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let isMeant = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(.*?)\s*\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isMeant = section === profile;
    const pair = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line);
    if (isMeant && pair?.[1] !== undefined && pair[2] !== undefined) values.set(pair[1], pair[2]);
  }
  return values;
}

/** Reads the stored address as given; undefined where the files are in the folder itself. */
export function readBlobStoreAddress({ filesFile }: DataDir): string | undefined {
  return existsSync(filesFile)
    ? readWholeFile(filesFile, SMALL_FILE_MAX_BYTES).toString('utf8').trim()
    : undefined;
}

export function writeBlobStoreAddress({ filesFile }: DataDir, address: string): void {
  replaceOwnFile(filesFile, `${address}\n`);
}

/** The kind of storage, for display; undefined: the folder itself. */
export function blobStoreKind(layout: DataDir): 'a bucket' | 'a shared folder' | undefined {
  const address = readBlobStoreAddress(layout);
  if (address === undefined) return undefined;
  return isAbsolute(address) ? 'a shared folder' : 'a bucket';
}

function refused(message: string): VaultError {
  return new VaultError('invalid_request', message);
}
