/**
 * The certificates of a travelling copy: of an authority of its own, made with them, whose key is forgotten as soon as
 * both are issued. Nobody can issue another, and nothing of the vault's own authority is on the computer.
 */
import { X509Certificate } from 'node:crypto';
import { CERTIFICATE_RENEWAL_DAYS } from '#contract/limits.ts';
import type { PkiFiles } from './pki-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether they have to be made, or made anew. */
export function copyCertificatesNeedRenewal(files: PkiFiles, nowMs: number): boolean {
  return (['server', 'desktop'] as const).some((name) => {
    const leaf = files.readLeaf(name);
    if (leaf === undefined || !files.hasCa()) return true;
    const endsAtMs = new X509Certificate(leaf.certificatePem).validToDate.getTime();
    return endsAtMs - nowMs < CERTIFICATE_RENEWAL_DAYS * DAY_MS;
  });
}
