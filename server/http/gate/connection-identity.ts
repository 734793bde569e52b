/**
 * Who is at the other end of a TLS connection, worked out once per connection: exactly one non-empty
 * common name, made for client authentication, issued by this vault's own CA, in a full handshake.
 * A resumed session is nobody: Node has reported those as authorised without any certificate.
 * Revocation and the allow-list change while a connection lives and are therefore not looked at here.
 * Source: choices, "Transport and client certificates"; sealing design, fact 1.
 */
import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { certificateFingerprint } from '../../access/certificate-fingerprint.ts';

const CLIENT_AUTH_OID = '1.3.6.1.5.5.7.3.2';

export interface ConnectionIdentity {
  readonly cn: string;
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
}

const identities = new WeakMap<TLSSocket, ConnectionIdentity>();

/** Undefined when the connection carries no acceptable certificate. `caPem` is the vault's own CA. */
export function connectionIdentity(socket: unknown, caPem: () => string): ConnectionIdentity | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const known = identities.get(socket);
  if (known) return known;
  const identity = readIdentity(socket, caPem);
  if (identity) identities.set(socket, identity);
  return identity;
}

function readIdentity(socket: TLSSocket, caPem: () => string): ConnectionIdentity | undefined {
  if (!socket.authorized || socket.isSessionReused()) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate || !isClientOf(certificate, new X509Certificate(caPem()))) return undefined;
  // Several common names come as an array here, whatever the typings say.
  const cn: unknown = certificate.toLegacyObject().subject.CN;
  if (typeof cn !== 'string' || cn === '') return undefined;
  return { cn, fingerprint: certificateFingerprint(certificate.raw) };
}

function isClientOf(certificate: X509Certificate, ca: X509Certificate): boolean {
  return (
    !certificate.ca &&
    (certificate.keyUsage ?? []).includes(CLIENT_AUTH_OID) &&
    certificate.checkIssued(ca) &&
    certificate.verify(ca.publicKey)
  );
}
