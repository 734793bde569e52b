/** `srvault serve`: the headless server. Source: choices, "Command line `srvault`". */

import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type CliContext, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { parseId } from '#cli/options/parse-options.ts';
import { FolderInUseError, VaultError } from '#contract/errors/vault-error.ts';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { AE_TITLE_DEFAULT } from '#contract/imaging/receiver-settings.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import type { LogFormat, LogLevel } from '#server/http/log/logging.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { addDataOption, addPlaceOptions, type PlaceOptions } from './admin-options.ts';
import { assertNotJoined, assertVault } from './vault/existing-vault.ts';

interface ServeOptions extends PlaceOptions {
  readonly data: string;
  readonly port: string;
  readonly host?: string[];
  readonly name?: string[];
  readonly logLevel?: LogLevel;
  readonly logFormat?: LogFormat;
  readonly acceptRollback?: boolean;
  readonly withoutCopy?: boolean;
  readonly existing?: boolean;
  readonly dicomPort?: string;
  readonly dicomGroup?: string;
  readonly dicomAe: string;
  readonly dicomAllow?: string[];
}

/** Folder of the built interface, if it was built. */
const UI_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'renderer');
const PORT_MAX = 65_535;

export function addServeCommand(program: Command, context: CliContext): void {
  addPlaceOptions(addDataOption(program.command('serve')), context)
    .description('serve the vault of a folder until SIGTERM or SIGINT')
    .option('--port <n>', 'port for 127.0.0.1 and ::1; 0 takes a free one', String(DEFAULT_PORT))
    .option('--host <name...>', 'serve beyond this computer, under this name; 0.0.0.0 at every address')
    .option('--name <name...>', 'a name or address clients call this computer by, for the certificate')
    .addOption(
      logOption(
        '--log-level <level>',
        'what the log on stderr says',
        ['debug', 'info', 'warn', 'error', 'silent'],
        'SRVAULT_LOG_LEVEL',
      ),
    )
    .addOption(logOption('--log-format <format>', 'of its lines', ['json', 'plain'], 'SRVAULT_LOG_FORMAT'))
    .addOption(
      new Option(
        '--existing',
        'refuse to start where there is no vault, as on a disk that is not mounted',
      ).env('SRVAULT_EXISTING'),
    )
    .option('--accept-rollback', 'accept that the folder was set back to an older state')
    .addOption(
      new Option(
        '--without-copy',
        'let a newer program change the schema without keeping the database as it was',
      ).env('SRVAULT_WITHOUT_COPY'),
    )
    .option(
      '--dicom-port <n>',
      'receive DICOM objects (C-STORE) and tell the worklist (C-FIND) on this port; off unless given',
    )
    .option('--dicom-group <id>', 'the security group that receives; needed only if there is more than one')
    .option('--dicom-ae <title>', 'the AE title of the vault', AE_TITLE_DEFAULT)
    .option('--dicom-allow <ae@address...>', 'who may send; only this computer unless given')
    .action((options: ServeOptions) => serve(context, options));
}

function logOption(flags: string, what: string, choices: readonly string[], variable: string): Option {
  return new Option(flags, what).choices([...choices]).env(variable);
}

async function serve(context: CliContext, options: ServeOptions): Promise<void> {
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port > PORT_MAX)
    throw new UsageError('--port: give a number from 0 to 65535.');
  assertNotJoined(options.data);
  if (options.existing === true && options.store === undefined) assertVault(options.data);
  const hosts = options.host ?? [];
  const names = options.name ?? [];
  const every = hosts.find((host) => host === '0.0.0.0' || host === '::');
  if (every !== undefined && names.length === 0)
    throw new UsageError(
      `--host ${every} listens at every address. Give with --name what clients call this computer, for the certificate.`,
    );
  for (const host of hosts) {
    warn(context, `serving beyond this computer as ${host}; every client certificate is still checked`);
  }
  // Imported here, so that other commands start without loading the server.
  const { startServer } = await import('#server/app/start-server.ts');
  const dicom = await receiverOf(options);
  const server = await startServer({
    dataDir: options.data,
    store: options.store,
    blobs: options.blobs,
    port,
    hosts,
    names,
    ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
    ...(options.logFormat === undefined ? {} : { logFormat: options.logFormat }),
    uiDir: UI_FOLDER,
    acceptRollback: options.acceptRollback === true,
    withoutCopy: options.withoutCopy === true,
    isExisting: options.existing === true,
    ...(dicom === undefined ? {} : { dicom }),
  }).catch((error: unknown) => inCallersWords(error, options.data));
  if (server.services.vault.state().state === 'uninitialized')
    warn(
      context,
      `no vault has been made in ${resolve(options.data)} yet; the first browser or «srvault init» makes one`,
    );
  const { DESKTOP_CN } = await import('#server/identity/enrollment/certificate-issuer.ts');
  if (readEnvironment().allowedClientCns?.has(DESKTOP_CN) === false)
    warn(
      context,
      `SERVICE_API_ALLOWED_CLIENT_CN does not name «${DESKTOP_CN}»: the window of this computer, its browser and every command with --data are shut out while this server runs`,
    );
  context.stdout(
    `${JSON.stringify({ event: 'listening', url: server.url, dicom_port: server.dicomPort })}\n`,
  );
  await stopAsked(context.signal);
  await server.close();
}

async function receiverOf(options: ServeOptions): Promise<ReceiverOptions | undefined> {
  if (options.dicomPort === undefined) return undefined;
  const { parseAeTitle, parseAllowedPeer } = await import('#server/imaging/dimse/receiver-options.ts');
  const port = Number(options.dicomPort);
  if (!/^\d{1,5}$/.test(options.dicomPort) || port > PORT_MAX)
    throw new UsageError('--dicom-port: give a number from 0 to 65535.');
  const { dicomGroup } = options;
  const group = dicomGroup === undefined ? undefined : parseId(parseSecurityGroupId, dicomGroup, 'group');
  try {
    const allow = (options.dicomAllow ?? []).map(parseAllowedPeer);
    return { port, group, ae: parseAeTitle(options.dicomAe), allow };
  } catch (error) {
    throw error instanceof VaultError ? new UsageError(error.message) : error;
  }
}

/** Adds details to an error: the groups, known only after opening, and the process that has the folder. */
async function inCallersWords(error: unknown, dataDir: string): Promise<never> {
  const { ReceivingGroupError } = await import('#server/imaging/dimse/receiver-options.ts');
  if (error instanceof ReceivingGroupError) throw new UsageError(error.message);
  const running = error instanceof FolderInUseError ? readRunFile(dataDirLayout(dataDir).runFile) : undefined;
  if (running === undefined || !isAlive(running.pid)) throw error;
  throw new FolderInUseError(`: it is served at ${running.url}/ by process ${running.pid}`);
}

/** Checks that the process exists, because the file may be a leftover. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function stopAsked(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
