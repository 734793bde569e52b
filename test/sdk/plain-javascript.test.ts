/** Tests the errors for arguments that only plain JavaScript can pass. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, type VaultClient } from '#sdk/client.ts';
import {
  checkReport,
  reportFromHtml,
  reportFromMarkdown,
  reportFromText,
  signatureFileText,
} from '#sdk/index.ts';
import { connect } from '#sdk/node/connect.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

const FILES: Readonly<Record<string, string>> = { ca: 'ca.crt', cert: 'client.crt', key: 'client.key' };

/** Calls without types, as JavaScript does. */
const call = (target: object, name: string, ...given: unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, name), target, given);

describe('connect', () => {
  test.each([[{}], [undefined], [null], ['folder'], [[]], [{ profile: '' }], [{ profile: 7 }]])(
    'of %j says what it wants',
    (given) => {
      vi.stubEnv('SRVAULT_PROFILE', undefined);
      expect(() => call({ connect }, 'connect', given)).toThrow(/name the credential folder/);
      vi.unstubAllEnvs();
    },
  );

  test('takes the folder SRVAULT_PROFILE names', async () => {
    vi.stubEnv('SRVAULT_PROFILE', vault.profile);
    const client = connect();
    vi.unstubAllEnvs();
    expect((await client.session.get()).principal.kind).toBe('sdk');
    await client.close();
  });

  test('of a folder that is not there says so', () => {
    expect(() => connect({ profile: '/none' })).toThrow('There is no credential folder at /none');
  });

  test.each(['http://127.0.0.1:8743', '127.0.0.1:8743', 'https://', ''])(
    'by %j says that it is https',
    (baseUrl) => {
      expect(() => connect({ profile: vault.profile, baseUrl })).toThrow(
        /baseUrl: .*https:\/\/127\.0\.0\.1:8743/,
      );
    },
  );
});

describe('nodeTransport', () => {
  const baseUrl = 'https://127.0.0.1:1';

  test.each([
    [undefined, /takes an object/],
    [{}, /baseUrl: .* is not a valid address/],
    [{ baseUrl: [] }, /baseUrl: give the address/],
    [{ baseUrl }, /needs ca, and cert and key/],
    [{ baseUrl, ca: 'ca.crt', cert: 'client.crt', key: 'client.key' }, /There is no file ca\.crt/],
  ])('of %j says what it needs', (given, words) => {
    expect(() => call({ nodeTransport }, 'nodeTransport', given)).toThrow(words);
  });
});

test('what is no TLS says that a vault is reached by https', async () => {
  const files = ['ca', 'cert', 'key'].map((part) => [part, join(vault.profile, FILES[part] ?? '')]);
  const transport = nodeTransport({
    ...Object.fromEntries(files),
    baseUrl: vault.url.replace('https:', 'http:'),
  });
  const client = createClient({ transport, retry: { maxRetries: 0 } });
  await expect(client.vault.get()).rejects.toThrow(/A vault is reached by https/);
  await client.close();
});

describe('createClient', () => {
  const transport = { send: () => undefined };

  test.each([
    [undefined, /takes an object of options/],
    [null, /takes an object of options/],
    [{}, /takes a transport/],
    [{ transport, timeoutMs: '5s' }, /timeoutMs as a number/],
    [{ transport, timeoutMs: -1 }, /timeoutMs as a number/],
    [{ transport, retry: 5 }, /retry as an object/],
    [{ transport, retry: { maxRetries: '5' } }, /maxRetries/],
    [{ transport, log: 'debug' }, /log as a function/],
  ])('of %j says what it takes', (given, words) => {
    expect(() => call({ createClient }, 'createClient', given)).toThrow(words);
  });
});

test.each([
  [{ reportFromMarkdown }, [undefined, null, 7]],
  [{ reportFromHtml }, [undefined, null, {}]],
  [{ reportFromText }, [undefined, ['a']]],
])('%o says that it takes a text', async (target, wrong) => {
  const [name = ''] = Object.keys(target);
  for (const given of wrong)
    await expect(call(target, name, given)).rejects.toThrow(`${name} takes the text of a report.`);
});

test('what is no signature makes no file', () => {
  expect(() => call({ signatureFileText }, 'signatureFileText')).toThrow(/takes the file of a signature/);
  expect(checkReport(new Uint8Array(1), 'undefined\n').holds).toBe(false);
});

describe('a client', () => {
  test.each([undefined, null, 7, {}, ''])('upload(%j) says what it takes', async (given) => {
    const drive = vault.connect().drive(vault.group);
    await expect(call(drive, 'upload', given, { name: 'x' })).rejects.toThrow(
      'upload takes the path of a file (Node), a Blob, bytes or a stream of bytes.',
    );
  });

  test.each([
    ['patients', 'create'],
    ['patients', 'update', 'id'],
    ['exams', 'setPatient', 'id'],
  ] as const)('%s.%s without a body says that it wants one', (api, name, ...given) => {
    expect(() => call(vault.connect()[api], name, ...given)).toThrow(`${api}.${name} takes an object`);
  });

  test.each([[], [null], [5], [{ limit: '5' }], [{ limit: Infinity }]])(
    'toArray(%j) wants a limit',
    async (...given) => {
      const list = vault.connect().patients.list();
      await expect(call(list, 'toArray', ...given)).rejects.toThrow(/toArray needs a limit/);
    },
  );

  test.each(['ada', ['ada'], 7])(
    'a list of %j says that a query is an object, and lists nothing',
    async (q) => {
      const lists = [vault.connect().patients, vault.connect().exams, vault.connect().drive(vault.group)];
      for (const api of lists)
        await expect(call(call(api, 'list', q) as object, 'toArray', { limit: 1 })).rejects.toThrow(
          /A query is an object/,
        );
    },
  );

  test.each([undefined, {}, '/v1/vault'])('request(%j) says that it takes a route', async (given) => {
    await expect(async () => call(vault.connect(), 'request', given)).rejects.toThrow(/takes a route/);
  });

  test('an id that is null is missing', async () => {
    await expect(call(vault.connect().patients, 'get', null)).rejects.toThrow('needs «patient_id»');
    await expect(call(vault.connect().drive(''), 'get', 'x')).rejects.toThrow('needs «sg»');
  });

  test.each([
    [
      'upload options',
      (client: VaultClient) => call(client.drive(vault.group), 'upload', new Uint8Array(1), 'x'),
    ],
    ['a part', (client: VaultClient) => call(client.drive(vault.group).resumable, 'putPart', 'id', 1)],
    ['words', (client: VaultClient) => call(client.spelling, 'check', 'en')],
    ['ids of exams', (client: VaultClient) => call(client.exchange, 'dicom', 'id')],
  ])('%s are named where they are wrong', async (_what, wrong) => {
    await expect(async () => wrong(vault.connect())).rejects.toThrow(/(upload|putPart|check|dicom) takes /);
  });

  test('an update without the version it was made from is warned of once, and done', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { patients } = vault.connect();
    const made = await patients.create({ security_group_id: vault.group, record: { display_name: 'Ada' } });
    const id = made.index.document_id;
    await patients.update(id, { record: made.record, expected_latest_version_id: null });
    expect(said).not.toHaveBeenCalled();
    for (const phone of ['1', '2']) await call(patients, 'update', id, { record: { ...made.record, phone } });
    expect(said).toHaveBeenCalledOnce();
    expect(said.mock.calls[0]?.[0]).toContain('expected_latest_version_id');
    expect((await patients.get(id)).record.phone).toBe('2');
    said.mockRestore();
  });
});
