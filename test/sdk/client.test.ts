import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TimePrecision } from '#contract/instant.ts';
import type { LogLine } from '#sdk/http/send-call.ts';
import { type FakeVault, startFakeVault } from '#test/support/sdk-fake-server.ts';
import { clientOf, ID } from './fake-client.ts';

let vault: FakeVault;

beforeAll(async () => {
  vault = await startFakeVault(() => ({ body: { ok: true } }));
});
afterAll(() => vault.close());
beforeEach(() => {
  vault.requests.length = 0;
});

const lastBody = () => JSON.parse(vault.requests.at(-1)?.body.toString() ?? '');

describe('time_precision', () => {
  test.each<[TimePrecision, string]>([
    ['none', '1987-06-05T23:04:05.678+02:00'],
    ['year', '1987-01-01T00:00:00.000Z'],
    ['month', '1987-06-01T00:00:00.000Z'],
    ['day', '1987-06-05T00:00:00.000Z'],
    ['hour', '1987-06-05T21:00:00.000Z'],
    ['minute', '1987-06-05T21:04:00.000Z'],
    ['second', '1987-06-05T21:04:05.000Z'],
  ])('%s cuts birth_date before it is sent', async (time_precision, expected) => {
    const client = clientOf(vault, { time_precision });
    const record = { display_name: 'A', birth_date: '1987-06-05T23:04:05.678+02:00' };
    await client.patients.create({ security_group_id: ID, record });
    expect(lastBody().record).toEqual({ display_name: 'A', birth_date: expected });
    await client.patients.update(ID, { record, expected_latest_version_id: null });
    expect(lastBody().record.birth_date).toBe(expected);
    await client.patients.draft.put(ID, { record, base_version_id: null });
    expect(lastBody().record.birth_date).toBe(expected);
  });

  test('leaves what is no date for the vault to refuse', async () => {
    const client = clientOf(vault, { time_precision: 'year' });
    await client.patients.create({ security_group_id: ID, record: { birth_date: '05.06.1987' } });
    expect(lastBody().record.birth_date).toBe('05.06.1987');
  });
});

describe('request', () => {
  test('calls any route with parameters, query and body', async () => {
    const route = {
      method: 'POST',
      path: '/v1/things/{thing_id}/act',
      operation_id: 'act',
      summary: 'Act',
      auth: 'session',
      success: 200,
    } as const;
    await clientOf(vault).request(route, {
      params: { thing_id: 'a/b' },
      query: { q: 'x y', no: undefined },
      body: [1],
    });
    const [seen] = vault.requests;
    expect(seen?.path).toBe('/v1/things/a%2Fb/act');
    expect(String(seen?.query)).toBe('q=x+y');
    expect(lastBody()).toEqual([1]);
  });

  test('refuses an empty id instead of calling another route', async () => {
    await expect(clientOf(vault).patients.get('')).rejects.toBeInstanceOf(TypeError);
    expect(vault.requests).toEqual([]);
  });
});

describe('withResponse', () => {
  test('gives the data with the status and the request id', async () => {
    const { data, response } = await clientOf(vault).patients.get(ID).withResponse();
    expect(data).toEqual({ ok: true });
    expect(response).toMatchObject({ status: 200, request_id: 'request-1' });
    expect(response.header('Content-Type')).toBe('application/json');
  });
});

describe('a failure heard only through withResponse', () => {
  test('does not count as unhandled', async () => {
    const unheard: unknown[] = [];
    const listener = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', listener);
    const failing = clientOf(vault).patients.get('').withResponse();
    await expect(failing).rejects.toBeInstanceOf(TypeError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', listener);
    expect(unheard).toEqual([]);
  });
});

describe('log', () => {
  test('names routes, never values, bodies, bearers or tokens', async () => {
    const lines: LogLine[] = [];
    const client = clientOf(vault, { session_token: 'secret-bearer', log: (line) => lines.push(line) });
    await client.patients.list({ q: 'Canary' }).page();
    await client.patients.create({
      security_group_id: ID,
      record: { display_name: 'Canary', birth_date: '1987-06-05' },
    });
    await client.session.open({ passphrase: 'Canary passphrase' });
    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/v1/patients', 200],
      ['POST', '/v1/patients', 200],
      ['POST', '/v1/session', 200],
    ]);
    for (const forbidden of ['Canary', '1987', 'secret-bearer', ID])
      expect(JSON.stringify(lines)).not.toContain(forbidden);
  });
});
