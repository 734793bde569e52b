/**
 * Tests MLLP over TLS from outbox and command line. Nothing is sent to a listener with an invalid certificate, and
 * the vault presents its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { certificateFromPem } from '#contract/exchange/receivers.ts';
import { freePort } from '#scripts/free-port.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { issueTestCertificate, makeTestCa } from '#test/support/certificates.ts';
import type { ClientIdentity } from '#test/support/client.ts';
import { needs } from '#test/support/left-out.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { listenForMllp, type Manner, type MllpListener } from '#test/support/mllp-listener.ts';

const WAIT = { timeout: 240_000, interval: 50 };

let vault: LiveVault;
let examId: string;
let authority: Awaited<ReturnType<typeof makeTestCa>>;
let server: ClientIdentity;
let client: ClientIdentity;
let ca: string;

const pki = (name: string) => join(vault.dataDir, 'pki', name);
const at = (name: string) => join(vault.root, name);

beforeAll(async () => {
  vault = await startLiveVault();
  const { index } = await vault.admin.exams.create({
    security_group_id: vault.group,
    record: { title: 'CT chest', ...(await reportFromHtml('<p>Nodule of 11 mm.</p>')) },
  });
  examId = index.document_id;
  authority = await makeTestCa();
  const issue = (cn: string, purpose: 'server' | 'client') =>
    issueTestCertificate({ cns: [cn], purpose, issuer: authority });
  [server, client] = [await issue('localhost', 'server'), await issue('srvault', 'client')];
  ca = certificateFromPem(authority.certificatePem) ?? '';
  writeFileSync(at('ca.pem'), authority.certificatePem);
  writeFileSync(at('client.pem'), client.cert);
  writeFileSync(at('client.key'), client.key);
});
afterAll(() => vault.close());
afterEach(() => {
  for (const name of ['hl7.crt', 'hl7.key']) rmSync(pki(name), { force: true });
});

async function listen(manners: readonly Manner[], more: object = {}): Promise<MllpListener> {
  const listener = await listenForMllp(manners, 0, { ...server, ...more });
  onTestFinished(listener.close);
  return listener;
}

/** Queues the exam for the receiver and waits for the outcome. */
async function outcome(receiver: string, done: object) {
  const { admin } = vault;
  await admin.settings.patch({ hl7_receivers: `ris=${receiver}` });
  const { message_id } = await admin.exchange.hl7.queue(examId, { receiver: 'ris' });
  try {
    return await vi.waitFor(async () => {
      const listed = await admin.exchange.hl7.list({ security_group_id: vault.group }).toArray({ limit: 20 });
      const message = listed.find((each) => each.message_id === message_id);
      expect(message).toMatchObject(done);
      return message;
    }, WAIT);
  } finally {
    await admin.exchange.hl7.discard(message_id);
  }
}

describe('the outbox by TLS', () => {
  test('a receiver of the authority given takes the report', async () => {
    const ris = await listen(['AA']);
    await outcome(`tls://localhost:${ris.port}?ca=${ca}`, { state: 'acknowledged', attempts: 1 });
    expect(ris.received[0]).toContain('Nodule of 11 mm.');
  });

  test('one the system does not know, another authority, another name: told, and not a byte is sent', async () => {
    const ris = await listen(['AA']);
    const other = certificateFromPem((await makeTestCa()).certificatePem) ?? '';
    for (const place of [
      `tls://localhost:${ris.port}`,
      `tls://localhost:${ris.port}?ca=${other}`,
      `tls://127.0.0.1:${ris.port}?ca=${ca}`,
    ])
      await outcome(place, { state: 'waiting', failure: 'not_trusted', answer: null });
    expect(ris.received).toEqual([]);
  });

  test('a receiver that asks who comes is shown the certificate of pki/', async () => {
    const ris = await listen(['AA'], {
      ca: authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: 'TLSv1.2',
    });
    const place = `tls://localhost:${ris.port}?ca=${ca}`;
    await outcome(place, { state: 'waiting', attempts: expect.any(Number), failure: expect.any(String) });
    expect(ris.received).toEqual([]);
    writeFileSync(pki('hl7.crt'), client.cert);
    writeFileSync(pki('hl7.key'), client.key, { mode: 0o600 });
    await outcome(place, { state: 'acknowledged' });
    writeFileSync(pki('hl7.key'), 'no key', { mode: 0o600 });
    await outcome(place, { state: 'waiting', failure: 'not_admitted' });
  });

  test('a key that others may read is a finding, and backups take it along sealed', async () => {
    writeFileSync(pki('hl7.crt'), client.cert);
    writeFileSync(pki('hl7.key'), client.key);
    const { findings } = examineFolder({ dataDir: vault.dataDir, stateDir: at('state'), nowMs: Date.now() });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'key_readable', id: 'pki/hl7.key' }));
    const env = { SRVAULT_STATE_DIR: at('state'), SRVAULT_PASSPHRASE: PASSPHRASE };
    const backup = ['backup', '--data', vault.dataDir, '--to', at('backups'), '--json'];
    expect((await srvault(backup, { env })).exitCode).toBe(0);
    const restore = ['restore', '--from', at('backups'), '--data', at('restored'), '--json'];
    expect((await srvault(restore, { env })).exitCode).toBe(0);
    expect(readFileSync(at('restored/pki/hl7.key'), 'utf8')).toBe(client.key);
    expect(statSync(at('restored/pki/hl7.key')).mode & 0o777).toBe(0o600);
    const word = client.key.split('\n')[1] ?? '';
    for (const entry of readdirSync(at('backups'), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(word), entry.name).toBe(false);
  });

  test('what is no certificate, or a certificate for a way in clear, is refused by the settings', async () => {
    for (const hl7_receivers of ['ris=tls://h:1?ca=AAAA', `ris=h:1?ca=${ca}`, 'ris=tls://h', 'ris=ssl://h:1'])
      await expect(vault.admin.settings.patch({ hl7_receivers }), hl7_receivers).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});

describe('srvault by TLS', () => {
  const run = (place: string, ...more: string[]) =>
    srvault([
      ...['export', 'hl7', '--exam', examId, '--mllp', place, ...more],
      ...['--profile', vault.profile, '--url', vault.url, '--json'],
    ]);

  test('export hl7 sends with --ca, and says why it does not without', async () => {
    const ris = await listen(['AA']);
    const place = `tls://localhost:${ris.port}`;
    const refused = await run(place);
    expect(refused.exitCode).toBe(10);
    expect(documentOf(refused)).toMatchObject({ error: { code: 'receiver_not_trusted' } });
    expect(ris.received).toEqual([]);
    const sent = await run(place, '--ca', at('ca.pem'));
    expect(sent.exitCode, sent.stderr).toBe(0);
    expect(documentOf(sent)).toMatchObject({ acknowledged: 'AA' });
    expect(sent.stderr).not.toContain('not encrypted');
    expect((await run(`localhost:${ris.port}`, '--ca', at('ca.pem'))).exitCode).toBe(2);
    expect((await run(place, '--ca', at('client.key'))).exitCode).toBe(2);
    expect((await run(place, '--cert-file', at('client.pem'))).exitCode).toBe(2);
  });

  test(
    'OpenSSL, which asks who comes: its alert is told; with --cert-file and --key-file it answers',
    needs('openssl'),
    async () => {
      const port = await freePort();
      writeFileSync(at('server.pem'), `${server.cert}\n${server.key}`);
      const listener = spawn('openssl', [
        ...['s_server', '-accept', String(port), '-cert', at('server.pem'), '-CAfile', at('ca.pem')],
        ...['-Verify', '1', '-verify_return_error', '-quiet', '-no_tls1_3'],
      ]);
      onTestFinished(() => void listener.kill());
      let received = '';
      listener.stdout.on('data', (chunk) => {
        received += String(chunk);
        const control = /\|([^|]+)\|P\|2\.5\.1/.exec(received)?.[1];
        if (received.includes('\u001c') && control !== undefined)
          listener.stdin.write(`\u000bMSH|^~\\&|RIS|C|S||1||ACK|1|P|2.5.1\rMSA|AA|${control}|told\r\u001c\r`);
      });
      await vi.waitFor(() => reachable(port), WAIT);
      const place = `tls://localhost:${port}`;
      const refused = await run(place, '--ca', at('ca.pem'));
      expect(refused.exitCode).toBe(10);
      expect(documentOf(refused)).toMatchObject({ error: { code: 'receiver_not_admitted' } });
      expect(received).toBe('');
      const sent = await run(
        place,
        '--ca',
        at('ca.pem'),
        '--cert-file',
        at('client.pem'),
        '--key-file',
        at('client.key'),
      );
      expect(documentOf(sent)).toMatchObject({ acknowledged: 'AA' });
    },
  );

  test('settings set takes the authority of a receiver from a file', async () => {
    const env = { SRVAULT_STATE_DIR: at('state'), SRVAULT_PASSPHRASE: PASSPHRASE };
    const set = (...more: string[]) =>
      srvault(['settings', 'set', ...more, '--data', vault.dataDir, '--json'], { env });
    const told = await set('hl7_receivers=ris=tls://ris.example:2576', '--hl7-ca', `ris=${at('ca.pem')}`);
    expect(told.exitCode, told.stderr).toBe(0);
    expect(documentOf(told)['hl7_receivers']).toBe(`ris=tls://ris.example:2576?ca=${ca}`);
    expect(
      (await set('hl7_receivers=ris=ris.example:2575', '--hl7-ca', `ris=${at('ca.pem')}`)).exitCode,
    ).toBe(2);
  });

  test('verify holds afterwards', async () => {
    const { dataDir, root } = vault;
    const opening = { passphrase: PASSPHRASE };
    expect((await verifyFolder({ dataDir, stateDir: join(root, 'state'), opening })).findings).toEqual([]);
  });
});

async function reachable(port: number): Promise<void> {
  const socket = connect({ host: 'localhost', port });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
