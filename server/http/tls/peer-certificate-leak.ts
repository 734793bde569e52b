/**
 * Patches a memory leak of Node 24.21. For each verified client, Node checks whether there is a certificate, because a
 * resumed session is verified without one. That check removes the second certificate of the peer's chain and never
 * frees it: some 4 KiB per client that sends the CA. The patch asks the same in a way that does not leak. Node has no
 * public API for it; if Node changes, the patch has no effect and `stranger-chains.test.ts` reports a leak.
 * `getPeerX509Certificate` of a server's socket is unusable afterwards.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** The native handle of a socket; all sockets share its prototype. */
interface Handle {
  readonly getPeerCertificate: (isDetailed: boolean) => unknown;
  readonly getPeerX509Certificate: () => unknown;
}

const mended = new WeakSet<object>();

/** Takes effect with the process's first connection, which leaks its one certificate. */
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

/**
 * True for a server's handle, which alone has a hello callback. Client handles do not leak and need the original
 * result.
 */
function isServers(handle: Handle): boolean {
  return typeof Reflect.get(handle, 'onclienthello') === 'function';
}
