import type { buildConnector } from 'undici';

const beforeTheFirstByte = new WeakSet<Error>();

/** Marks errors that happened while connecting, whatever their code. */
export function trackConnectErrors(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    connect(target, (...[failure, socket]) => {
      if (failure === null) return callback(null, socket);
      beforeTheFirstByte.add(failure);
      return callback(failure, null);
    });
  };
}

/** Returns true if nothing of the request can have left this computer. */
export function isUnsent(failure: unknown): boolean {
  return failure instanceof Error && beforeTheFirstByte.has(failure);
}
