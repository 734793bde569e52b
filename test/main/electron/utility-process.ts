/** Stand-in for Electron's utilityProcess: real child processes of Node. */
import { fork } from 'node:child_process';

type ForkOptions = Pick<Electron.ForkOptions, 'execArgv' | 'env'>;

export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], { execArgv, env }: ForkOptions = {}) {
    const child = fork(modulePath, args, {
      ...(execArgv ? { execArgv } : {}),
      env: { ...env },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined);
    return Object.assign(child, {
      postMessage(message: object): void {
        if (child.connected) child.send(message);
      },
    });
  },
};
