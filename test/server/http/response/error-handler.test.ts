import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CRYPTO_ERROR_MESSAGE, VaultError } from '#contract/errors/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { createLogger } from '#server/http/log/logging.ts';
import { asVaultError, describeError } from '#server/http/response/error-handler.ts';
import { readDesktop } from '#test/support/certificates.ts';
import { startInitialisedServer } from '#test/support/start-tls-server.ts';

async function openVaultToTamper() {
  const stream = new PassThrough();
  let log = '';
  stream.on('data', (line: Buffer) => {
    log += line.toString('utf8');
  });
  const vault = await startInitialisedServer({ logger: createLogger('info', stream) });
  onTestFinished(vault.stop);
  const { desktop, token, security_group_id } = vault;
  async function createPatient(): Promise<string> {
    const body = { security_group_id, record: { display_name: 'A' } };
    const { json } = await desktop.send('/v1/patients', { method: 'POST', token, body });
    return json.index.document_id;
  }
  /** Writes to the database file as another program. */
  function tamper(sql: string): void {
    const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'));
    db.exec(sql);
    db.close();
  }
  const read = (id: string) => desktop.send(`/v1/patients/${id}`, { token });
  /** Sends half a body, and cuts the connection once it has arrived. */
  async function begin(path: string, type: string): Promise<void> {
    const cut = httpsRequest(`${vault.server.url}${path}`, {
      ...{ method: 'POST', ca: vault.ca, ...readDesktop(vault.dataDir) },
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': '1000' },
    });
    cut.on('error', () => undefined);
    await new Promise<void>((resolve) => cut.write('{"half": ', () => resolve()));
    // It has arrived once a later request on another connection is answered.
    await createPatient();
    cut.destroy();
    await createPatient();
  }
  return { createPatient, read, tamper, begin, log: () => log };
}

describe('500 crypto_error', () => {
  test('has one body whatever was changed: content, key, summary or row', async () => {
    const { createPatient, read, tamper } = await openVaultToTamper();
    for (const change of [
      'document_versions SET sealed = zeroblob(length(sealed))',
      "document_versions SET sealed = CAST(sealed || x'00' AS BLOB)",
      'document_versions SET seq = seq + 1',
      'documents SET dek = zeroblob(length(dek))',
      'documents SET is_archived = 1',
      "documents SET created_at = '2020-01-01T00:00:00.000Z'",
      'documents SET row_mac = zeroblob(32)',
    ]) {
      const id = await createPatient();
      tamper(`UPDATE ${change} WHERE document_id = '${id}'`);
      const answer = await read(id);
      expect(answer.status, change).toBe(500);
      const trace_id = answer.headers['x-request-id'];
      expect(answer.json).toEqual({
        error: { code: 'crypto_error', message: CRYPTO_ERROR_MESSAGE, trace_id },
      });
    }
  });
});

describe('502 protocol_error', () => {
  test('says nothing of what failed; the log tells it under the trace id', async () => {
    const { createPatient, read, tamper, log } = await openVaultToTamper();
    const id = await createPatient();
    tamper('PRAGMA foreign_keys = OFF; DROP TABLE document_versions');
    const answer = await read(id);
    expect(answer.status).toBe(502);
    expect(answer.json.error.code).toBe('protocol_error');
    expect(answer.text).not.toMatch(/document_versions|SQL/i);
    const line = JSON.parse(log().trim().split('\n').at(-1) ?? '');
    expect(line).toMatchObject({ trace_id: answer.json.error.trace_id, route: 'getPatient' });
    expect(line.failure.name).toBe('SqliteError');
    expect(log()).not.toContain('no such table');
  });
});

describe('asVaultError', () => {
  test('keeps ours, hides crypto details, and makes everything else protocol_error', () => {
    const ours = new VaultError('name_taken', 'x');
    expect(asVaultError(ours)).toBe(ours);
    expect(asVaultError(new CryptoError())).toMatchObject({
      code: 'crypto_error',
      message: CRYPTO_ERROR_MESSAGE,
    });
    expect(asVaultError(new VaultError('crypto_error', 'the tag at byte 7'))).toMatchObject({
      message: CRYPTO_ERROR_MESSAGE,
    });
    for (const unknown of [new TypeError('secret'), 'text', undefined, { code: 'EIO' }]) {
      expect(asVaultError(unknown).code).toBe('protocol_error');
      expect(asVaultError(unknown).message).not.toContain('secret');
    }
  });
});

describe('describeError', () => {
  test('gives name, code and frames of an error and its causes, never a message', () => {
    const error = new TypeError('Zilpzalp', { cause: Object.assign(new Error('Zilpzalp'), { code: 'EIO' }) });
    const described = describeError(error);
    expect(described).toMatchObject({ name: 'TypeError', cause: { name: 'Error', code: 'EIO' } });
    expect(JSON.stringify(described)).not.toContain('Zilpzalp');
  });
});

describe('a client that goes away in the middle of its request', () => {
  test('is answered by nobody and logged as no failure', async () => {
    const { begin, log, createPatient } = await openVaultToTamper();
    for (const [path, type] of [
      ['/v1/patients', 'application/json'],
      ['/v1/session', 'application/json'],
    ] as const)
      await begin(path, type);
    await createPatient();
    expect(log()).not.toContain('request failed');
  });
});
