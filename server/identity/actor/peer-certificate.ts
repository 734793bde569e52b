/** The client certificate of the connection a request came over, after the gate accepted it. */
export interface Peer {
  /** The certificate's single common name. */
  readonly cn: string;
  /** SHA-256 of the certificate's DER, lower-case hex. */
  readonly fingerprint: string;
  /** True for the desktop's own certificate, compared by fingerprint, not by name. */
  readonly isDesktop: boolean;
}
