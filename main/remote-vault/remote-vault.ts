/**
 * A vault on another machine as the desktop reaches it: with the certificate of the folder it joined by, at the
 * addresses agreed on, and only where the vault that answers is the one whose founder's key was compared.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, buildConnector } from 'undici';
import { HEADERS_MAX_BYTES } from '#contract/limits.ts';
import type { ForwardTarget } from '#main/host/forward-request.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { CREDENTIAL_FILES } from '#sdk/node/credential-folder.ts';
import type { JoinedFolder } from '#sdk/node/joined-vault.ts';
import { createLastSeenState } from '#sdk/node/last-seen-state.ts';
import { createAddresses } from '#sdk/node/transport/addresses.ts';
import { trackConnectErrors } from '#sdk/node/transport/connect-errors.ts';
import { connectionFailure } from '#sdk/node/transport/connection-failure.ts';
import { type ProbedAddress, probeAddress } from '#sdk/node/transport/probe-address.ts';

/** Uploads and downloads of any length pass; a silent server does not hold the page for ever. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const CONNECT_TIMEOUT_MS = 3_000;

export interface RemoteVault {
  readonly target: ForwardTarget;
  readonly currentAddress: () => string;
  /** Asks every address anew. */
  readonly probe: () => Promise<ProbedAddress[]>;
  readonly certificateEndsAt: () => string;
  readonly close: () => Promise<void>;
}

export function openRemoteVault({ folder, joined }: JoinedFolder): RemoteVault {
  const read = (name: string) => readFileSync(join(folder, name));
  /** Read each time: the certificate may have been renewed. */
  const identity = () => ({
    ca: read(CREDENTIAL_FILES.ca),
    cert: read(CREDENTIAL_FILES.cert),
    key: read(CREDENTIAL_FILES.key),
  });
  const addresses = createAddresses(joined.addresses);
  const seenStates = createLastSeenState(folder);
  const admitted = new Map<string, Promise<void>>();
  const agent = new Agent({
    connect: trackConnectErrors((options, callback) => {
      // A resumed session proves no certificate.
      const connect = { ...identity(), minVersion: 'TLSv1.3' as const, maxCachedSessions: 0, allowH2: false };
      buildConnector({ ...connect, timeout: CONNECT_TIMEOUT_MS })(options, callback);
    }),
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: 0,
    maxHeaderSize: HEADERS_MAX_BYTES,
    pipelining: 1,
  });

  /** Once for each address while the program runs; one that was refused is asked again. */
  function admit(origin: string): Promise<void> {
    const known = admitted.get(origin);
    if (known !== undefined) return known;
    const asked = probeAddress(identity(), origin, joined).then(({ state }) => {
      if (state === 'answers') return;
      admitted.delete(origin);
      // Its own answer says it better, and is no other vault's.
      if (state === 'refused') return;
      throw new APIConnectionError(`${origin} is not used: ${state}.`, { unsent: true });
    });
    admitted.set(origin, asked);
    return asked;
  }

  const reach: ForwardTarget['reach'] = (send, repeatable) =>
    addresses.reach(async (origin) => {
      await admit(origin);
      try {
        return await send(origin);
      } catch (error) {
        throw connectionFailure(error, origin);
      }
    }, repeatable);

  return {
    target: { reach, dispatcher: agent, seenStates },
    currentAddress: addresses.current,
    probe: () => Promise.all(addresses.all.map((address) => probeAddress(identity(), address, joined))),
    certificateEndsAt: () => new X509Certificate(read(CREDENTIAL_FILES.cert)).validToDate.toISOString(),
    async close() {
      await agent.destroy();
      await seenStates.close();
    },
  };
}
