/**
 * Makes the certificates of a travelling copy under a CA of its own, whose key is discarded once both are issued. No
 * further certificate can be issued, and nothing of the home vault's CA is on the computer.
 */
import { X509Certificate } from 'node:crypto';
import { CERTIFICATE_RENEWAL_DAYS } from '#contract/limits.ts';
import type { PkiFiles } from './pki-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** True when they are missing or due for renewal. */
export function copyCertificatesNeedRenewal(files: PkiFiles, nowMs: number): boolean {
  return (['server', 'desktop'] as const).some((name) => {
    const leaf = files.readLeaf(name);
    if (leaf === undefined || !files.hasCa()) return true;
    const endsAtMs = new X509Certificate(leaf.certificatePem).validToDate.getTime();
    return endsAtMs - nowMs < CERTIFICATE_RENEWAL_DAYS * DAY_MS;
  });
}
