/**
 * npm and npx run a program through a shell, and that shell keeps a SIGTERM to itself: it dies, and the program
 * would go on as an orphan that still holds its folder. So a program started by npm, or by `launcher.mjs`, ends when
 * its parent is gone. Started in any other way (a service manager, `nohup`) it does not look.
 */
const SCRIPTS: ReadonlySet<string> = new Set(['start', 'serve', 'srvault', 'demo', 'npx']);
/** Set by `launcher.mjs` for the process it waits for. */
const LAUNCHED = 'SRVAULT_LAUNCHED';
const LOOK_EVERY_MS = 200;

/** Calls `stop` once. Keeps no process alive by itself. */
export function onParentExit(env: NodeJS.ProcessEnv, stop: () => void): void {
  const isWaitedFor = env[LAUNCHED] !== undefined || SCRIPTS.has(env['npm_lifecycle_event'] ?? '');
  if (!isWaitedFor) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, LOOK_EVERY_MS).unref();
}
