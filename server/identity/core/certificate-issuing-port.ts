/**
 * The port through which identity code reaches the PKI. Storing and activating are separate, so that a certificate
 * changes nothing before its transaction is durable.
 */
import type { MembershipCertificates, RecordedCertificate } from '#crypto/membership/membership.ts';

/**
 * PKI operations that identity code uses: issue and revoke certificates, and keep the CA key only while an
 * administrator is unlocked.
 */
export interface PkiPort {
  /** PEM of every trusted CA, newest first. */
  readonly caPem: () => string;
  /** Expiry of the issuing CA. */
  readonly caEndsAtMs: () => number;
  /**
   * True for a CA that is not valid yet, or valid for longer than any is made for: it was made while the clock was far
   * ahead.
   */
  readonly isCaOfAnotherClock: () => boolean;
  /** True while the clock is so far past the newest recorded instant that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
  /**
   * Generates the next CA. It has no effect before `store` and `activate`. @throws permission_denied without the CA
   * key.
   */
  readonly prepareNextCa: () => Promise<NextCa>;
  /** PEM; undefined while no principal who may issue is unlocked. */
  readonly caKeyPem: () => string | undefined;
  /**
   * Takes over a CA key. `sha256`: fingerprint of the expected CA. @throws protocol_error when the key belongs to
   * another CA or to none of this vault.
   */
  readonly adoptCaKey: (pem: string, sha256?: string) => void;
  readonly forgetCaKey: () => void;
  readonly issueClient: (request: ClientRequest) => Promise<IssuedClient>;
  /** Renews the vault's own certificates and removes CAs that are no longer needed. Does nothing without the CA key. */
  readonly renewIfDue: () => Promise<void>;
  readonly desktop: () => { readonly cn: string; readonly fingerprint: string };
  /** The rows of all issued client certificates. */
  readonly listIssued: () => readonly IssuedRow[];
  /** Sets the source of announced certificates: the membership list, which decides at the gate. */
  readonly setAnnouncedCertificates: (announced: () => MembershipCertificates) => void;
  /** Sets the source of announced CAs, by SHA-256 fingerprint: the verified membership list. */
  readonly setAnnouncedCas: (announced: () => ReadonlySet<string>) => void;
  /** Takes over CAs that the list announces, once an unlock has verified it. */
  readonly followAnnouncedCas: () => boolean;
  /** True when the rows hold a CA that is neither known here nor announced. */
  readonly hasUnannouncedCa: () => boolean;
  /** `listener` is called with a renewed desktop certificate, before it is used. */
  readonly onDesktopRenewed: (listener: (certificate: IssuedRow) => void) => void;
  /** Stores a revocation, inside the transaction that causes it. */
  readonly storeRevoked: (fingerprint: string) => void;
  /** Refuses the certificate on every later request; call once that transaction is durable. */
  readonly refuse: (fingerprint: string) => void;
  /** Stores the revocation in its own transaction; the certificate is refused from then on. */
  readonly revoke: (fingerprint: string) => void;
}

/** A CA that will replace the present one; the old one stays trusted for its certificates. */
export interface NextCa {
  /** Fingerprint of the certificate: SHA-256 of the DER, hex. */
  readonly fingerprint: string;
  /** Private key; sealed to every principal who may issue, in the transaction of `store`. */
  readonly keyPem: string;
  /** Stores the CA, inside a transaction. */
  readonly store: () => void;
  /** Makes it the issuing CA; call once that transaction is durable. */
  readonly activate: () => void;
}

export interface ClientRequest {
  readonly name: string;
  readonly expires_at: string | null;
  /** Common name to keep, for a renewal. */
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
  /** Fingerprint of the certificate: SHA-256 of the DER, hex. */
  readonly fingerprint: string;
  readonly expires_at: string;
}
