/** A sandbox as a utility process of Electron: no Node runs there as a child, the binary forbids it. */
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch.ts';

const HEAP_MAX_MIB = 512;

/** @param folder where the built `sandbox-main.js` lies. */
export function startUtilitySandbox(folder: string): SandboxChild {
  const child = utilityProcess.fork(join(folder, 'sandbox-main.js'), [], {
    serviceName: 'Sealed Records Vault pictures',
    execArgv: [`--max-old-space-size=${HEAP_MAX_MIB}`],
    // Electron takes an empty environment for none given, and hands down its own.
    env: { SRVAULT_SANDBOX: '1' },
    stdio: 'ignore',
  });
  let wasKilled = false;
  // Before the process is there it has no number, and a kill would be lost.
  child.once('spawn', () => {
    if (wasKilled && child.pid !== undefined) killAtOnce(child.pid);
  });
  return {
    async send(message) {
      child.postMessage(message);
    },
    onMessage: (listener) => void child.on('message', listener),
    // Electron tells no signal; a process that ends by itself with a code ran into its limits or a fault.
    onEnd: (listener) =>
      void child.once('exit', (code) => listener(wasKilled || code > 1 ? 'killed' : 'crashed')),
    kill() {
      wasKilled = true;
      // A decoder that never yields does not hear a polite request.
      if (child.pid !== undefined) killAtOnce(child.pid);
    },
  };
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself a moment ago; Electron has not told yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
