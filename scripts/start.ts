/**
 * `npm start`: builds changed parts and opens the window. Without Electron it uses a window of an installed Chromium,
 * Chrome or Edge. Without display or browser it says so and serves the vault without a window.
 *
 * npm start -- [--data DIR] [--port N] [--headless]
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readEnvironment } from '#server/system/config/env.ts';
import { ROOT } from './desktop/build-stamp.ts';
import { fetchElectron, findElectron, whyNoDisplay, whyNoSandbox } from './desktop/electron-binary.ts';

const USAGE = 'Usage: npm start -- [--data DIR] [--port N] [--headless]\n';
const HELP = `${USAGE}
  --data DIR   data folder of the vault, a folder of the application's own unless given
  --port N     port for 127.0.0.1 and ::1, 0 to 65535; 0 takes a free one
  --headless   no window: serves until Ctrl+C

Builds what changed first. Where Electron's binary is not there it is fetched from github.com once per version, some
100 MB; ELECTRON_SKIP_BINARY_DOWNLOAD=1 refuses that, and a browser of this computer shows the window instead.
`;
const PORT_MAX = 65_535;
const FAILED = 1;
/** Signals by which Chromium ends itself on a fatal error. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set(['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV']);
/** A later crash counts as one of a running vault and is reported. */
const START_MAX_MS = 15_000;
const CRASHED =
  'Electron could not start (on Linux its sandbox needs unprivileged user namespaces; the line above names the cause)';

interface StartOptions {
  readonly dataDir: string;
  readonly port: number | undefined;
  readonly headless: boolean;
}

class UsageError extends Error {}

/** Returns undefined if help was requested. */
function parseOptions(argv: readonly string[]): StartOptions | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      headless: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  if (values.help) return undefined;
  if (values.port !== undefined && !(/^\d{1,5}$/.test(values.port) && Number(values.port) <= PORT_MAX)) {
    throw new UsageError('--port: give a number from 0 to 65535.');
  }
  // An empty value, as of an unset variable, would mean the current folder.
  if (values.data === '') throw new UsageError('--data was given an empty value.');
  const port = values.port === undefined ? undefined : Number(values.port);
  return { dataDir: values.data ?? readEnvironment().defaultDataDir, port, headless: values.headless };
}

/** Returns the executable to start, or the reasons why there is none. */
async function chooseElectron(options: StartOptions): Promise<string | readonly string[]> {
  if (options.headless) return ['--headless was asked for'];
  const found = findElectron();
  const noWindow = whyNoDisplay() ?? whyNoSandbox();
  if (noWindow !== undefined) {
    return found === undefined ? [noWindow, "Electron's binary is not installed either"] : [noWindow];
  }
  if (found !== undefined) return found;
  const fetched = await fetchElectron();
  return 'executable' in fetched
    ? fetched.executable
    : [`Electron's binary is not installed, and ${fetched.failure}`];
}

/** Returns the window's exit code; undefined if it crashed before showing anything. */
async function runElectron(executable: string, options: StartOptions): Promise<number | undefined> {
  const startedAt = Date.now();
  const port = options.port === undefined ? [] : [`--port=${options.port}`];
  const child = spawn(executable, [ROOT, `--data=${options.dataDir}`, ...port], { stdio: 'inherit' });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    const crashed = signal !== null && CRASHES.has(signal) && Date.now() - startedAt < START_MAX_MS;
    resolve(crashed ? undefined : (code ?? FAILED));
  });
  return promise;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  // Imported here, because loading takes seconds and a wrong option is reported at once.
  const [{ buildAll, buildInterface }, { runHeadless }] = await Promise.all([
    import('./build/build.ts'),
    import('./desktop/run-headless.ts'),
  ]);
  const chosen = await chooseElectron(options);
  if (typeof chosen === 'string') {
    await buildAll();
    const exitCode = await runElectron(chosen, options);
    if (exitCode !== undefined) {
      process.exitCode = exitCode;
      return;
    }
    await runHeadless({ ...options, reasons: [CRASHED], browser: await chooseBrowser(options) });
    return;
  }
  await buildInterface();
  await runHeadless({ ...options, reasons: chosen, browser: await chooseBrowser(options) });
}

/** Returns undefined if no window can or should be shown. */
async function chooseBrowser({ headless }: StartOptions): Promise<string | undefined> {
  const isPossible = !headless && whyNoDisplay() === undefined && whyNoSandbox() === undefined;
  return isPossible ? (await import('./desktop/window-browser.ts')).findWindowBrowser() : undefined;
}

// A reader that closes early (`npm start -- --help | head`) is no error.
process.stdout.on('error', () => undefined);
try {
  await main();
} catch (error) {
  const isParse = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE');
  const isUsage = isParse || error instanceof UsageError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? USAGE : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}
