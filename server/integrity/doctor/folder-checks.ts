/** Checks the files around the database: certificates and their keys, the disk, quarantine. Needs no key. */
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import {
  certificateFingerprint,
  isIssuedBy,
  parseCertificates,
} from '#server/identity/actor/parse-certificate.ts';
import { certificatesOfSupersededCas } from '#server/identity/actor/superseded-ca.ts';
import type { CertificateRow } from '#server/storage/http/certificates-store.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';
import { CLOCK_TOLERANCE_MS } from './database-checks.ts';
import { isForbidden } from './is-read-forbidden.ts';

/** Key of the client certificate for HL7 receivers, if there is one. */
const OPTIONAL_KEY = 'hl7.key';
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
  const unreadable = unreadableIn(pki);
  if (unreadable.length > 0) return { findings: unreadable, certificates };
  const authorities = readCertificates(join(pki, 'ca.crt'));
  for (const name of ['ca', 'server', 'desktop']) {
    const file = join(pki, `${name}.crt`);
    const [certificate] = readCertificates(file);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) {
      findings.push(finding('certificate_missing', `pki/${name}.crt`));
      continue;
    }
    if (certificate === undefined || !fits(certificate, authorities, name, pki)) {
      findings.push(finding('certificate_damaged', `pki/${name}.crt`));
      continue;
    }
    const days_left = Math.floor((Date.parse(certificate.validTo) - nowMs) / DAY_MS);
    certificates.push({ name, days_left });
    if (certificate.validFromDate.getTime() > nowMs + CLOCK_TOLERANCE_MS)
      findings.push(
        finding('certificate_not_yet_valid', `pki/${name}.crt`, `It is valid from ${certificate.validFrom}.`),
      );
    else if (days_left < 0) findings.push(finding('certificate_ended', `pki/${name}.crt`));
    else if (days_left < ENDS_SOON_DAYS)
      findings.push(finding('certificate_ends_soon', `pki/${name}.crt`, `${days_left} days are left.`));
  }
  return { findings: [...findings, ...checkKeys(pki)], certificates };
}

/** Reports files that exist and may not be read; without them the other checks of `pki/` are impossible. */
function unreadableIn(pki: string): Finding[] {
  const files = [
    '',
    ...['ca', 'server', 'desktop'].map((name) => `${name}.crt`),
    'server.key',
    'desktop.key',
  ];
  return files
    .filter((name) => isForbidden(join(pki, name)))
    .slice(0, 1)
    .map((name) => finding('certificate_not_readable', join('pki', name)));
}

function checkKeys(pki: string): Finding[] {
  return ['server.key', 'desktop.key', OPTIONAL_KEY].flatMap((name) => {
    const stat = statSync(join(pki, name), { throwIfNoEntry: false });
    if (stat === undefined)
      return name === OPTIONAL_KEY ? [] : [finding('certificate_missing', `pki/${name}`)];
    const isOpen = process.platform !== 'win32' && (stat.mode & 0o077) !== 0;
    return isOpen ? [finding('key_readable', `pki/${name}`)] : [];
  });
}

/** Reads the certificates of a file; empty where it is missing or damaged. */
function readCertificates(file: string): readonly X509Certificate[] {
  try {
    return parseCertificates(readWholeFile(file, SMALL_FILE_MAX_BYTES).toString('utf8'));
  } catch {
    return [];
  }
}

/**
 * True when a CA of this vault signed the certificate and the key belongs to it. A missing key is reported elsewhere.
 */
function fits(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
  name: string,
  pki: string,
): boolean {
  if (!authorities.some((ca) => isIssuedBy(certificate, ca))) return false;
  const keyFile = join(pki, `${name}.key`);
  if (statSync(keyFile, { throwIfNoEntry: false }) === undefined) return true;
  try {
    return certificate.checkPrivateKey(createPrivateKey(readWholeFile(keyFile, SMALL_FILE_MAX_BYTES)));
  } catch {
    return false;
  }
}

/** Describes a replaced CA and the clients that still need it; undefined where there is none. */
export function olderCaIn(pki: string, issued: readonly CertificateRow[], nowMs: number): string | undefined {
  const [newest, ...older] = readCertificates(join(pki, 'ca.crt'));
  if (newest === undefined || older.length === 0) return undefined;
  const count = certificatesOfSupersededCas(issued, certificateFingerprint(newest.raw), nowMs).length;
  return count === 0
    ? 'a CA that was replaced goes at the next unlock of an administrator'
    : `a CA that was replaced stays trusted until ${count} client certificates have ended or been renewed`;
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

/** Reports nothing for an unreadable folder, which the database check reports. */
export function checkQuarantine(root: string): Finding[] {
  const folder = join(root, 'quarantine');
  if (isForbidden(root) || isForbidden(folder)) return [];
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder).map((name) => finding('quarantined', name));
}
