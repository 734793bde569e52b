/**
 * Starts the complete server on a data folder and stops it. Signals, command lines and windows belong to the callers.
 * Source: choices, "Transport and client certificates".
 */
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { createCertificateCheck } from '#server/http/gate/client-certificate.ts';
import { createHostGate } from '#server/http/gate/host-and-origin.ts';
import { createRateLimit } from '#server/http/gate/rate-limit.ts';
import { createLogger, type LogFormat, type LogLevel } from '#server/http/log/logging.ts';
import { isSocketOfLockedSession } from '#server/http/request/request-session.ts';
import { describeError } from '#server/http/response/error-handler.ts';
import { allRoutes } from '#server/http/routes/all-routes.ts';
import { createRawResponder } from '#server/http/tls/raw-response.ts';
import { scrubParserBuffer } from '#server/http/tls/scrub-parser-buffer.ts';
import { listenTls } from '#server/http/tls/tls-listener.ts';
import type { Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';
import type { Launcher } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import { removeRunFile, writeRunFile } from '#server/system/config/folder/run-file.ts';
import { scrubReadBuffer } from '#server/system/scrub-read-buffer.ts';
import { buildApp } from './build-app.ts';
import { openVault } from './open-vault.ts';
import type { Services } from './services/services.ts';

export interface StartServerOptions {
  readonly dataDir: string;
  /** PostgreSQL address for the rows; default is the folder's own database, or the stored address. */
  readonly store?: string | undefined;
  /** Bucket for the sealed files; default is the folder, or the stored address. */
  readonly blobs?: string | undefined;
  /** Default 8743; 0 takes one free port for 127.0.0.1 and ::1. */
  readonly port?: number;
  /** Addresses or names to bind beside the loopback ones; included in the certificate, except wildcards. */
  readonly hosts?: readonly string[];
  /** Further names or addresses for the certificate, by which clients reach this computer. */
  readonly names?: readonly string[];
  /** Log level; `warn` by default, written as JSON. */
  readonly logLevel?: LogLevel;
  readonly logFormat?: LogFormat;
  /** Receives log lines of errors and warnings as JSON. Default: stderr. */
  readonly writeLog?: (line: string) => void;
  /** Logger that replaces the server's own. */
  readonly logger?: Logger;
  /** Folder of the built interface, served at `/` where it exists. */
  readonly uiDir?: string;
  readonly acceptRollback?: boolean;
  readonly withoutCopy?: boolean;
  /** Refuses a folder without a vault, such as an unmounted disk. */
  readonly isExisting?: boolean;
  /** Requests per second and certificate; `off` for none. Default: `SRVAULT_RATE_LIMIT`, else 2,000. */
  readonly rateLimit?: number | 'off';
  /** Default: `SERVICE_API_ALLOWED_CLIENT_CN`. */
  readonly allowedClientCns?: readonly string[];
  readonly clock?: Clock;
  /** Options of the DICOM receiver, which override the settings. */
  readonly dicom?: ReceiverOptions | undefined;
  /** Starts sandboxes; default: child processes of this Node. */
  readonly launchSandbox?: Launcher;
  /** Folder of the anchors; default: the user's state directory. */
  readonly stateDir?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Port at the start; undefined when nothing is received. */
  readonly dicomPort: number | undefined;
  readonly services: Services;
  readonly pki: Pki;
  /** Drains for up to 5 s, locks every session, checkpoints and unlocks the folder. */
  readonly close: () => Promise<void>;
}

/** Resolves when the sockets accept connections and `run.json` states the address. */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const environment = readEnvironment();
  const log =
    options.logger ??
    createLogger(
      options.logLevel ?? 'warn',
      options.writeLog && { write: options.writeLog },
      options.logFormat,
    );
  const clock = options.clock ?? systemClock;
  const hosts = options.hosts ?? [];
  const names = namesOf(options);
  let boundPort = options.port ?? DEFAULT_PORT;
  const baseUrl = () => `https://127.0.0.1:${boundPort}`;
  const vault = await openVault({
    ...options,
    hosts: names,
    clock,
    stateDir: options.stateDir ?? environment.stateDir,
    baseUrl,
    onBackgroundFailure: (what, error) =>
      log.error({ what, failure: describeError(error) }, 'background work failed'),
    onUpgraded: (upgraded) =>
      log.warn(
        { ...upgraded, program: PROGRAM_VERSION },
        'the vault was brought up to date for this program',
      ),
  });
  const { services, pki, dataDir } = vault;
  /** Close functions of opened parts, to be called in reverse order. */
  const opened: (() => Promise<unknown>)[] = [vault.close];

  try {
    if (options.dicom !== undefined) services.receiving.assertOptions(options.dicom);
    const allowed = options.allowedClientCns
      ? new Set(options.allowedClientCns)
      : environment.allowedClientCns;
    const admit = createCertificateCheck(pki, allowed);
    const app = buildApp({
      checks: {
        pollForeignWrites: services.besideOthers.pollForeignWrites,
        refresh: services.besideOthers.applyForeignWrites,
        admit,
        checkHostAndOrigin: createHostGate(names, () => boundPort),
        countRequest: createRateLimit(rateOf(options.rateLimit, environment.rateLimit), clock),
      },
      sessions: services.sessions,
      idempotency: services.idempotency,
      turns: services.turns,
      audit: services.audit,
      routes: allRoutes(services),
      isShortOfRoom: vault.isShortOfRoom,
      stateTokens: vault.stateWitness,
      isCopy: services.copy !== undefined,
      log,
      observe: services.metrics.observe,
      ...(options.uiDir !== undefined && existsSync(options.uiDir) ? { uiDir: options.uiDir } : {}),
    });
    opened.push(() => app.close());
    await app.ready();
    const handlers = { request: app.routing, rawAnswer: createRawResponder(admit) };
    const listener = await listenTls(pki.serverTls(), handlers, boundPort, hosts);
    opened.push(listener.close);
    boundPort = listener.port;
    pki.onServerTlsChanged(listener.setTls);
    services.forgetting.onBeforeScrub(() =>
      listener.endIdle(isSocketOfLockedSession).then(scrubParserBuffer),
    );
    services.forgetting.onBeforeScrub(scrubReadBuffer);
    services.forgetting.onBeforeScrub(services.receiving.forget);
    services.forgetting.onScrubbed((tookMs) =>
      log.info({ took_ms: Math.round(tookMs) }, 'memory was cleared after a lock'),
    );
    warnOfMissingHosts(pki.missingHosts(), log);
    opened.push(services.receiving.close);
    await services.receiving.start(options.dicom);
    if (vault.isShortOfRoom())
      log.warn(
        'the disk is full: the vault takes nothing new until there is room; it reads, locks and purges',
      );
    writeRunFile(dataDir.runFile, { url: baseUrl(), pid: process.pid });

    let closing: Promise<void> | undefined;
    async function close(): Promise<void> {
      removeRunFile(dataDir.runFile);
      services.events.close();
      await closeAll(opened);
    }
    return {
      url: baseUrl(),
      port: boundPort,
      dicomPort: services.receiving.port(),
      services,
      pki,
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    // A failed start must close its sockets, or it would keep responding and keep the folder.
    services.events.close();
    await closeAll(opened);
    throw error;
  }
}

/** Closes opened parts in reverse order; continues when one fails. */
async function closeAll(opened: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of opened.toReversed()) await close().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Wildcard addresses, which are no names for a certificate. */
export const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function namesOf({ hosts = [], names = [] }: StartServerOptions): readonly string[] {
  return [...new Set([...hosts.filter((host) => !EVERY_ADDRESS.has(host)), ...names])];
}

function rateOf(option: number | 'off' | undefined, environment: number | undefined): number | undefined {
  if (option === 'off') return undefined;
  return option ?? environment;
}

function warnOfMissingHosts(missing: readonly string[], log: Logger): void {
  if (missing.length === 0) return;
  log.warn(
    { hosts: missing },
    'the server certificate does not name these hosts yet; it is renewed when an administrator unlocks',
  );
}
