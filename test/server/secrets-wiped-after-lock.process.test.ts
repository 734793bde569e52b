/**
 * Tests that every kind of secret and patient text is wiped from the server's memory after the last lock, one row per
 * kind. Source: sealing design B3, "Wiped at lock".
 */
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundVault, type ServedVault, type VaultUnderTest } from '#lanes/torture/served-vault.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { associate, findRequest, statusIn } from '#scripts/dicom/raw-peer.ts';
import { createRawClient, type RawClient, type RawRequest, type RawResponse } from '#test/support/client.ts';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { searchMemory } from '#test/support/process-memory.ts';
import { seedsOfVault } from '#test/support/vault-keys.ts';

const scratch = mkdtempSync(join(tmpdir(), 'srvault-forgotten-'));
const log = join(scratch, 'log');
const LAUNCHER = join(ROOT, 'cli', 'launcher.mjs');
const CLEARED = 'memory was cleared after a lock';
const WORKLIST = '1.2.840.10008.5.1.4.31';
const CT_UID = '1.2.826.0.1.3680043.8.498.7';

let vault: VaultUnderTest;
let served: ServedVault;
let raw: RawClient;
let founder: string;
let changedTo: string;
/** Searched bytes by kind. */
const needles: Record<string, Uint8Array> = {};

beforeAll(async () => {
  vault = await foundVault(scratch);
  Object.assign(needles, await seedsOfVault(vault));
  served = await vault.serve([
    ...['/bin/sh', '-c', 'exec "$@" 2>"$0"', log],
    ...[process.execPath, LAUNCHER, 'serve', '--log-level', 'info', '--dicom-port', '0'],
  ] as const);
  const pki = (file: string) => readFileSync(join(vault.dataDir, 'pki', file), 'utf8');
  raw = createRawClient(served.url, pki('ca.crt'), { cert: pki('desktop.crt'), key: pki('desktop.key') });
});
afterAll(async () => {
  raw.close();
  await served.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Registers a secret to search for, in one and two bytes per letter. */
function find(kind: string, secret: string): string {
  needles[kind] = Buffer.from(secret);
  needles[`${kind}, two bytes a letter`] = Buffer.from(secret, 'utf16le');
  return secret;
}

function ask(path: string, more: RawRequest = {}): Promise<RawResponse> {
  const token = served.client.session.token();
  return raw.send(path, token === undefined ? more : { token, ...more });
}
const post = (path: string, body: unknown) => ask(path, { method: 'POST', body });
const put = (path: string, body: unknown) => ask(path, { method: 'PUT', body });
/** Sends without a session. */
const open = (body: unknown) => raw.send('/v1/session', { method: 'POST', body });
const current = () => ({ current_passphrase: vault.opening.passphrase });

function form(name: string, content: Uint8Array = Buffer.from('x'), type = 'form-data'): RawRequest {
  const boundary = 'a-boundary';
  const head =
    type === 'form-data'
      ? `content-disposition: form-data; name="file"; filename="${name}"`
      : 'content-type: application/dicom';
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/${type}; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

async function newExam(): Promise<{ id: string; base_version_id: string }> {
  const { json } = await post('/v1/exams', { security_group_id: vault.group, record: { title: 'CT' } });
  return { id: json.index.document_id, base_version_id: json.version_id };
}
/** Asks the worklist over the DICOM port, and returns the status it ends with. */
async function queryWorklist(
  ...keys: Parameters<typeof findRequest>[1]
): Promise<Pick<RawResponse, 'status' | 'text'>> {
  const socket = await associate(served.dicomPort ?? 0, WORKLIST, ['SRVAULT', 'CT1']);
  socket.write(findRequest(WORKLIST, keys));
  let answer = Buffer.alloc(0);
  let status: number | undefined;
  for await (const piece of socket) {
    answer = Buffer.concat([answer, piece]);
    status = statusIn(answer);
    if (status !== undefined) break;
  }
  return { status: status ?? -1, text: answer.toString('latin1') };
}
const drive = () => `/v1/drives/${vault.group}`;

/** A secret the server generated, with its bytes if its text encodes them. */
type Made = readonly (string | Uint8Array)[];

/**
 * Secrets the server generates and returns once. First in order, because changing a passphrase ends the earlier
 * secret.
 */
const MADE: readonly (readonly [kind: string, make: () => Promise<Made>])[] = [
  ['the token of a session', async () => [served.client.session.token() ?? '']],
  ['a recovery key', async () => [(await post('/v1/session/recovery-key', current())).json.recovery_key]],
  [
    'recovery shares',
    async () => (await post('/v1/session/recovery-shares', current())).json.recovery_shares,
  ],
  [
    'a device secret',
    async () => {
      const { device_secret } = (await post('/v1/session/device-secret', current())).json;
      return [device_secret, Buffer.from(device_secret, 'base64url')];
    },
  ],
  [
    'a token, and the key of a certificate',
    async () => {
      const group = { security_group_id: vault.group, role: 'viewer' };
      const { json } = await post('/v1/credentials', { name: 'script', groups: [group] });
      const { d } = createPrivateKey(json.private_key_pem).export({ format: 'jwk' });
      return [json.token, ...keyLines(json.private_key_pem), Buffer.from(d ?? '', 'base64url')];
    },
  ],
  [
    'an invite code, and what it opens by',
    async () => {
      const { json } = await post('/v1/principals', { display_name: 'Second', groups: [] });
      const passphrase = 'Zilpzalp und 13 Regenpfeifer';
      const opened = await open({ invite_code: json.invite_code, new_passphrase: passphrase });
      const token = opened.json.session_token;
      expect((await raw.send('/v1/session/lock', { method: 'POST', token })).status).toBe(200);
      return [json.invite_code, passphrase, opened.json.recovery_key, token];
    },
  ],
];

/** Returns the lines of a PEM that are specific to this key. */
function keyLines(pem: string): string[] {
  return pem.split('\n').filter((line) => !line.startsWith('-') && line.length > 30);
}

interface Kind {
  readonly kind: string;
  readonly status: readonly number[];
  readonly tell: (text: string, word: string) => Promise<Pick<RawResponse, 'status' | 'text'>>;
}
const told = (kind: string, status: number, tell: Kind['tell']): Kind => ({ kind, status: [status], tell });
/** Several in a row wait for their turn. */
const wrong = (kind: string, tell: Kind['tell']): Kind => ({ kind, status: [401, 429], tell });
const sealed = (path: string, record: unknown) => post(path, { security_group_id: vault.group, record });

/** Secrets sent to the server: `text` contains spaces, `word` none. */
const TOLD: readonly Kind[] = [
  told('the passphrase of a hand-over', 200, async (passphrase) =>
    post(`/v1/exchange/handover/exams/${(await newExam()).id}`, { passphrase, files: [] }),
  ),
  told('a refused value of a body', 422, (text) => sealed('/v1/patients', { display_name: [text] })),
  told('a refused name of a field', 422, (_, word) => sealed('/v1/patients', { [word]: 1 })),
  told('a body that is no JSON', 400, (text) =>
    ask('/v1/patients', {
      method: 'POST',
      body: `{"record": "${text}`,
      headers: { 'content-type': 'application/json' },
    }),
  ),
  told('a body of another type', 422, (text) =>
    ask('/v1/patients', { method: 'POST', body: text, headers: { 'content-type': 'text/plain' } }),
  ),
  told('a refused query', 422, (text) => ask(`/v1/patients?limit=many&q=${encodeURIComponent(text)}`)),
  told('a refused query of one word', 422, (_, word) => ask(`/v1/patients?limit=many&q=${word}`)),
  told('a refused query beside an id', 422, async (_, word) =>
    ask(`/v1/exams/${(await newExam()).id}?x=${word}`),
  ),
  told('a parameter that is none', 422, (_, word) => ask(`/v1/patients?${word}=1`)),
  told('a place of an address that is refused', 422, (_, word) => ask(`/v1/patients/${word}`)),
  told('an address of nothing', 404, (_, word) => ask(`/v1/nothing/${word}`)),
  told('an address without a session', 401, (_, word) => raw.send(`/v1/patients?q=${word}`)),
  told('words searched for', 200, (text) => ask(`/v1/patients?q=${encodeURIComponent(text)}`)),
  told('a word searched for', 200, (_, word) => ask(`/v1/patients?q=${word}`)),
  told('a name of a patient', 201, (text) => sealed('/v1/patients', { display_name: text })),
  told('a title of an exam', 201, (text) => sealed('/v1/exams', { title: text })),
  told('a text of a report', 201, (text) => sealed('/v1/exams', { report_html: `<p>${text}</p>` })),
  told('a title of a template', 201, (text) => sealed('/v1/templates', { title: text })),
  told('a draft', 200, async (text) => {
    const { id, base_version_id } = await newExam();
    return put(`/v1/exams/${id}/draft`, { record: { title: text }, base_version_id });
  }),
  told('a preference', 200, (text) => put('/v1/session/preferences', { macro: text })),
  told('a name of a file', 201, (text) => ask(`${drive()}/nodes`, form(text))),
  told('a name of a file, of one word', 201, (_, word) => ask(`${drive()}/nodes`, form(`${word}.pdf`))),
  told('a name of a refused file', 422, (text) => ask(`${drive()}/nodes`, form(`${text}/..`))),
  told('a name a file is renamed to', 200, async (name) => {
    const { json } = await ask(`${drive()}/nodes`, form('renamed'));
    return ask(`${drive()}/nodes/${json.node_id}`, { method: 'PATCH', body: { name } });
  }),
  told('a name of a folder', 201, (name) => post(`${drive()}/folders`, { name })),
  told('a name of an upload in parts', 201, (name) => post(`${drive()}/uploads`, { name, size: 10 })),
  told('content of a file', 201, (text) => ask(`${drive()}/nodes`, form('plain', Buffer.from(text)))),
  told('words spelled', 200, (text) =>
    post('/v1/spelling/check', { language: 'en', words: text.split(' ') }),
  ),
  told('a name asked for by DICOMweb', 200, (_, word) =>
    ask(`/v1/dicomweb/${vault.group}/studies?PatientName=${word}`),
  ),
  told('a name in a received picture', 200, (_, word) => {
    const file = changedCt({ [TAGS.patient_name]: word, [TAGS.study]: CT_UID });
    return ask(`/v1/dicomweb/${vault.group}/studies`, form('', file, 'related; type="application/dicom"'));
  }),
  told('a text in a query that cannot be read', 0xc001, (text) =>
    // A sequence has its length elsewhere, so the letters are read as one.
    queryWorklist([0x0010, 0x0010, 'PN', text], [0x0040, 0x0100, 'SQ', text]),
  ),
  told('a name a modality asks for', 0, (_, word) => queryWorklist([0x0010, 0x0010, 'PN', `${word}^A*`])),
  told('a number a modality asks for', 0, (_, word) => queryWorklist([0x0010, 0x0020, 'LO', word])),
  // Last of its kind, and its text is not matched with anything.
  told('the newest query of a modality', 0, (text) => queryWorklist([0x0010, 0x4000, 'LT', text])),
  told('a passphrase refused as too easy', 422, () =>
    put('/v1/session/passphrase', {
      passphrase: find('a passphrase refused as too easy', 'drowssap1234567890'),
      ...current(),
    }),
  ),
  told('a passphrase changed to', 200, (passphrase) => {
    changedTo = passphrase;
    return put('/v1/session/passphrase', { passphrase, ...current() });
  }),
  wrong('a wrong bearer of a session', (_, word) => raw.send('/v1/session', { token: word })),
  wrong('a wrong current passphrase', (text) =>
    put('/v1/session/passphrase', { passphrase: `${text} and more`, current_passphrase: text }),
  ),
  wrong('a wrong passphrase', (passphrase) => open({ passphrase, principal_id: founder })),
  wrong('a wrong recovery key', (recovery_key) => open({ recovery_key })),
  wrong('wrong recovery shares', (text) => open({ recovery_shares: [text, text] })),
  wrong('a wrong device secret', (device_secret) => open({ device_secret })),
  wrong('a wrong token', (token) => open({ token })),
  wrong('a wrong invite code', (text) => open({ invite_code: text, new_passphrase: `${text} and more` })),
];

async function tellEverything(): Promise<void> {
  founder = (await served.client.session.get()).principal.principal_id;
  const statuses: Record<string, string> = {};
  needles['the passphrase a session opened by'] = Buffer.from(vault.opening.passphrase);
  for (const [kind, make] of MADE) {
    for (const [at, secret] of (await make()).entries()) {
      if (typeof secret === 'string') find(`${kind} (${at + 1})`, secret);
      else needles[`${kind} (${at + 1})`] = secret;
    }
  }
  for (const [at, { kind, status, tell }] of TOLD.entries()) {
    // Ten letters that occur in nothing else.
    const word = `Zqvyxhjk${at}q`;
    find(kind, word);
    const answer = await tell(`${word} quittet 7919 Lampen`, word);
    if (!status.includes(answer.status)) statuses[kind] = `${answer.status} ${answer.text.slice(0, 200)}`;
  }
  expect(statuses).toEqual({});
}

/** Locks the last session, and waits until the log reports that memory was cleared. */
async function lockAll(token: string | undefined): Promise<void> {
  await nextTurn();
  const before = readFileSync(log, 'utf8').length;
  const body = { all: true };
  const bearer = token === undefined ? {} : { token };
  expect((await raw.send('/v1/session/lock', { method: 'POST', body, ...bearer })).status).toBe(200);
  await expect.poll(() => readFileSync(log, 'utf8').slice(before)).toContain(CLEARED);
}

function keptKinds(): string[] {
  return Object.entries(searchMemory(served.pid, needles)).flatMap(([kind, { all }]) =>
    all > 0 ? [kind] : [],
  );
}

describe(
  'the memory of a server after its last session has locked',
  onlyWhere(process.platform === 'linux', 'only Linux shows the memory of a process'),
  () => {
    test('keeps no secret and no text of any kind it was told or made', async () => {
      await tellEverything();
      await lockAll(served.client.session.token());
      const after = keptKinds();
      // Lock again: unreferenced bytes not yet overwritten disappear, referenced ones do not.
      const again = await open({ passphrase: changedTo, principal_id: founder });
      await lockAll(again.json.session_token);
      const kept = new Set(keptKinds());
      expect(after.filter((kind) => kept.has(kind))).toEqual([]);
    });
  },
);
