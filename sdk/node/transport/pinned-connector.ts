/** Connections to a server whose certificate is known beforehand, because it lies in the same folder. */
import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/**
 * Accepts the very certificate of `pem` after its end and before its beginning too, so that a vault nobody opened for
 * years, or whose clock was once ahead, can be opened and its certificates made anew. Every other one is checked as ever.
 */
export function pinnedConnector(
  options: buildConnector.BuildOptions,
  pem: string | Uint8Array,
): buildConnector.connector {
  const expected = new X509Certificate(pem).fingerprint256;
  const connect = buildConnector({ ...options, rejectUnauthorized: false });
  return (target, callback) => {
    connect(target, (...[failure, socket]) => {
      if (failure) return callback(failure, null);
      const refusal = refusalOf(socket, expected);
      if (refusal === undefined) return callback(null, socket);
      socket.destroy();
      return callback(refusal, null);
    });
  };
}

function refusalOf(socket: unknown, expected: string): Error | undefined {
  if (!(socket instanceof TLSSocket)) return new Error('The connection is not encrypted.');
  if (socket.authorized) return undefined;
  // A string here, whatever the typings say.
  const code = String(socket.authorizationError);
  const isKnown = socket.getPeerX509Certificate()?.fingerprint256 === expected;
  if ((code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') && isKnown) return undefined;
  return Object.assign(new Error('The certificate of the server was refused.'), { code });
}
