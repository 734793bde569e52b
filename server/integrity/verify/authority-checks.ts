/** Compares the rows of CAs, and the CA key sealed to the person, with the signed list and `pki/ca.crt`. */
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { certificateFingerprint, parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import { announcedCas } from '#server/identity/core/certificates/announced-cas.ts';
import { CA_KEY, openCaKey } from '#server/identity/core/sealed-ca-key.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';

const AUTHORITIES = 'authorities';

/**
 * A folder without a readable `pki/ca.crt` is reported elsewhere: the first CA is in no record. A travelling copy has a CA
 * of its own.
 */
export function checkAuthorities(
  db: SqlEngine,
  { ledger, stores, principal }: Reader,
  pki: string,
  isCopy: boolean,
): Finding[] {
  const file = certificatesIn(() =>
    readWholeFile(join(pki, 'ca.crt'), SMALL_FILE_MAX_BYTES).toString('utf8'),
  );
  if (file.length === 0 || isCopy) return [];
  const announced = announcedCas(ledger.records());
  const known = new Set([...announced, ...file.map(fingerprintOf)]);
  const rows = createAuthoritiesStore(db).listAuthorities();
  const stored = rows.flatMap(({ certificate_pem }) => certificatesIn(() => certificate_pem));
  const own = stored.filter((certificate) => known.has(fingerprintOf(certificate)));
  const issuing = ledger.state().ca?.sha256;
  const mayIssue = [...own, ...file].filter((ca) => issuing === undefined || fingerprintOf(ca) === issuing);
  return [
    ...(own.length === rows.length ? [] : [finding('certificate_damaged', AUTHORITIES)]),
    ...checkKey(mayIssue),
  ];

  /** The key sealed to the person is that of the issuing CA. */
  function checkKey(authorities: readonly X509Certificate[]): Finding[] {
    const packed = stores.adminSecrets.find(CA_KEY, principal.principal_id);
    if (packed === undefined) return [];
    try {
      const key = createPrivateKey(openCaKey(principal.secrets, packed));
      if (authorities.some((certificate) => certificate.checkPrivateKey(key))) return [];
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
    }
    return [finding('certificate_damaged', CA_KEY)];
  }
}

function fingerprintOf({ raw }: X509Certificate): string {
  return certificateFingerprint(raw);
}

/** Certificates of a PEM text; none where it cannot be read. */
function certificatesIn(read: () => string): readonly X509Certificate[] {
  try {
    return parseCertificates(read());
  } catch {
    return [];
  }
}
