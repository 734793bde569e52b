/**
 * Worker thread that runs the vault server, the same as `srvault serve`, so that fsync and sealing never block the
 * window. Talks only to `vault-host.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { createChannelLauncher } from '#main/host/sandbox-channel.ts';
import type { FromThread, ThreadStart, ToThread } from '#main/host/thread-messages.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';

function say(message: FromThread): void {
  parentPort?.postMessage(message);
}

const launchSandbox = createChannelLauncher((port) =>
  parentPort?.postMessage({ type: 'sandbox', port }, [port]),
);

async function open({ dataDir, uiDir, port, asksForSandboxes }: ThreadStart): Promise<RunningServer> {
  const writeLog = (line: string) => say({ type: 'log', line });
  const options = { dataDir, uiDir, writeLog, ...(asksForSandboxes ? { launchSandbox } : {}) };
  if (port !== undefined) return startServer({ ...options, port });
  // Try the default port first, because programs with a credential expect it.
  try {
    return await startServer({ ...options, port: DEFAULT_PORT });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return startServer({ ...options, port: 0 });
  }
}

/** Returns only messages written for people; others are not shown in the window. */
function wordsOf(error: unknown): string {
  return error instanceof VaultError ? error.message : 'The vault could not be opened.';
}

async function run(start: ThreadStart): Promise<void> {
  let server: RunningServer;
  try {
    server = await open(start);
  } catch (error) {
    say({ type: 'failed', message: wordsOf(error) });
    return;
  }
  parentPort?.on('message', async (message: ToThread) => {
    if (message.type !== 'close') return;
    await server.close();
    say({ type: 'closed' });
    parentPort?.close();
  });
  say({ type: 'listening', url: server.url });
}

await run(workerData as ThreadStart);
