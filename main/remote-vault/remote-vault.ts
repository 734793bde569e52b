/**
 * Connects the desktop program to a vault on another computer, with the certificate of its credential folder and the
 * agreed addresses. Accepts only the vault whose founder's key was compared.
 */

import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Agent, buildConnector } from 'undici';
import { HEADERS_MAX_BYTES } from '#contract/limits.ts';
import type { ForwardTarget } from '#main/host/forward-request.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { CREDENTIAL_FILES } from '#sdk/node/credential-folder.ts';
import type { JoinedFolder } from '#sdk/node/joined-vault.ts';
import { createLastSeenState } from '#sdk/node/last-seen-state.ts';
import { readFolderFile } from '#sdk/node/read-folder-file.ts';
import { createAddresses } from '#sdk/node/transport/addresses.ts';
import { trackConnectErrors } from '#sdk/node/transport/connect-errors.ts';
import { connectionFailure } from '#sdk/node/transport/connection-failure.ts';
import { type ProbedAddress, probeAddress } from '#sdk/node/transport/probe-address.ts';

/** Long enough for any upload or download; a silent server must not block the page for ever. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const CONNECT_TIMEOUT_MS = 3_000;

export interface RemoteVault {
  readonly target: ForwardTarget;
  readonly currentAddress: () => string;
  /** Probes every address again. */
  readonly probe: () => Promise<ProbedAddress[]>;
  readonly certificateEndsAt: () => string;
  readonly close: () => Promise<void>;
}

export function openRemoteVault({ folder, joined }: JoinedFolder): RemoteVault {
  const read = (name: string) => readFolderFile(join(folder, name));
  /** Read for each connection, because the certificate may have been renewed. */
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
      // Off, because a resumed TLS session proves no certificate.
      const connect = { ...identity(), minVersion: 'TLSv1.3' as const, maxCachedSessions: 0, allowH2: false };
      buildConnector({ ...connect, timeout: CONNECT_TIMEOUT_MS })(options, callback);
    }),
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: 0,
    maxHeaderSize: HEADERS_MAX_BYTES,
    pipelining: 1,
  });

  /** Verifies an address once per run; a rejected one is verified again. */
  function admit(origin: string): Promise<void> {
    const known = admitted.get(origin);
    if (known !== undefined) return known;
    const asked = probeAddress(identity(), origin, joined).then(({ state }) => {
      if (state === 'answers') return;
      admitted.delete(origin);
      // Let the vault's own rejection through, because it explains more and proves it is no other vault.
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
