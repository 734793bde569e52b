/**
 * Checks that no plaintext leaks: unique words, names and secrets are written through every field. Then none may be
 * found in the data folder, state folder, temporary files or log, in any encoding.
 * Source: evidence, D 9 and table E, 4, 5, 18.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#server/http/log/logging.ts';
import { multipartBody } from '#test/support/multipart.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

/** Prefix of every canary word; the rest names the field it was written to. */
/** Long enough that its fragments at each base64 alignment occur in no ciphertext by chance. */
const CANARY = 'ZilpzalpUndRohrsaenger';
const canary = (field: string) => `${CANARY}${field}`;

const folder = makeTempDir();
const systemTemp = process.env['TMPDIR'];
let vault: InitialisedServer;
let log = '';
const secrets: string[] = [PASSPHRASE];

beforeAll(async () => {
  const temp = join(folder.path, 'tmp');
  mkdirSync(temp);
  process.env['TMPDIR'] = temp;
  const stream = new PassThrough();
  stream.on('data', (line: Buffer) => {
    log += line.toString('utf8');
  });
  vault = await startInitialisedServer({
    dataDir: join(folder.path, 'vault'),
    stateDir: join(folder.path, 'state'),
    logger: createLogger('debug', stream),
  });
  secrets.push(vault.token, vault.recovery_key);
});
afterAll(() => {
  if (systemTemp === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = systemTemp;
  folder.remove();
});

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  vault.desktop.send(path, { method, headers, token: vault.token, ...(body === undefined ? {} : { body }) });

/** Returns the encodings in which leaked text would appear: plain, UTF-16, and base64 at each alignment. */
function formsOf(text: string): Buffer[] {
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const hex = Buffer.from(text).toString('hex');
  return [text, text.toLowerCase(), hex, ...inBase64]
    .map((form) => Buffer.from(form))
    .concat(Buffer.from(text, 'utf16le'));
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function expectNoTrace(): void {
  const needles = [CANARY, ...secrets].flatMap(formsOf);
  const files = filesIn(folder.path);
  // Control: the search finds text that is stored in plaintext.
  const clear = formsOf('security_group_id').concat(formsOf(vault.workspace_id));
  expect(files.some((file) => clear.some((needle) => readFileSync(file).includes(needle)))).toBe(true);
  for (const file of files) {
    const content = readFileSync(file);
    const isFound = needles.some((needle) => content.includes(needle));
    expect(isFound, file).toBe(false);
    expect(file).not.toMatch(/zilpzalp/i);
  }
  const isLogged = needles.some((needle) => log.includes(needle.toString('utf8')));
  expect(isLogged, log).toBe(false);
}

const patientRecord = {
  legal_name: canary('LegalName'),
  display_name: canary('DisplayName'),
  identifiers: [{ system: canary('System'), type: canary('Type'), value: canary('Identifier') }],
  external_id: canary('ExternalId'),
  birth_date: '1961-05-04',
  biological_sex: canary('Sex'),
  gender_identity: canary('Gender'),
  race_identity: canary('Race'),
  email: canary('Email'),
  phone: canary('Phone'),
  address: {
    lines: [canary('Street')],
    city: canary('City'),
    region: canary('Region'),
    country: canary('Land'),
  },
  internal_notes: `${canary('Notes')} `.repeat(2000),
  custom_attributes: { [canary('Key')]: canary('Value') },
};

describe('no canary leaves the sealed envelopes', () => {
  test('after documents, drafts, searches and files were written', async () => {
    const { security_group_id } = vault;
    const tags = [canary('Tag')];
    const source_id = canary('SourceId');
    const patient = await send('POST', '/v1/patients', {
      security_group_id,
      record: patientRecord,
      tags,
      source_id,
    });
    expect(patient.status).toBe(201);
    const record = {
      title: canary('Title'),
      modality: canary('Modality'),
      exam_date: '2026-02-03',
      report_html: `<h2>${canary('Heading')}</h2><p>${canary('Finding')}</p>`,
      custom_attributes: { report: { status: canary('Status') } },
    };
    const exam = await send(
      'POST',
      '/v1/exams',
      { security_group_id, record, tags, patient_id: patient.json.index.document_id },
      { 'idempotency-key': canary('IdempotencyKey') },
    );
    expect(exam.status).toBe(201);
    const path = `/v1/exams/${exam.json.index.document_id}`;
    const draft = { record: { ...record, title: canary('Draft') }, base_version_id: exam.json.version_id };
    expect((await send('PUT', `${path}/draft`, draft)).status).toBe(200);
    expect((await send('DELETE', `${path}/draft`)).status).toBe(200);
    const template = await send('POST', '/v1/templates', {
      security_group_id,
      record: { title: canary('Template') },
    });
    expect(template.status).toBe(201);
    expect((await send('PUT', '/v1/session/preferences', { macro: canary('Macro') })).status).toBe(200);
    const found = await send(
      'GET',
      `/v1/patients?q=${canary('LegalName')}&tag=${canary('Tag')}&sort=title&limit=1`,
    );
    expect(found.json.items).toHaveLength(1);

    const drive = `/v1/drives/${security_group_id}`;
    const content = `${canary('FileContent')}\n`.repeat(100_000);
    const form = multipartBody([{ name: 'file', filename: `${canary('FileName')}.txt`, content }]);
    expect((await send('POST', `${drive}/nodes`, form.body, form.headers)).status).toBe(201);
    expect((await send('POST', `${drive}/folders`, { name: canary('Folder') })).status).toBe(201);
    const upload = await send('POST', `${drive}/uploads`, {
      name: canary('Resumable'),
      size: content.length,
    });
    const part = `${drive}/nodes/${upload.json.node_id}/parts/1`;
    const sent = await send('PUT', part, content, { 'content-type': 'application/octet-stream' });
    expect(sent.status).toBe(200);
    expectNoTrace();
  });

  test('after every kind of refusal', async () => {
    const refused = [
      await send('POST', '/v1/patients', { record: { display_name: { nested: canary('Wrong') } } }),
      await send('POST', '/v1/patients', `{"record": "${canary('Broken')}`, {
        'content-type': 'application/json',
      }),
      await send('GET', `/v1/patients/${canary('Id')}?${canary('Query')}=${canary('Value')}`),
      await send('GET', `/${canary('Path')}/%zz`),
      await send('POST', '/v1/session', { token: canary('Token') }),
      await send('POST', '/v1/session', { recovery_key: canary('RecoveryKey') }),
      await send('POST', '/v1/session', { passphrase: canary('Passphrase') }),
      await vault.desktop.send('/v1/patients', { token: canary('Bearer') }),
      await send('POST', '/v1/exams', {
        security_group_id: vault.security_group_id,
        record: { title: 'x', report_lexical: `{"root":{"children":[{"type":"${canary('Node')}"` },
      }),
    ];
    for (const answer of refused) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/zilpzalp/i);
    }
    expectNoTrace();
  });

  test('after the lock and after the server has closed', async () => {
    expect((await send('POST', '/v1/session/lock', { all: true })).status).toBe(200);
    expectNoTrace();
    vault.desktop.close();
    await vault.server.close();
    expectNoTrace();
    expect(log).toContain('"route":"createPatient"');
  });
});
