/** Connects to a server whose certificate is known, because it is in the same folder. */
import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/**
 * Accepts exactly the certificate of `pem`, even when expired or not yet valid, so that an old vault, or one with a
 * wrong clock, can renew its certificates. Others are verified as usual.
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
  // A string at run time, although the types say otherwise.
  const code = String(socket.authorizationError);
  const isKnown = socket.getPeerX509Certificate()?.fingerprint256 === expected;
  if ((code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') && isKnown) return undefined;
  return Object.assign(new Error('The certificate of the server was refused.'), { code });
}
