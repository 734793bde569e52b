/** Sandbox as a utility process of Electron, whose binary forbids running Node as a child. */
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';

const HEAP_MAX_MIB = 512;

/** Starts a sandbox as a utility process. @param folder that contains the built `sandbox-main.js`. */
export function startUtilitySandbox(folder: string): SandboxChild {
  const child = utilityProcess.fork(join(folder, 'sandbox-main.js'), [], {
    serviceName: 'Sealed Records Vault pictures',
    execArgv: [`--max-old-space-size=${HEAP_MAX_MIB}`],
    // Not empty, because Electron treats an empty environment as unset and passes its own on.
    env: { SRVAULT_SANDBOX: '1' },
    stdio: 'ignore',
  });
  let wasKilled = false;
  // Kill only after the start, because a process without a pid cannot be killed.
  child.once('spawn', () => {
    if (wasKilled && child.pid !== undefined) killAtOnce(child.pid);
  });
  return {
    async send(message) {
      child.postMessage(message);
    },
    onMessage: (listener) => void child.on('message', listener),
    // Electron reports no signal; an exit with a code means a limit or a fault.
    onEnd: (listener) =>
      void child.once('exit', (code) => listener(wasKilled || code > 1 ? 'killed' : 'crashed')),
    kill() {
      wasKilled = true;
      // Use SIGKILL, because a decoder that never yields ignores a polite request.
      if (child.pid !== undefined) killAtOnce(child.pid);
    },
  };
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has ended already, before Electron reported it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
