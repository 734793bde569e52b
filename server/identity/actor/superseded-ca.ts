/** Finds client certificates that still need a replaced CA; while there are any, that CA stays trusted. */
import { CA_KEPT_DAYS } from '#contract/limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Plaintext columns of an issued certificate. They decide nothing but how long an old CA is trusted. */
interface IssuedCertificate {
  readonly client_cn: string;
  /** Fingerprint of the CA that issued it. */
  readonly ca_sha256: string | null;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

/**
 * Certificates from a CA other than `newest` (a fingerprint) that still need their CA: not expired, not revoked, and
 * not renewed long enough ago for the renewal to have arrived. None counts as expired before the newest CA has issued
 * for that long: a clock far ahead replaces the CA and expires all its certificates at once. Every client would be shut
 * out once the clock is right again.
 */
export function certificatesOfSupersededCas(
  rows: readonly IssuedCertificate[],
  newest: string,
  nowMs: number,
): readonly IssuedCertificate[] {
  const arrived = new Set(
    rows.flatMap(({ ca_sha256, client_cn, issued_at }) =>
      ca_sha256 === newest && nowMs - Date.parse(issued_at) >= CA_KEPT_DAYS * DAY_MS ? [client_cn] : [],
    ),
  );
  const mayHaveEnded = arrived.size > 0;
  return rows.filter(
    ({ ca_sha256, client_cn, expires_at, revoked_at }) =>
      ca_sha256 !== newest &&
      revoked_at === null &&
      !(mayHaveEnded && Date.parse(expires_at) <= nowMs) &&
      !arrived.has(client_cn),
  );
}
