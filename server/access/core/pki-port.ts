import type { MembershipCertificates, RecordedCertificate } from '#crypto/membership/membership.ts';

/** What access asks of the PKI: issuing and revoking certificates, and keeping the CA key only while it may. */
export interface PkiPort {
  readonly caPem: () => string;
  /** PEM; undefined while nobody who may issue is unlocked. */
  readonly caKeyPem: () => string | undefined;
  /** @throws protocol_error when it is not the key of this vault's CA. */
  readonly adoptCaKey: (pem: string) => void;
  readonly forgetCaKey: () => void;
  readonly issueClient: (request: ClientRequest) => Promise<IssuedClient>;
  readonly desktop: () => { readonly cn: string; readonly fingerprint: string };
  /** What the rows say of every client certificate issued. */
  readonly listIssued: () => readonly IssuedRow[];
  /** Asked for what the membership list announces: that decides at the gate. */
  readonly believe: (announced: () => MembershipCertificates) => void;
  /** `listener` hears of a desktop certificate made anew, before it is used. */
  readonly onDesktopRenewed: (listener: (certificate: IssuedRow) => void) => void;
  /** Refused on every later request, at once. */
  readonly revoke: (fingerprint: string) => void;
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
