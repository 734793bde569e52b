/**
 * The first check of every request of every route: a client certificate of this vault, not revoked,
 * with an allowed common name.
 * Source: API spec, "Authentication" 1 and 2; choices, "Transport and client certificates"; sealing design, fact 1.
 */
import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { VaultError } from '#contract/errors/vault-error.ts';
import { certificateFingerprint, isIssuedBy } from '#server/identity/actor/parse-certificate.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';

/** 127.0.0.0/8, also as IPv6 writes it, and ::1. */
const OUT_OF_TIME: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;
const CLIENT_AUTH_OID = '1.3.6.1.5.5.7.3.2';

/** PKI queries that the gate makes on every request. */
export interface IssuedCertificates {
  /** The CAs of this vault: the issuing one, and replaced ones while their certificates are in use. */
  readonly authorities: () => readonly X509Certificate[];
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly isIssuedCn: (cn: string) => boolean;
  readonly isDesktop: (fingerprint: string) => boolean;
  /** True for the certificate the desktop presents now, not for an older one of it. */
  readonly isCurrentDesktop: (fingerprint: string) => boolean;
}

export type CertificateGate = (socket: unknown) => Peer;

/**
 * Creates the gate.
 * @param allowedCns the exact common names admitted; undefined admits every one this vault issued. The returned gate
 * throws client_certificate_required or client_certificate_cn_not_allowed.
 */
export function createCertificateCheck(
  issued: IssuedCertificates,
  allowedCns: ReadonlySet<string> | undefined,
): CertificateGate {
  return function admit(socket) {
    const identity = connectionIdentity(socket, issued);
    if (!identity || issued.isRevoked(identity.fingerprint)) {
      throw new VaultError(
        'client_certificate_required',
        'This service answers only to a client certificate that this vault issued and has not revoked. In a browser on the computer of the vault: import pki/desktop.p12 of its data folder (password srvault), or the certificate of a credential elsewhere; a script shows the client.crt and client.key of its credential.',
      );
    }
    const { cn, fingerprint } = identity;
    if (!(allowedCns ? allowedCns.has(cn) : issued.isIssuedCn(cn))) {
      throw new VaultError(
        'client_certificate_cn_not_allowed',
        'The common name of this client certificate is not allowed here. Use a certificate this vault issued.',
      );
    }
    return { cn, fingerprint, isDesktop: issued.isDesktop(fingerprint) };
  };
}

interface ConnectionIdentity {
  readonly cn: string;
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
}

const identities = new WeakMap<TLSSocket, ConnectionIdentity>();

/**
 * Identifies the peer of a connection, once per connection: exactly one non-empty common name, made for client
 * authentication, issued by a CA of this vault, in a full handshake. A resumed session is refused, because Node has
 * reported those as authorised without any certificate. Revocation and the allow-list can change during a connection
 * and are checked per request. Undefined without an acceptable certificate.
 */
function connectionIdentity(socket: unknown, issued: IssuedCertificates): ConnectionIdentity | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const known = identities.get(socket);
  if (known) return known;
  const identity = readIdentity(socket, issued);
  if (identity) identities.set(socket, identity);
  return identity;
}

function readIdentity(socket: TLSSocket, issued: IssuedCertificates): ConnectionIdentity | undefined {
  if (socket.isSessionReused()) return undefined;
  const certificate = leafOf(socket);
  if (!certificate || !(socket.authorized || isDesktopOutOfTime(socket, certificate, issued)))
    return undefined;
  if (!isClientOf(certificate, issued.authorities())) return undefined;
  // Several common names are returned as an array, whatever the typings say.
  const cn: unknown = certificate.toLegacyObject().subject.CN;
  if (typeof cn !== 'string' || cn === '') return undefined;
  return { cn, fingerprint: certificateFingerprint(certificate.raw) };
}

/**
 * Avoids `getPeerX509Certificate`, which on a server removes the second certificate of the peer's chain and never frees
 * it (Node 24.21): strangers could fill the memory.
 */
function leafOf(socket: TLSSocket): X509Certificate | undefined {
  const { raw }: { raw?: Buffer } = socket.getPeerCertificate();
  return raw === undefined ? undefined : new X509Certificate(raw);
}

/**
 * True for an expired or not yet valid desktop certificate: after two years without use, or a clock once ahead, only an
 * unlock makes a new one. So exactly the certificate in the folder is admitted at any time, from this computer only.
 */
function isDesktopOutOfTime(
  socket: TLSSocket,
  certificate: X509Certificate,
  issued: IssuedCertificates,
): boolean {
  return (
    // The typings are wrong: at run time this is a string.
    OUT_OF_TIME.has(String(socket.authorizationError)) &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    issued.isCurrentDesktop(certificateFingerprint(certificate.raw))
  );
}

function isClientOf(certificate: X509Certificate, authorities: readonly X509Certificate[]): boolean {
  return (
    !certificate.ca &&
    (certificate.keyUsage ?? []).includes(CLIENT_AUTH_OID) &&
    authorities.some((ca) => isIssuedBy(certificate, ca))
  );
}
