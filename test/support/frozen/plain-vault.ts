/**
 * Complete vault behind plain HTTP on loopback. Only TLS is missing, so that expired certificates of a frozen folder
 * do not matter. Uses a fake clock.
 */
import { createServer } from 'node:http';
import { pino } from 'pino';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { buildApp } from '#server/app/build-app.ts';
import { openVault } from '#server/app/open-vault.ts';
import type { Services } from '#server/app/services/services.ts';
import { allRoutes } from '#server/http/routes/all-routes.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import { createTestClock, type TestClock } from '#test/support/clock.ts';

export interface PlainVault {
  readonly url: string;
  readonly clock: TestClock;
  readonly services: Services;
  /** Peer of every request. */
  readonly peer: Peer;
  /** Errors of background work. */
  readonly failures: readonly unknown[];
  /** Returns a client without session, with the desktop's certificate. */
  readonly connect: () => VaultClient;
  /** Locks every session, checkpoints, and releases the folder. */
  readonly close: () => Promise<void>;
}

export interface PlainVaultOptions {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly nowMs: number;
}

export async function openPlainVault({ dataDir, stateDir, nowMs }: PlainVaultOptions): Promise<PlainVault> {
  const clock = createTestClock(nowMs);
  const failures: unknown[] = [];
  const onBackgroundFailure = (_what: string, error: unknown) => void failures.push(error);
  const vault = await openVault({ dataDir, stateDir, clock, onBackgroundFailure });
  const { services, pki } = vault;
  const peer: Peer = { cn: 'desktop', fingerprint: pki.desktop().fingerprint, isDesktop: true };
  const app = buildApp({
    checks: {
      admit: () => peer,
      checkHostAndOrigin: () => undefined,
      countRequest: () => undefined,
    },
    sessions: services.sessions,
    idempotency: services.idempotency,
    turns: services.turns,
    audit: services.audit,
    routes: allRoutes(services),
    log: pino({ level: 'silent' }),
  });
  await app.ready();
  const listener = createServer(app.routing);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const clients: VaultClient[] = [];
  return {
    url: baseUrl,
    clock,
    services,
    peer,
    failures,
    connect() {
      const client = createClient({ transport: nodeTransport({ baseUrl, ca: new Uint8Array() }) });
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await new Promise((resolve) => listener.close(resolve));
      await app.close();
      await vault.close();
    },
  };
}
