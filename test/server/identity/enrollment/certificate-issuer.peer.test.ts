import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPki, type Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import { clientCn } from '#server/identity/enrollment/client-common-name.ts';
import { PKCS12_PASSWORD } from '#server/identity/enrollment/pkcs12.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import { createCertificatesStore } from '#server/storage/http/certificates-store.ts';
import { createTestClock } from '#test/support/clock.ts';
import { needs } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { openTestEngine } from '#test/support/test-engine.ts';

const YEAR_MS = 365.25 * 24 * 60 * 60 * 1000;

async function enroll(
  options: { hosts?: string[]; isInitialized?: boolean; dir?: string; nowMs?: number } = {},
) {
  const dir = options.dir ?? testTempDir();
  const db = openTestEngine(dir);
  onTestFinished(() => void db.close());
  const clock = createTestClock(options.nowMs);
  const pki: Pki = await createPki({
    files: createPkiFiles(join(dir, 'pki')),
    store: { ...createCertificatesStore(db), ...createAuthoritiesStore(db) },
    commits: createCommitQueue(db),
    clock,
    hosts: options.hosts ?? [],
    isInitialized: options.isInitialized ?? false,
  });
  return { dir, pki, clock, folder: join(dir, 'pki') };
}

const parse = (pem: string) => new X509Certificate(pem);

describe('createPki on an uninitialised folder', () => {
  test('writes the files of the PKI, keys for their owner alone, and never the CA key', async () => {
    const { folder, pki } = await enroll();
    expect(readdirSync(folder).sort()).toEqual([
      'ca.crt',
      'desktop.crt',
      'desktop.key',
      'desktop.p12',
      'server.crt',
      'server.key',
    ]);
    for (const name of ['desktop.key', 'desktop.p12', 'server.key']) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    }
    const caKey = pki.caKeyPem()?.split('\n')[1] ?? 'missing';
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain(caKey);
    }
  });

  test('CA lives 10 years, leaves 2, with the purposes and names they are for', async () => {
    const { pki, folder, clock } = await enroll();
    const ca = parse(pki.caPem());
    const server = parse(pki.serverTls().cert);
    const desktop = parse(readFileSync(join(folder, 'desktop.crt'), 'utf8'));
    const years = (certificate: X509Certificate) =>
      Math.round((Date.parse(certificate.validTo) - clock.nowMs()) / YEAR_MS);
    expect([years(ca), years(server), years(desktop)]).toEqual([10, 2, 2]);
    expect(ca.ca).toBe(true);
    expect(server.checkIssued(ca) && desktop.checkIssued(ca)).toBe(true);
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(desktop.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(desktop.subject).toBe('CN=desktop');
    expect(desktop.issuer).toMatch(/^CN=Sealed Records Vault CA [0-9a-f]{8}$/);
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkIP('::1')).toBe('::1');
  });

  test('what two vaults issue can be told apart where a browser asks which to show', async () => {
    const [one, other] = [await enroll(), await enroll()];
    const issuerOf = ({ folder }: { folder: string }) =>
      parse(readFileSync(join(folder, 'desktop.crt'), 'utf8')).issuer;
    expect(issuerOf(one)).not.toBe(issuerOf(other));
    const mark = issuerOf(one).slice(-8);
    // Friendly name shown by a system's certificate store, as BMPString.
    const named = Buffer.from(`(desktop) ${mark}`, 'utf16le').swap16();
    expect(readFileSync(join(one.folder, 'desktop.p12')).includes(named)).toBe(true);
  });

  test('a restart makes a fresh CA and forgets the old certificates', async () => {
    const { dir, pki } = await enroll();
    const before = pki.desktop();
    const { pki: again } = await enroll({ dir });
    expect(again.caPem()).not.toBe(pki.caPem());
    expect(again.knows(before.fingerprint)).toBe(false);
    expect(again.isDesktop(again.desktop().fingerprint)).toBe(true);
  });
});

describe('createPki on an initialised folder', () => {
  test('keeps CA and leaves, has no CA key, and issues nothing', async () => {
    const { dir, pki } = await enroll();
    const { pki: again } = await enroll({ dir, isInitialized: true });
    expect(again.caPem()).toBe(pki.caPem());
    expect(again.serverTls()).toEqual(pki.serverTls());
    expect(again.desktop()).toEqual(pki.desktop());
    expect(again.caKeyPem()).toBeUndefined();
    await expect(again.issueClient({ name: 'x', expires_at: null })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  test('issues again with the adopted key, and refuses a key of another CA', async () => {
    const { dir, pki } = await enroll();
    const { pki: again } = await enroll({ dir, isInitialized: true });
    const { pki: other } = await enroll();
    expect(() => again.adoptCaKey(other.caKeyPem() ?? '')).toThrow(/does not belong/);
    again.adoptCaKey(pki.caKeyPem() ?? '');
    const issued = await again.issueClient({ name: 'Ward 3', expires_at: null });
    expect(again.knows(issued.fingerprint)).toBe(true);
    again.forgetCaKey();
    expect(again.caKeyPem()).toBeUndefined();
  });

  test('remembers issued and revoked certificates', async () => {
    const { dir, pki } = await enroll();
    const issued = await pki.issueClient({ name: 'Ward 3', expires_at: null });
    pki.revoke(issued.fingerprint);
    const { pki: again } = await enroll({ dir, isInitialized: true });
    expect(again.isIssuedCn(issued.client_cn)).toBe(true);
    expect(again.isRevoked(issued.fingerprint)).toBe(true);
  });

  test('renews leaves from 60 days before their end, and tells the listener, but only with the CA key', async () => {
    const { dir, pki } = await enroll();
    const nowMs = Date.now() + 2 * YEAR_MS - 59 * 24 * 60 * 60 * 1000;
    const { pki: later } = await enroll({ dir, isInitialized: true, nowMs });
    const heard: string[] = [];
    later.onServerTlsChanged(({ cert }) => heard.push(cert));
    await later.renewIfDue();
    expect(heard).toEqual([]);
    later.adoptCaKey(pki.caKeyPem() ?? '');
    await later.renewIfDue();
    expect(heard).toEqual([later.serverTls().cert]);
    expect(later.desktop().fingerprint).not.toBe(pki.desktop().fingerprint);
    expect(later.isDesktop(pki.desktop().fingerprint)).toBe(true);
  });

  test('adds a new host name to the server certificate once the CA key is there', async () => {
    const { dir, pki } = await enroll();
    const { pki: named } = await enroll({ dir, isInitialized: true, hosts: ['vault.practice.lan'] });
    expect(named.missingHosts()).toEqual(['vault.practice.lan']);
    named.adoptCaKey(pki.caKeyPem() ?? '');
    await named.renewIfDue();
    expect(named.missingHosts()).toEqual([]);
  });
});

describe('issueClient', () => {
  test('never outlives the expiry asked for', async () => {
    const { pki } = await enroll();
    const expires_at = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
    const issued = await pki.issueClient({ name: 'Locum', expires_at });
    expect(Math.abs(Date.parse(issued.expires_at) - Date.parse(expires_at))).toBeLessThan(1000);
  });
});

describe('clientCn', () => {
  test('reduces the name to lower-case letters, digits and hyphens, with a unique ending', () => {
    expect(clientCn('Zürich PACS #1')).toMatch(/^zurich-pacs-1-[0-9a-f]{8}$/);
    expect(clientCn('病院')).toMatch(/^client-[0-9a-f]{8}$/);
    expect(clientCn('x'.repeat(300))).toMatch(/^x{40}-[0-9a-f]{8}$/);
    expect(clientCn('a')).not.toBe(clientCn('a'));
  });
});

describe('desktop.p12', () => {
  test(
    'opens with openssl under the documented password and holds certificate, CA and key',
    needs('openssl'),
    async () => {
      const { folder, pki } = await enroll();
      const args = [
        'pkcs12',
        '-in',
        join(folder, 'desktop.p12'),
        '-nodes',
        '-passin',
        `pass:${PKCS12_PASSWORD}`,
      ];
      const text = execFileSync('openssl', args, { encoding: 'utf8' });
      const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
      expect(certificates.map((pem) => parse(pem).fingerprint256)).toEqual([
        parse(pki.desktop().certificatePem).fingerprint256,
        parse(pki.caPem()).fingerprint256,
      ]);
      const key = /-----BEGIN PRIVATE KEY-----([^-]+)-----END/.exec(text)?.[1];
      expect(pki.desktop().privateKeyPem.replaceAll(/\s/g, '')).toContain(key?.replaceAll(/\s/g, ''));
    },
  );

  test(
    'is taken by NSS, the certificate store of Chromium on Linux',
    needs('certutil', 'pk12util'),
    async () => {
      const { folder } = await enroll();
      const store = join(folder, 'nss');
      mkdirSync(store);
      execFileSync('certutil', ['-N', '-d', `sql:${store}`, '--empty-password'], { stdio: 'pipe' });
      const file = join(folder, 'desktop.p12');
      execFileSync('pk12util', ['-i', file, '-d', `sql:${store}`, '-W', PKCS12_PASSWORD], { stdio: 'pipe' });
      const keys = execFileSync('certutil', ['-K', '-d', `sql:${store}`], { encoding: 'utf8' });
      expect(keys).toContain('Sealed Records Vault (desktop)');
    },
  );

  test('is what Node presents as a client certificate', async () => {
    const { folder } = await enroll();
    const pfx = readFileSync(join(folder, 'desktop.p12'));
    expect(() => createSecureContext({ pfx, passphrase: PKCS12_PASSWORD })).not.toThrow();
    expect(() => createSecureContext({ pfx, passphrase: 'wrong' })).toThrow();
  });

  test('does not open under another password', needs('openssl'), async () => {
    const { folder } = await enroll();
    const args = ['pkcs12', '-in', join(folder, 'desktop.p12'), '-nodes', '-passin', 'pass:wrong'];
    expect(() => execFileSync('openssl', args, { stdio: 'pipe' })).toThrow();
  });
});
