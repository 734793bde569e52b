/** Probes an address with a credential: this vault, another one, or the reason why it is not usable. */
import { X509Certificate } from 'node:crypto';
import type { VaultState } from '#contract/access/vault.ts';
import { createClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { failureKind } from './connection-failure.ts';

/** Parts of a credential needed for probing, as bytes or PEM text. */
export interface ProbeIdentity {
  readonly ca: string | Uint8Array;
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** Identity that a vault reports before a session is opened. */
export interface VaultIdentity {
  readonly workspace_id: string;
  readonly name: string;
  /** Fingerprint of the founder's public keys, 64 hex digits. */
  readonly founder_key: string;
}

export type AddressState =
  | 'answers'
  /** Nothing listens at the address, or it stopped responding. */
  | 'unreachable'
  /** The server's certificate is from another authority than the credential's. */
  | 'not_trusted'
  /** The server's certificate is expired or not yet valid, or this computer's clock is wrong. */
  | 'not_valid_now'
  /** The server's certificate has another name. */
  | 'wrong_name'
  /** The credential was revoked, or belongs to another vault. */
  | 'refused'
  /** The credential's own certificate has expired. */
  | 'ended'
  /** The vault's version does not report its founder yet. */
  | 'older'
  /** No vault at the address, or one not yet created. */
  | 'no_vault'
  /** A vault other than the expected one. */
  | 'other_vault';

export interface ProbedAddress {
  readonly address: string;
  readonly state: AddressState;
  /** Identity of the vault that responded. */
  readonly vault?: VaultIdentity;
}

const PROBE_TIMEOUT_MS = 5_000;

/** Never rejects. `expected` is the joined vault; any other is `other_vault`. */
export async function probeAddress(
  identity: ProbeIdentity,
  address: string,
  expected?: VaultIdentity,
): Promise<ProbedAddress> {
  if (hasEnded(identity.cert)) return { address, state: 'ended' };
  const transport = nodeTransport({ ...identity, baseUrl: address });
  const client = createClient({ transport, timeoutMs: PROBE_TIMEOUT_MS, retry: { maxRetries: 0 } });
  try {
    const vault = identityOf(await client.vault.get());
    if (typeof vault === 'string') return { address, state: vault };
    return { address, state: expected && !isSame(vault, expected) ? 'other_vault' : 'answers', vault };
  } catch (error) {
    return { address, state: stateOf(error) };
  } finally {
    await client.close();
  }
}

export function isSame(vault: VaultIdentity, expected: VaultIdentity): boolean {
  return vault.workspace_id === expected.workspace_id && vault.founder_key === expected.founder_key;
}

function hasEnded(certificate: string | Uint8Array): boolean {
  return new X509Certificate(certificate).validToDate.getTime() <= Date.now();
}

/** Parses the response of a service that may be another version or no vault. */
function identityOf(answer: Partial<VaultState>): VaultIdentity | 'older' | 'no_vault' {
  const { state, workspace_id, name, founder_key } = answer;
  if (state !== 'ready' || typeof workspace_id !== 'string' || typeof name !== 'string') return 'no_vault';
  return typeof founder_key === 'string' ? { workspace_id, name, founder_key } : 'older';
}

function stateOf(error: unknown): AddressState {
  if (error instanceof APIConnectionError) {
    const kind = failureKind(error.cause);
    return kind === 'broken' ? 'unreachable' : kind;
  }
  if (!(error instanceof VaultApiError)) return 'unreachable';
  if (error.code === 'host_not_allowed') return 'wrong_name';
  if (error.status === 401 || error.status === 403) return 'refused';
  // Treat overload and server errors as unreachable, because they may pass.
  return error.code === 'rate_limited' || error.status >= 500 ? 'unreachable' : 'no_vault';
}
