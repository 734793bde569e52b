/**
 * Connects the vault's worker thread to sandboxes in the main process by message ports. A worker thread cannot start
 * Electron's utility processes. The thread uses the same `SandboxChild` as under Node.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type {
  Launcher,
  SandboxChild,
  SandboxEnd,
} from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import type { FromSandbox, ToSandbox } from '#server/imaging/processing/sandbox/sandbox-messages.ts';

type ToRelay = ToSandbox | { readonly type: 'kill' };
type FromRelay =
  | FromSandbox
  | { readonly type: 'taken' }
  | { readonly type: 'end'; readonly end: SandboxEnd };

/** Used in the thread. `handOver` passes one end of a new channel to the main process, which starts the sandbox. */
export function createChannelLauncher(handOver: (port: MessagePort) => void): Launcher {
  return () => {
    const { port1, port2 } = new MessageChannel();
    const resultListeners: ((message: FromSandbox) => void)[] = [];
    const endListeners: ((end: SandboxEnd) => void)[] = [];
    const untaken: (() => void)[] = [];
    let isOver = false;

    function over(end: SandboxEnd): void {
      if (isOver) return;
      isOver = true;
      for (const done of untaken.splice(0)) done();
      for (const listener of endListeners) listener(end);
    }
    port1.on('message', (message: FromRelay) => {
      if (message.type === 'taken') untaken.shift()?.();
      else if (message.type === 'end') over(message.end);
      else for (const listener of resultListeners) listener(message);
    });
    port1.on('close', () => over('crashed'));
    port1.unref();
    handOver(port2);

    const post = (message: ToRelay) => port1.postMessage(message);
    return {
      send: (message) =>
        new Promise((resolve) => {
          if (isOver) return resolve();
          untaken.push(resolve);
          post(message);
        }),
      onMessage: (listener) => void resultListeners.push(listener),
      onEnd: (listener) => void endListeners.push(listener),
      kill: () => post({ type: 'kill' }),
    };
  };
}

/** Used in the main process: connects a port to the process started for it. */
export function relaySandbox(port: MessagePort, child: SandboxChild): void {
  const post = (message: FromRelay) => port.postMessage(message);
  port.on('message', async (message: ToRelay) => {
    if (message.type === 'kill') child.kill();
    else {
      await child.send(message);
      post({ type: 'taken' });
    }
  });
  port.on('close', child.kill);
  child.onMessage(post);
  child.onEnd((end) => {
    post({ type: 'end', end });
    port.close();
  });
}
