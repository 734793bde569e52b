/** Runs the journey of test/main/journey.peer.test.ts in real Electron, and checks that need the real binary. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVault, openSession, send, unlock } from '#test/main/support/vault-page.ts';
import { expect, needsElectron, test } from './desktop-fixture.ts';

needsElectron();

const FINDING = 'Canary-Finding-7731 no focal lesion';

test('start, create, write, seal, lock, unlock, quit: the next start finds what was sealed', async ({
  start,
}) => {
  const first = await start();
  expect(first.page.url()).toMatch(/^app:\/\/vault\//);
  await createVault(first.page);
  const token = await openSession(first.page);
  const { body: session } = await send(first.page, '/v1/session', { token });
  const { body: exam } = await send(first.page, '/v1/exams', {
    method: 'POST',
    token,
    body: {
      security_group_id: session.groups[0].security_group_id,
      patient_id: null,
      record: { title: 'CT chest', modality: 'CT', report_html: `<p>${FINDING}</p>` },
    },
  });
  await first.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  await first.page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
  await expect.poll(async () => (await send(first.page, '/v1/exams', { token })).status).toBe(401);
  await unlock(first.page);
  await first.app.close();

  const second = await start();
  const later = await openSession(second.page);
  const { body } = await send(second.page, `/v1/exams/${exam.index.document_id}`, { token: later });
  expect(body.record.report_html).toContain(FINDING);
  await second.app.close();

  const texts = readdirSync(second.stateDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(texts.join('\n')).not.toMatch(/Canary-Finding|CT chest|violet harbour/);
});

test('the page runs in a sandboxed process and knows neither Node nor Electron', async ({ start }) => {
  const { app, page } = await start();
  const known = await page.evaluate(() => ['require', 'process', 'Buffer'].filter((name) => name in window));
  expect(known).toEqual([]);
  const metrics = await app.evaluate(({ app: shell }) => shell.getAppMetrics());
  const tabs = metrics.filter(({ type }) => type === 'Tab');
  expect(tabs).toHaveLength(1);
  if (process.platform === 'linux') {
    // 2 means that system calls are filtered. As root the specs must switch the sandbox off.
    const filtered = readFileSync(`/proc/${tabs[0]?.pid}/status`, 'utf8').includes('Seccomp:\t2');
    expect(filtered).toBe(process.getuid?.() !== 0);
  } else {
    expect(tabs[0]?.sandboxed).toBe(true);
  }
});

test('navigation, new windows, foreign requests and permissions are refused', async ({ start }) => {
  const { app, page } = await start();
  const url = page.url();
  await page.evaluate(() => {
    window.open('https://example.com/');
    window.location.href = 'https://example.com/';
  });
  const answers = await page.evaluate(async () => ({
    fetched: await fetch('https://example.com/', { mode: 'no-cors' }).then(String, () => 'failed'),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(String, (e: Error) => e.name),
  }));
  expect(answers).toEqual({ fetched: 'failed', camera: 'NotAllowedError' });
  expect(page.url()).toBe(url);
  expect(app.windows()).toHaveLength(1);
});

test('a TLS session without a certificate is refused in Electron, resumed or not', async ({ start }) => {
  const { app, dataDir } = await start();
  const run: { url: string } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  const ca = readFileSync(join(dataDir, 'pki', 'ca.crt'), 'utf8');
  const statuses = await app.evaluate(
    async (_electron, { port, authority }) => {
      const tls = process.getBuiltinModule('node:tls');
      const ask = (session?: Buffer) =>
        new Promise<{ status: string; session?: Buffer }>((resolve, reject) => {
          let saved: Buffer | undefined;
          let text = '';
          const socket = tls.connect({
            host: '127.0.0.1',
            port,
            ca: authority,
            ...(session ? { session } : {}),
          });
          socket.on('session', (bytes) => {
            saved = bytes;
          });
          socket.on('error', reject);
          socket.on('data', (bytes) => {
            text += bytes;
          });
          socket.on('close', () =>
            resolve({ status: text.slice(9, 12), ...(saved ? { session: saved } : {}) }),
          );
          socket.on('secureConnect', () =>
            socket.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`),
          );
        });
      const first = await ask();
      const second = await ask(first.session);
      return [first.status, second.status];
    },
    { port: Number(new URL(run.url).port), authority: ca },
  );
  expect(statuses).toEqual(['401', '401']);
});

test('the cryptographic self-test passes on the engines of Electron', async ({ start }) => {
  const { page } = await start();
  // A response proves that the crypto self-test succeeded.
  const { status, body } = await send(page, '/v1/vault');
  expect([status, body.state]).toEqual([200, 'uninitialized']);
  await createVault(page);
  expect(await openSession(page)).toMatch(/^[\w-]{43}$/);
});
