/**
 * Sends requests to a vault opened in this process: the whole application, including entry checks, without a socket. So
 * administrative commands use the same client as remote ones.
 */
import { createHash } from 'node:crypto';
import type { Transport, TransportRequest } from '#sdk/transport.ts';
import { createLogger } from '#server/http/log/logging.ts';
import { allRoutes } from '#server/http/routes/all-routes.ts';
import { buildApp } from './build-app.ts';
import type { OpenVault } from './open-vault.ts';

const HOST = '127.0.0.1';

/** Acts with the desktop's certificate, because a caller who can read the folder could present it anyway. */
export function inProcessTransport({ services, pki }: OpenVault): Transport {
  const { cn, fingerprint } = pki.desktop();
  const app = buildApp({
    checks: {
      admit: () => ({ cn, fingerprint, isDesktop: true }),
      checkHostAndOrigin: () => undefined,
      countRequest: () => undefined,
    },
    sessions: services.sessions,
    idempotency: services.idempotency,
    turns: services.turns,
    audit: services.audit,
    routes: allRoutes(services),
    isCopy: services.copy !== undefined,
    log: createLogger('error'),
  });

  async function send({ method, path, headers, body }: TransportRequest) {
    if (body !== undefined && body.kind !== 'json')
      throw new TypeError('The client inside the process cannot send files. Connect over HTTPS.');
    const answer = await app.inject({
      method: methodOf(method),
      url: path,
      headers: {
        ...headers,
        host: HOST,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body.text }),
    });
    return {
      status: answer.statusCode,
      header: (name: string) => {
        const value = answer.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
      text: async () => answer.payload,
      stream: () => new Blob([Uint8Array.from(answer.rawPayload)]).stream(),
    };
  }

  return {
    send,
    singleRequestMaxBytes: 0,
    createSha256: () => {
      const hash = createHash('sha256');
      return { update: (bytes) => void hash.update(bytes), digest: async () => hash.digest('hex') };
    },
    close: () => app.close(),
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function methodOf(method: string): Method {
  const known: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const found = known.find((candidate) => candidate === method);
  if (found === undefined) throw new TypeError(`The vault has no method ${method}.`);
  return found;
}
