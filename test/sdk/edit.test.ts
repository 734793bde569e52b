import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConflictError } from '#sdk/errors.ts';
import { errorBody, type FakeVault, startFakeVault } from '#test/support/sdk-fake-server.ts';
import { clientOf, ID } from './fake-client.ts';

let vault: FakeVault;
let title: string;
let version: number;

/** Creates one exam that enforces conditional writes. */
beforeEach(async () => {
  title = '';
  version = 1;
  vault = await startFakeVault(({ method, body }) => {
    const view = () => ({ body: { version_id: String(version), record: { title } } });
    if (method === 'GET') return view();
    const update = JSON.parse(body.toString());
    if (update.expected_latest_version_id !== String(version)) {
      return {
        status: 409,
        headers: { 'x-latest-version-id': String(version) },
        body: errorBody('version_conflict'),
      };
    }
    version += 1;
    title = update.record.title;
    return view();
  });
});
afterEach(() => vault.close());

describe('edit', () => {
  test('loses no update of two writers', async () => {
    const [first, second] = [clientOf(vault), clientOf(vault)];
    const append = (letter: string, client: typeof first) =>
      client.exams.edit(ID, (record) => ({ ...record, title: `${record.title ?? ''}${letter}` }), {
        maxAttempts: 50,
      });
    await Promise.all(Array.from({ length: 5 }, () => [append('a', first), append('b', second)]).flat());
    expect([...title].sort().join('')).toBe('aaaaabbbbb');
  });

  test('gives up after maxAttempts and says where the document stands', async () => {
    const client = clientOf(vault);
    let calls = 0;
    const always = client.exams.edit(
      ID,
      (record) => {
        calls += 1;
        version += 1;
        return record;
      },
      { maxAttempts: 3 },
    );
    await expect(always).rejects.toBeInstanceOf(ConflictError);
    await expect(always).rejects.toMatchObject({ latest_version_id: '4' });
    expect(calls).toBe(3);
  });

  test('writes nothing when the function returns undefined', async () => {
    const view = await clientOf(vault).exams.edit(ID, () => undefined);
    expect(view.version_id).toBe('1');
    expect(vault.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('passes on what the function throws', async () => {
    const failing = clientOf(vault).exams.edit(ID, () => {
      throw new RangeError('no');
    });
    await expect(failing).rejects.toBeInstanceOf(RangeError);
  });
});
