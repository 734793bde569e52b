/**
 * Connects a travelling copy to its home vault: tries the addresses in turn, checks each against the agreed CA and
 * founder, and opens a session there that ends with the local one. Independent of rows.
 */
import type { PrincipalId } from '#contract/ids.ts';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { probeAddress } from '#sdk/node/transport/probe-address.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { createCertificateRenewal } from './certificate-renewal.ts';
import type { HomeVaultConfig } from './home-vault-config.ts';
import { isTransientError } from './is-transient-error.ts';

export type ConnectionState = TravellingCopyStatus['clinic']['standing'];

/** A client with a session at the home vault, or the reason why there is none. */
export type ConnectResult =
  | { readonly standing: 'with'; readonly client: VaultClient }
  | { readonly standing: Exclude<ConnectionState, 'with'> };

export interface HomeVaultConnection {
  /** Never rejects: network errors are part of the result. */
  readonly connect: (passphrase: string | undefined) => Promise<ConnectResult>;
  /** The client of the open session, which may have expired there. */
  readonly connected: () => VaultClient | undefined;
  readonly addresses: () => TravellingCopyStatus['addresses'];
  /** Takes effect with the next request. */
  readonly changeAddresses: (addresses: readonly string[]) => void;
  /** Expiry of the certificate used to connect. */
  readonly certificateEndsAt: () => string;
  /**
   * Renews the certificate when it is due. @param issuing fingerprint of the home vault's issuing CA by the signed
   * list; null where it never changed.
   */
  readonly renewIfDue: (issuing: string | null) => Promise<void>;
  /** Ends the session at the home vault. */
  readonly disconnect: () => Promise<void>;
}

const TIMEOUT_MS = 30_000;

export function createHomeVaultConnection(
  place: HomeVaultConfig,
  principalId: PrincipalId,
  clock: Clock,
): HomeVaultConnection {
  const { joined } = place;
  const renewal = createCertificateRenewal(place, clock);
  const answers = new Map<string, { answers: boolean; answered_at: string | null }>();
  let session: { readonly address: string; readonly client: VaultClient } | undefined;

  async function leave(): Promise<void> {
    const left = session;
    session = undefined;
    if (left === undefined) return;
    await left.client.session.lock({}, { maxRetries: 0, timeoutMs: 5_000 }).catch(() => undefined);
    await left.client.close();
  }

  /** Addresses in the order to try: first that of the open session, because a session belongs to one server of the vault. */
  function inTurn(): readonly string[] {
    const listed = place.addresses();
    const first = listed.find((address) => address === session?.address);
    return first === undefined ? listed : [first, ...listed.filter((address) => address !== first)];
  }

  async function open(address: string, passphrase: string): Promise<ConnectResult> {
    if (session?.address !== address) await leave();
    if (session !== undefined) {
      const { client } = session;
      try {
        await client.session.get({ maxRetries: 0 });
        return { standing: 'with', client };
      } catch {
        await leave();
      }
    }
    const client = createClient({
      transport: nodeTransport({ ...place.identity(), baseUrl: address }),
      timeoutMs: TIMEOUT_MS,
      retry: { maxRetries: 0 },
    });
    try {
      await client.session.open({ passphrase, principal_id: principalId });
      session = { address, client };
      return { standing: 'with', client };
    } catch (error) {
      await client.close();
      if (error instanceof APIConnectionError) return { standing: 'away' };
      if (!(error instanceof VaultApiError)) throw error;
      if (isTransientError(error)) return { standing: 'away' };
      return { standing: error.code === 'credential_rejected' ? 'passphrase' : 'refused' };
    }
  }

  return {
    disconnect: leave,
    connected: () => session?.client,
    changeAddresses: place.storeAddresses,
    certificateEndsAt: renewal.endsAt,
    async renewIfDue(issuing) {
      if (session !== undefined) await renewal.renewIfDue(session, issuing);
    },
    async connect(passphrase) {
      let standing: Exclude<ConnectionState, 'with'> = 'away';
      for (const address of inTurn()) {
        const { state } = await probeAddress(place.identity(), address, joined);
        const isThere = state === 'answers';
        const before = answers.get(address)?.answered_at ?? null;
        answers.set(address, { answers: isThere, answered_at: isThere ? nowInstant(clock) : before });
        if (state === 'unreachable') continue;
        if (!isThere) {
          standing = state === 'ended' ? 'ended' : 'refused';
          continue;
        }
        if (passphrase === undefined) return { standing: 'passphrase' };
        const reached = await open(address, passphrase);
        if (reached.standing !== 'away') return reached;
      }
      return { standing };
    },
    addresses: () =>
      place.addresses().map((address) => ({
        address,
        answers: answers.get(address)?.answers ?? null,
        answered_at: answers.get(address)?.answered_at ?? null,
      })),
  };
}
