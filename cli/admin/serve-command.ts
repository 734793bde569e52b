/** `srvault serve`: the headless server. Source: choices, "Command line `srvault`". */
import { join } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { type CliContext, warn } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { addDataOption } from './admin-options.ts';

interface ServeOptions {
  readonly data: string;
  readonly port: string;
  readonly host?: string[];
  readonly acceptRollback?: boolean;
}

/** The built interface, where there is one. */
const UI_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'renderer');
const PORT_MAX = 65_535;

export function addServeCommand(program: Command, context: CliContext): void {
  addDataOption(program.command('serve'))
    .description('serve the vault of a folder until SIGTERM or SIGINT')
    .option('--port <n>', 'port for 127.0.0.1 and ::1; 0 takes a free one', String(DEFAULT_PORT))
    .option('--host <name...>', 'serve beyond this computer, under this name')
    .option('--accept-rollback', 'go on although the folder was set back to an older state')
    .action((options: ServeOptions) => serve(context, options));
}

async function serve(context: CliContext, options: ServeOptions): Promise<void> {
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port > PORT_MAX) throw new UsageError('--port takes 0 to 65535.');
  for (const host of options.host ?? []) {
    warn(context, `serving beyond this computer as ${host}; every client certificate is still checked`);
  }
  // Only now: every other command starts without loading the server.
  const { startServer } = await import('#server/start-server.ts');
  const server = await startServer({
    dataDir: options.data,
    port,
    hosts: options.host ?? [],
    uiDir: UI_FOLDER,
    acceptRollback: options.acceptRollback === true,
  });
  context.stdout(`${JSON.stringify({ event: 'listening', url: server.url })}\n`);
  await stopAsked(context.signal);
  await server.close();
}

function stopAsked(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
