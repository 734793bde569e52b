/**
 * Connects commands to a vault through a credential folder: its certificate, token and groups.
 * Source: choices, "Command line `srvault`" (`--profile`, `--url`, `--group`).
 */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type CredentialTokenPayload, parseCredentialToken } from '#contract/access/credential-token.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { VaultClient } from '#sdk/client.ts';
import { connect } from '#sdk/node/connect.ts';
import { CREDENTIAL_FILES, readAddresses, readCredentialId, readToken } from '#sdk/node/credential-folder.ts';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';
import { parseAddresses } from '#sdk/node/transport/addresses.ts';
import { type CliContext, type OutputOptions, warn } from './context.ts';
import { TOKEN_CODEC } from './credential-token-codec.ts';
import { UsageError } from './exit-codes.ts';

export interface ProfileOptions extends OutputOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly group?: string;
}

export interface Connected {
  readonly client: VaultClient;
  readonly credential: CredentialTokenPayload;
  /** Returns the group of `--group`, or the credential's only one. @throws UsageError */
  readonly group: () => string;
}

export function addProfileOptions(command: Command): Command {
  return command
    .option('--profile <dir>', 'credential folder (or SRVAULT_PROFILE)')
    .option('--url <url>', 'address of the vault, instead of the one in the credential')
    .option('--group <id>', 'security group; needed only if the credential has more than one')
    .option('--json', 'print exactly one JSON document');
}

/**
 * Returns the credential folder of the command. @throws UsageError if none is given or it is not a credential
 * folder.
 */
export function profileFolder(context: CliContext, options: ProfileOptions): string {
  const folder = options.profile ?? context.env['SRVAULT_PROFILE'];
  if (!folder) throw new UsageError('Name the credential folder with --profile, or in SRVAULT_PROFILE.');
  const missing = Object.values(CREDENTIAL_FILES).filter((file) => !existsSync(join(folder, file)));
  if (missing.length === 0) return folder;
  throw new UsageError(`${folder} is not a credential folder: ${missing.join(', ')} not found.`);
}

/**
 * Reads the token without network.
 * @throws UsageError if others may read it; VaultError `credential_rejected` if it is damaged.
 */
export function readCredential(folder: string): CredentialTokenPayload {
  const token = parseCredentialToken(
    orUsage(folder, () => readToken(folder)),
    TOKEN_CODEC,
  );
  if (token === undefined)
    throw new VaultError('credential_rejected', `The token in ${folder} is damaged. Issue a new credential.`);
  return token.payload;
}

/** Days before expiry from which a certificate is renewed. */
const RENEWED_BEFORE_DAYS = 30;

/** Tries to renew on every command. It may fail, because it needs an unlocked administrator or owner. */
async function renewIfDue(context: CliContext, profile: string, client: VaultClient): Promise<void> {
  const { days_left } = certificateOf(profile);
  if (days_left >= RENEWED_BEFORE_DAYS) return;
  try {
    renewCredentialFolder(
      profile,
      await client.credentials.renew(readCredentialId(profile), { signal: context.signal, maxRetries: 0 }),
    );
    warn(context, `the certificate of ${profile} was renewed`);
  } catch {
    warn(
      context,
      `the certificate of ${profile} expires in ${days_left} days; renew it while an administrator is unlocked (srvault credential renew)`,
    );
  }
}

/** Returns the folder's certificate and its remaining whole days; negative after expiry. */
export function certificateOf(profile: string): { certificate: X509Certificate; days_left: number } {
  const certificate = new X509Certificate(readFileSync(join(profile, CREDENTIAL_FILES.cert)));
  return {
    certificate,
    days_left: Math.floor((certificate.validToDate.getTime() - Date.now()) / (24 * 60 * 60 * 1000)),
  };
}

/**
 * Runs `work` with a client of the profile, then always locks its session. Renews an expiring certificate first,
 * unless `renews` is false.
 */
export async function withClient<T>(
  context: CliContext,
  options: ProfileOptions,
  work: (connected: Connected) => Promise<T>,
  { renews = true }: { readonly renews?: boolean } = {},
): Promise<T> {
  const profile = profileFolder(context, options);
  const credential = readCredential(profile);
  const client = connectProfile(context, profile, options.url);
  try {
    if (renews) await renewIfDue(context, profile, client);
    return await work({ client, credential, group: () => groupOf(options, credential) });
  } finally {
    // Lock the session, so that keys stay in the server's memory only while the command runs.
    if (client.session.token() !== undefined) {
      await client.session.lock({}, { maxRetries: 0, timeoutMs: 5_000 }).catch(() => undefined);
    }
    await client.close();
  }
}

/**
 * Creates a client from a credential folder. @throws UsageError if an address is invalid, the certificate is
 * unreadable, or others may read its key.
 */
function connectProfile(context: CliContext, profile: string, url: string | undefined): VaultClient {
  return orUsage(profile, () =>
    connect({
      profile,
      baseUrl: parseAddresses(url === undefined ? readAddresses(profile) : [url]),
      ...logOf(context),
    }),
  );
}

/** Turns read errors of a credential folder into usage errors. @throws UsageError */
function orUsage<T>(profile: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : `${profile} cannot be used as a credential folder.`,
    );
  }
}

function groupOf(options: ProfileOptions, { groups }: CredentialTokenPayload): string {
  if (options.group !== undefined) return options.group;
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return only.security_group_id;
  const list = groups.map(({ security_group_id, name }) => `  ${security_group_id}  ${name}`).join('\n');
  throw new UsageError(`Name one of the credential's groups with --group:\n${list}`);
}

/** `SRVAULT_DEBUG=1` logs every attempt on stderr: routes and codes, never values. */
function logOf(context: CliContext) {
  if (!context.env['SRVAULT_DEBUG']) return {};
  return {
    log: (line: object) =>
      warn(
        context,
        Object.entries(line)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(' '),
      ),
  };
}
