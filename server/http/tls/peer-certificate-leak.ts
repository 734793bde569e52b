/**
 * Node 24.21 asks a connection whose client it has verified whether there is a certificate at all, because a resumed
 * session is verified without one. It asks in a way that takes the certificate behind the first out of what the peer
 * sent and never frees it: some 4 KiB for each client that sends the CA along, more with a longer chain, until the
 * process ends. Here the same question is put to the same connection in a way that leaks nothing. Node has no public
 * name for it; where it comes to ask differently nothing changes here, and `stranger-chains.test.ts` tells of a leak.
 * `getPeerX509Certificate` of a server's socket answers nothing of use from then on.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** What is behind a socket, of which all sockets share one prototype. */
interface Handle {
  readonly getPeerCertificate: (isDetailed: boolean) => unknown;
  readonly getPeerX509Certificate: () => unknown;
}

const mended = new WeakSet<object>();

/** From the first connection of the process on, which leaves its one certificate. */
export function patchPeerCertificateLeak(server: Server): void {
  server.once('secureConnection', (socket: TLSSocket) => {
    const handle: unknown = Reflect.get(socket, '_handle');
    if (isHandle(handle)) mend(handle);
  });
}

function mend(handle: Handle): void {
  const prototype: unknown = Object.getPrototypeOf(handle);
  if (typeof prototype !== 'object' || prototype === null || mended.has(prototype)) return;
  mended.add(prototype);
  const askAsNode = handle.getPeerX509Certificate;
  Reflect.set(prototype, 'getPeerX509Certificate', function ask(this: Handle): unknown {
    return isServers(this) ? this.getPeerCertificate(false) : askAsNode.call(this);
  });
}

function isHandle(value: unknown): value is Handle {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['getPeerCertificate', 'getPeerX509Certificate'].every(
      (name) => typeof Reflect.get(value, name) === 'function',
    )
  );
}

/** Clients, whose question leaks nothing, make a certificate of the answer. Only a server's handle is told of a hello. */
function isServers(handle: Handle): boolean {
  return typeof Reflect.get(handle, 'onclienthello') === 'function';
}
