/**
 * Starts sandboxes for `srvault` inside an installed application. Its binary cannot run Node as a child, because a
 * fork would start the application again. They are utility processes instead; requests wait until Electron is ready.
 */
import { app } from 'electron';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { startUtilitySandbox } from './utility-sandbox.ts';

/** Starts a sandbox once Electron is ready. @param folder that contains the built `sandbox-main.js`. */
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
