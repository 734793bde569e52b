/** The client certificate behind a request, as the gate accepted it. */
export interface Peer {
  /** The one common name of the certificate. */
  readonly cn: string;
  /** SHA-256 of the certificate's DER, lower-case hex. */
  readonly fingerprint: string;
  /** Whether it is the desktop's own certificate, by fingerprint, not by name. */
  readonly isDesktop: boolean;
}
