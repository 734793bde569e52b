/**
 * Serves the vault without Electron, in a window of the given browser or without any. Runs until SIGTERM, SIGINT or
 * the window closes, then drains and exits with 0. Prints text for people on a terminal; on a pipe the line of
 * `srvault serve` comes first.
 */
import { join } from 'node:path';
import { onParentExit } from '#cli/process/exit-with-parent.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { readJoinedVault } from '#sdk/node/joined-vault.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';
import { PKCS12_PASSWORD } from '#server/identity/enrollment/pkcs12.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { ROOT } from './build-stamp.ts';
import { type AppWindow, openAppWindow } from './window-browser.ts';

export interface HeadlessOptions {
  readonly dataDir: string;
  /** Port of the vault's server. Undefined uses the default port, or a free one if it is taken. */
  readonly port: number | undefined;
  /** Reasons why there is no Electron window. */
  readonly reasons: readonly string[];
  /** Browser for an application window; undefined for none. */
  readonly browser: string | undefined;
}

/**
 * Serves the vault without Electron until it is told to stop. @throws VaultError with a message for the person if
 * the folder cannot be served.
 */
export async function runHeadless(options: HeadlessOptions): Promise<void> {
  const joined = readJoinedVault(options.dataDir)?.joined;
  if (joined !== undefined)
    throw new VaultError(
      'not_initialized',
      `${options.dataDir} opens «${joined.name}» on another machine, which needs a window of Electron, and there is none: ${options.reasons.join('; ')}.`,
    );
  // Ignore errors of a closed terminal, so that shutting down continues.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Listen for signals before announcing, because a signal may follow at once.
  const stopped = stopAsked();
  const server = await start(options).catch((error: unknown) => {
    throw withAddress(error, options.dataDir);
  });
  if (!process.stdout.isTTY) {
    process.stdout.write(`${JSON.stringify({ event: 'listening', url: server.url })}\n`);
  }
  const window = await tryWindow(server, options);
  if (window.shown) {
    process.stdout.write(explainWindow(options));
    await Promise.race([stopped, window.shown.closed]);
    await window.shown.close();
  } else {
    const reasons = [...options.reasons, ...(window.failure === undefined ? [] : [window.failure])];
    process.stdout.write(explain(server, { ...options, reasons }));
    await stopped;
  }
  process.stderr.write('Stopping: finishing requests, writing everything to disk.\n');
  await server.close();
}

interface Tried {
  readonly shown?: AppWindow;
  /** Reason why the browser showed no window. */
  readonly failure?: string;
}

async function tryWindow({ url }: RunningServer, { browser, dataDir }: HeadlessOptions): Promise<Tried> {
  if (browser === undefined) return {};
  process.stderr.write(`Opening a window of ${browser}: this can take half a minute.\n`);
  try {
    const pkiDir = dataDirLayout(dataDir).pki;
    return { shown: await openAppWindow({ executablePath: browser, url, pkiDir }) };
  } catch (error) {
    // Use the first line only, because the rest is the browser's command line.
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { failure: `${browser} did not open a window (${cause})` };
  }
}

function explainWindow({ browser, dataDir, reasons }: HeadlessOptions): string {
  return `
The vault is open in a window of ${browser}, because ${reasons.join('; ')}.

  Data folder  ${dataDir}

Closing the window, or Ctrl+C here, stops the vault.
`;
}

async function start({ dataDir, port }: HeadlessOptions): Promise<RunningServer> {
  const uiDir = join(ROOT, 'dist', 'renderer');
  if (port !== undefined) return startServer({ dataDir, port, uiDir });
  try {
    return await startServer({ dataDir, port: DEFAULT_PORT, uiDir });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return startServer({ dataDir, port: 0, uiDir });
  }
}

/** Adds the address to the error for a folder that is already being served. */
function withAddress(error: unknown, dataDir: string): unknown {
  const running = readRunFile(dataDirLayout(dataDir).runFile);
  if (!(error instanceof VaultError) || running === undefined) return error;
  return new VaultError(error.code, `${error.message} It is served at ${running.url}/`);
}

function explain({ url, services }: RunningServer, { dataDir, reasons }: HeadlessOptions): string {
  const { pki } = dataDirLayout(dataDir);
  const next =
    services.vault.state().state === 'ready'
      ? 'unlock the vault with your passphrase'
      : 'create the vault (its name, your name, a passphrase)';
  return `
No window was opened: ${reasons.join('; ')}.
The same vault is running without one.

  Address      ${url}/
  Data folder  ${dataDir}

Next step: open it in a browser of this computer.
  1. Import the certificate ${join(pki, 'desktop.p12')} into the browser; its password is "${PKCS12_PASSWORD}".
     Firefox: Settings, Privacy & Security, View Certificates, Your Certificates, Import.
     Chrome, Edge: Settings, Privacy and security, Security, Manage certificates, Import.
  2. Open ${url}/ and choose that certificate when asked. To be spared the warning about the
     server's own certificate, import ${join(pki, 'ca.crt')} as an authority too.
  3. There, ${next}.
On a machine without a display: run «ssh -L ${new URL(url).port}:127.0.0.1:${new URL(url).port} THIS-MACHINE» on yours, take desktop.p12
there, and open ${url}/ in your browser.
Without a browser: npm run -s srvault -- --help

Ctrl+C stops the vault.
`;
}

function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    onParentExit(process.env, resolve);
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(name, () => {
        // A second SIGINT ends at once.
        if (asked && name === 'SIGINT') process.exit(130);
        asked = true;
        resolve();
      });
    }
  });
}
