/**
 * Sandboxes of a vault that the command line of an installed application serves. Its binary starts no Node as a child:
 * a fork of it would be the application once more. They are utility processes here too, which Electron starts once it
 * is ready; what is asked of one before waits.
 */
import { app } from 'electron';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch.ts';
import { startUtilitySandbox } from './utility-sandbox.ts';

/** @param folder where the built `sandbox-main.js` lies. */
export function startSandboxOnceReady(folder: string): SandboxChild {
  let wasKilled = false;
  const started = app.whenReady().then(() => (wasKilled ? undefined : startUtilitySandbox(folder)));
  return {
    send: async (message) => (await started)?.send(message),
    onMessage: (listener) => void started.then((child) => child?.onMessage(listener)),
    onEnd(listener) {
      started.then(
        (child) => (child === undefined ? listener('killed') : child.onEnd(listener)),
        () => listener('crashed'),
      );
    },
    kill() {
      wasKilled = true;
      void started.then((child) => child?.kill());
    },
  };
}
