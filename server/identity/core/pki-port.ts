/**
 * The port through which identity code reaches the PKI. Storing and activating are separate, so that a certificate
 * changes nothing before its transaction is durable.
 */
import type { MembershipCertificates, RecordedCertificate } from '#crypto/membership/membership.ts';

/** What access asks of the PKI: issuing and revoking certificates, and keeping the CA key only while it may. */
export interface PkiPort {
  /** Of every trusted CA, newest first. */
  readonly caPem: () => string;
  /** When the CA that issues ends. */
  readonly caEndsAtMs: () => number;
  /** Not valid yet, or valid for longer than any is made for: made under a clock that was far ahead. */
  readonly isCaOfAnotherClock: () => boolean;
  /** The clock is so far ahead of what the vault knows to have been that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
  /** Made, but of no consequence before `store` and `take`. @throws permission_denied without the CA key. */
  readonly prepareNextCa: () => Promise<NextCa>;
  /** PEM; undefined while no principal who may issue is unlocked. */
  readonly caKeyPem: () => string | undefined;
  /** `sha256`: the CA it has to be of. @throws protocol_error when it is the key of no CA of this vault, or of another. */
  readonly adoptCaKey: (pem: string, sha256?: string) => void;
  readonly forgetCaKey: () => void;
  readonly issueClient: (request: ClientRequest) => Promise<IssuedClient>;
  /**
   * Renews the vault's own certificates, and removes CAs that are no longer needed. Does nothing without the CA key.
   */
  readonly renewIfDue: () => Promise<void>;
  readonly desktop: () => { readonly cn: string; readonly fingerprint: string };
  /** What the rows say of every client certificate issued. */
  readonly listIssued: () => readonly IssuedRow[];
  /** Asked for what the membership list announces: that decides at the gate. */
  readonly setAnnouncedCertificates: (announced: () => MembershipCertificates) => void;
  /** `listener` is called with a renewed desktop certificate, before it is used. */
  readonly onDesktopRenewed: (listener: (certificate: IssuedRow) => void) => void;
  /** Writes it down; inside the transaction of what ends it. */
  readonly storeRevoked: (fingerprint: string) => void;
  /** On every later request, at once; once that transaction is durable. */
  readonly refuse: (fingerprint: string) => void;
  /** Both, in a transaction of its own. */
  readonly revoke: (fingerprint: string) => void;
}

/** A CA to replace the present one, which stays trusted for the certificates it issued. */
export interface NextCa {
  /** SHA-256 of the DER, hex. */
  readonly fingerprint: string;
  /** Sealed to every principal who may issue, in the transaction of `store`. */
  readonly keyPem: string;
  /** Writes it down; inside a transaction. */
  readonly store: () => void;
  /** It issues from here on; once that transaction is durable. */
  readonly activate: () => void;
}

export interface ClientRequest {
  readonly name: string;
  readonly expires_at: string | null;
  /** Of a renewal: the common name stays. */
  readonly client_cn?: string;
}

export interface IssuedRow extends RecordedCertificate {
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

export interface IssuedClient {
  readonly client_cn: string;
  readonly certificate_pem: string;
  readonly private_key_pem: string;
  /** SHA-256 of the DER, hex. */
  readonly fingerprint: string;
  readonly expires_at: string;
}
