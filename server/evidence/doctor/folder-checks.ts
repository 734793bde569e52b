/** What lies around the database: certificates and their keys, the disk, quarantine. No key needed. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from '#contract/evidence/findings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDS_SOON_DAYS = 30;
const DISK_LOW_BYTES = 256 * 1024 * 1024;

export interface CheckedCertificate {
  readonly name: string;
  readonly days_left: number;
}

export interface CheckedPki {
  readonly findings: readonly Finding[];
  readonly certificates: readonly CheckedCertificate[];
}

export function checkPki(pki: string, nowMs: number): CheckedPki {
  const findings: Finding[] = [];
  const certificates: CheckedCertificate[] = [];
  const ca = readCertificate(join(pki, 'ca.crt'));
  for (const name of ['ca', 'server', 'desktop']) {
    const file = join(pki, `${name}.crt`);
    const certificate = readCertificate(file);
    if (certificate === undefined) {
      findings.push(finding('certificate_missing', `pki/${name}.crt`));
      continue;
    }
    if (certificate === 'damaged' || !fits(certificate, ca, name, pki)) {
      findings.push(finding('certificate_damaged', `pki/${name}.crt`));
      continue;
    }
    const days_left = Math.floor((Date.parse(certificate.validTo) - nowMs) / DAY_MS);
    certificates.push({ name, days_left });
    if (days_left < 0) findings.push(finding('certificate_ended', `pki/${name}.crt`));
    else if (days_left < ENDS_SOON_DAYS)
      findings.push(finding('certificate_ends_soon', `pki/${name}.crt`, `${days_left} days are left.`));
  }
  return { findings: [...findings, ...checkKeys(pki)], certificates };
}

function checkKeys(pki: string): Finding[] {
  return ['server.key', 'desktop.key'].flatMap((name) => {
    const stat = statSync(join(pki, name), { throwIfNoEntry: false });
    if (stat === undefined) return [finding('certificate_missing', `pki/${name}`)];
    const isOpen = process.platform !== 'win32' && (stat.mode & 0o077) !== 0;
    return isOpen ? [finding('key_readable', `pki/${name}`)] : [];
  });
}

function readCertificate(file: string): X509Certificate | 'damaged' | undefined {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : 'damaged';
  }
}

/** Signed by this vault's CA, and the key beside it is its own. A key that is missing is said elsewhere. */
function fits(
  certificate: X509Certificate,
  ca: X509Certificate | 'damaged' | undefined,
  name: string,
  pki: string,
): boolean {
  if (ca === undefined || ca === 'damaged' || !certificate.verify(ca.publicKey)) return false;
  const keyFile = join(pki, `${name}.key`);
  if (statSync(keyFile, { throwIfNoEntry: false }) === undefined) return true;
  try {
    return certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)));
  } catch {
    return false;
  }
}

export function freeBytes(root: string): number {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
}

export function checkDisk(root: string): Finding[] {
  const free = freeBytes(root);
  return free < DISK_LOW_BYTES
    ? [finding('disk_low', null, `${Math.floor(free / 2 ** 20)} MiB are free.`)]
    : [];
}

export function checkQuarantine(root: string): Finding[] {
  const folder = join(root, 'quarantine');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder).map((name) => finding('quarantined', name));
}
