/** Starts the whole server on a temporary folder and a free port, over real TLS sockets. */
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { SessionOpenBody } from '#contract/access/session.ts';
import { type RunningServer, type StartServerOptions, startServer } from '#server/app/start-server.ts';
import { readCa, readDesktop } from './certificates.ts';
import { createRawClient, type RawClient } from './client.ts';
import { postgresOf } from './postgres.ts';
import { copyPreparedVault, type Founding } from './prepared-vault.ts';
import { makeTempDir } from './temp-dir.ts';

export const PASSPHRASE = 'violet harbour mosaic 7 lantern';

export const FOUNDING: Founding = {
  kind: 'server',
  name: 'Test practice',
  owner: 'Dr. Test',
  passphrase: PASSPHRASE,
};

export interface TestServer {
  readonly server: RunningServer;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly ca: string;
  /** Client with the desktop's certificate. */
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

/** Starts a server that the caller stops; deletes its folder. */
export async function startTestServer(options: Partial<StartServerOptions> = {}): Promise<TestServer> {
  const folder = makeTempDir();
  const dataDir = options.dataDir ?? join(folder.path, 'vault');
  const stateDir = options.stateDir ?? join(folder.path, 'state');
  const logger = options.logger ?? pino({ level: 'silent' });
  const server = await startServer({
    ...{ port: 0, rateLimit: 'off', store: postgresOf(dataDir) },
    ...options,
    ...{ logger, dataDir, stateDir },
  });
  const ca = readCa(dataDir);
  const desktop = createRawClient(server.url, ca, readDesktop(dataDir));
  async function stop(): Promise<void> {
    desktop.close();
    await server.close();
    folder.remove();
  }
  return { server, dataDir, stateDir, ca, desktop, stop };
}

/** Options that need a newly created vault instead of a copy. */
const OWN_FOUNDING = ['clock', 'dataDir', 'stateDir', 'hosts'] as const;

/** Starts an initialised vault with the founder's session. */
export async function startInitialisedServer(
  options: Partial<StartServerOptions> = {},
): Promise<InitialisedServer> {
  if (OWN_FOUNDING.some((name) => options[name] !== undefined)) return foundServer(options);
  const folder = makeTempDir();
  const founded = await copyPreparedVault(folder.path, FOUNDING);
  const started = await startTestServer({
    ...options,
    dataDir: join(folder.path, 'vault'),
    stateDir: join(folder.path, 'state'),
  });
  const token = await openSession(started, { device_secret: founded.device_secret });
  async function stop(): Promise<void> {
    await started.stop();
    folder.remove();
  }
  return { ...started, ...founded, token, stop };
}

async function foundServer(options: Partial<StartServerOptions>): Promise<InitialisedServer> {
  const started = await startTestServer(options);
  const { name, owner, passphrase } = FOUNDING;
  const { json: vault } = await started.desktop.send('/v1/vault', {
    method: 'POST',
    body: { name, owner: { display_name: owner }, passphrase },
  });
  return { ...started, ...vault, token: await openSession(started, { passphrase }) };
}

async function openSession({ desktop }: TestServer, body: SessionOpenBody): Promise<string> {
  const { json } = await desktop.send('/v1/session', { method: 'POST', body });
  return json.session_token;
}

/** Starts a server that stops with the running test. */
export async function testServer(options: Partial<StartServerOptions> = {}): Promise<TestServer> {
  const started = await startTestServer(options);
  onTestFinished(started.stop);
  return started;
}
