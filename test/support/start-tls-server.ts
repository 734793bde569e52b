/** The whole server on a temporary folder and a free port, over real TLS sockets. */
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type RunningServer, type StartServerOptions, startServer } from '#server/start-server.ts';
import { readCa, readDesktop } from './certificates.ts';
import { createRawClient, type RawClient } from './client.ts';
import { makeTempDir } from './temp-dir.ts';

export const PASSPHRASE = 'violet harbour mosaic 7 lantern';

export interface TestServer {
  readonly server: RunningServer;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly ca: string;
  /** Sends with the desktop's certificate. */
  readonly desktop: RawClient;
  readonly stop: () => Promise<void>;
}

export interface InitialisedServer extends TestServer {
  readonly workspace_id: string;
  readonly security_group_id: string;
  readonly recovery_key: string;
  /** Bearer token of the founder's session. */
  readonly token: string;
}

/** The caller stops it; the folder goes with it. */
export async function startTestServer(options: Partial<StartServerOptions> = {}): Promise<TestServer> {
  const folder = makeTempDir();
  const dataDir = options.dataDir ?? join(folder.path, 'vault');
  const stateDir = options.stateDir ?? join(folder.path, 'state');
  const logger = options.logger ?? pino({ level: 'silent' });
  const server = await startServer({ port: 0, rateLimit: 'off', ...options, logger, dataDir, stateDir });
  const ca = readCa(dataDir);
  const desktop = createRawClient(server.url, ca, readDesktop(dataDir));
  async function stop(): Promise<void> {
    desktop.close();
    await server.close();
    folder.remove();
  }
  return { server, dataDir, stateDir, ca, desktop, stop };
}

/** An initialised vault with the founder's session open. */
export async function startInitialisedServer(
  options: Partial<StartServerOptions> = {},
): Promise<InitialisedServer> {
  const started = await startTestServer(options);
  const { json: vault } = await started.desktop.send('/v1/vault', {
    method: 'POST',
    body: { name: 'Test practice', owner: { display_name: 'Dr. Test' }, passphrase: PASSPHRASE },
  });
  const { json: opened } = await started.desktop.send('/v1/session', {
    method: 'POST',
    body: { passphrase: PASSPHRASE },
  });
  return { ...started, ...vault, token: opened.session_token };
}

/** A server that stops with the running test. */
export async function testServer(options: Partial<StartServerOptions> = {}): Promise<TestServer> {
  const started = await startTestServer(options);
  onTestFinished(started.stop);
  return started;
}
