/** Creates a client from a credential folder. Separate from reading the folder, which needs no client. */
import { join } from 'node:path';
import { type ClientOptions, createClient, type VaultClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { CREDENTIAL_FILES, readAddresses, readToken } from './credential-folder.ts';
import { createLastSeenState } from './last-seen-state.ts';

export interface ConnectOptions extends Omit<ClientOptions, 'transport' | 'token' | 'session_token'> {
  /** Credential folder; `SRVAULT_PROFILE` by default. */
  readonly profile?: string | undefined;
  /** Address or addresses; the folder's own by default. */
  readonly baseUrl?: string | readonly string[] | undefined;
}

/**
 * Returns a client that authenticates with the folder's certificate and opens its session with the folder's token.
 * @throws TypeError if no folder is given; Error if it is not a credential folder.
 */
export function connect(given: ConnectOptions = {}): VaultClient {
  const { profile = process.env['SRVAULT_PROFILE'], baseUrl, ...options } = given ?? {};
  if (typeof profile !== 'string' || profile === '')
    throw new TypeError(
      "connect: name the credential folder, connect({ profile: 'FOLDER' }) or SRVAULT_PROFILE; «srvault credential create» makes one.",
    );
  for (const address of [baseUrl ?? []].flat()) assertHttps(address);
  const transport = nodeTransport({
    baseUrl: baseUrl ?? readAddresses(profile),
    ca: join(profile, CREDENTIAL_FILES.ca),
    cert: join(profile, CREDENTIAL_FILES.cert),
    key: join(profile, CREDENTIAL_FILES.key),
    seenStates: createLastSeenState(profile),
  });
  return createClient({ ...options, transport, token: readToken(profile) });
}

function assertHttps(address: string): void {
  if (URL.parse(address)?.protocol === 'https:') return;
  throw new TypeError(
    `baseUrl: the vault is reached by https with a certificate, as in https://127.0.0.1:8743, not by «${address}».`,
  );
}
