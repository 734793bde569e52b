/**
 * Ends the program when its parent process ends. npm and npx start it through a shell that dies at SIGTERM without
 * passing it on. The orphan would keep its folder locked. Active only under npm or `launcher.mjs`, not under a
 * service manager or `nohup`.
 */
const SCRIPTS: ReadonlySet<string> = new Set(['start', 'serve', 'srvault', 'demo', 'npx']);
/** Environment variable that `launcher.mjs` sets for its child process. */
const LAUNCHED = 'SRVAULT_LAUNCHED';
const LOOK_EVERY_MS = 200;

/** Calls `stop` once. Does not keep the process alive. */
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
