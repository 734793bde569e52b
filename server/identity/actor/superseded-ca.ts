/** Which client certificates keep a CA that was replaced among the trusted ones. */
import { CA_KEPT_DAYS } from '#contract/limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a row says of it; clear columns, which decide of nothing but this. */
interface IssuedCertificate {
  readonly client_cn: string;
  /** Fingerprint of the CA that issued it. */
  readonly ca_sha256: string | null;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

/**
 * Those another CA than `newest` (its fingerprint) issued that neither ended, were revoked, nor were made anew long
 * enough ago for the new one to have arrived. Nothing counts as ended before the newest CA has issued for that long: a clock
 * that is far ahead replaces the CA and ends all it issued in one go, and everybody would be shut out once it is right.
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
