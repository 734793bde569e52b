/** What a script in plain JavaScript gets for arguments TypeScript would not have let pass. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '#sdk/node/connect.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

/** As JavaScript calls: no types. */
const call = (target: object, name: string, ...given: unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, name), target, given);

describe('connect', () => {
  test.each([[{}], [undefined], [{ profile: '' }], [{ profile: 7 }]])('of %j says what it wants', (given) => {
    vi.stubEnv('SRVAULT_PROFILE', undefined);
    expect(() => call({ connect }, 'connect', given)).toThrow(/name the credential folder/);
    vi.unstubAllEnvs();
  });

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

  test.each(['http://127.0.0.1:8743', '127.0.0.1:8743', ''])('by %j says that it is https', (baseUrl) => {
    expect(() => connect({ profile: vault.profile, baseUrl })).toThrow(
      /baseUrl: .*https:\/\/127\.0\.0\.1:8743/,
    );
  });
});

test('nodeTransport without a certificate says what it needs', () => {
  const baseUrl = 'https://127.0.0.1:1';
  expect(() => call({ nodeTransport }, 'nodeTransport', { baseUrl })).toThrow(/needs ca, and cert and key/);
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

  test('toArray() wants a limit', async () => {
    await expect(call(vault.connect().patients.list(), 'toArray')).rejects.toThrow(/toArray needs a limit/);
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
