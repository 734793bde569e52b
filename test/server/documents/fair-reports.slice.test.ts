/** Tests over sockets that a client sending reports at the size limit delays only itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paragraph, reportState } from '#scripts/samples/report-state.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

const LARGE = 6;
const MIB = 1024 * 1024;

let vault: InitialisedServer;
let other: string;

beforeAll(async () => {
  vault = await startInitialisedServer();
  const groups = [{ security_group_id: vault.security_group_id, role: 'editor' }];
  const { json: invited } = await send('POST', '/v1/principals', { display_name: 'Other', groups });
  const body = { invite_code: invited.invite_code, new_passphrase: 'seven green lanterns hum' };
  const { json: opened } = await vault.desktop.send('/v1/session', { method: 'POST', body });
  other = opened.session_token;
});
afterAll(() => vault.stop());

function send(method: string, path: string, body: unknown, token = vault.token) {
  return vault.desktop.send(path, { method, token, body });
}

/**
 * Largest record allowed, with different halves, so that the whole state is derived. The worker's part takes far
 * longer than the server's, so the worker's queue determines the order.
 */
function largeRecord() {
  const text = 'Kein Erguss. '.repeat(700);
  const count = Math.floor((3.9 * MIB) / (text.length + 200));
  const report_lexical = reportState(...Array.from({ length: count }, () => paragraph(text)));
  const piece = 'An<b>de</b>res. ';
  const report_html = `<P>${piece.repeat(Math.floor((3.9 * MIB) / piece.length))}`;
  return { title: 'large', report_lexical, report_html };
}

test('six reports of 8 MiB of one principal do not hold the small saves of another', async () => {
  const { security_group_id } = vault;
  const { json: small } = await send('POST', '/v1/exams', { security_group_id, record: { title: 'small' } });
  const path = `/v1/exams/${small.index.document_id}`;
  const body = { security_group_id, record: largeRecord() };
  expect(JSON.stringify(body).length).toBeGreaterThan(7.5 * MIB);
  const ended: string[] = [];
  const end = (name: string) => (answer: { status: number }) => {
    ended.push(name);
    return answer.status;
  };
  const large = Array.from({ length: LARGE }, () => send('POST', '/v1/exams', body).then(end('large')));
  // By then the other requests have arrived, or wait in the queue of their principal.
  expect(await Promise.race(large)).toBe(201);
  const save = (report_html: string) =>
    send('PUT', path, { record: { title: 'small', report_html }, expected_latest_version_id: null }, other);
  const saved = [
    save('<p>On the spot</p>').then(end('on the spot')),
    save('<P>In the worker').then(end('in the worker')),
  ];
  expect(await Promise.all(saved)).toEqual([200, 200]);
  expect(await Promise.all(large)).toEqual(Array(LARGE).fill(201));
  // One large report is running already. In a single queue others would come first too, but that principal's queue is
  // full.
  const after = ended.slice(ended.indexOf('in the worker') + 1);
  expect(ended).toHaveLength(LARGE + saved.length);
  expect(after.length).toBeGreaterThan(1);
});
