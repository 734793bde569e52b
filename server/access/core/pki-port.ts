/** What access asks of the PKI: issuing and revoking certificates, and keeping the CA key only while it may. */
export interface PkiPort {
  readonly caPem: () => string;
  /** PEM; undefined while nobody who may issue is unlocked. */
  readonly caKeyPem: () => string | undefined;
  /** @throws protocol_error when it is not the key of this vault's CA. */
  readonly adoptCaKey: (pem: string) => void;
  readonly forgetCaKey: () => void;
  readonly issueClient: (request: { name: string; expires_at: string | null }) => Promise<IssuedClient>;
  /** Refused on every later request, at once. */
  readonly revoke: (fingerprint: string) => void;
}

export interface IssuedClient {
  readonly client_cn: string;
  readonly certificate_pem: string;
  readonly private_key_pem: string;
  /** SHA-256 of the DER, hex. */
  readonly fingerprint: string;
  readonly expires_at: string;
}
