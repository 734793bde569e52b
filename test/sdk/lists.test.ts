import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeVault, startFakeVault } from '#test/support/sdk-fake-server.ts';
import { clientOf, ID } from './fake-client.ts';

const ROWS = 1050;
let vault: FakeVault;

beforeAll(async () => {
  vault = await startFakeVault(({ query }) => {
    const start = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit') ?? 50);
    const items = Array.from({ length: Math.min(limit, ROWS - start) }, (_, row) => ({
      version_id: `${start + row}`,
    }));
    return { body: { items, next_cursor: start + limit < ROWS ? String(start + limit) : null } };
  });
});
afterAll(() => vault.close());

describe('a list', () => {
  test('iterates over 1,050 rows in order, one page at a time', async () => {
    const before = vault.requests.length;
    let seen = 0;
    for await (const item of clientOf(vault).patients.list({ q: 'ex', limit: 200 })) {
      expect(item.version_id).toBe(String(seen));
      seen += 1;
      // A page is fetched only when the previous one is used up.
      expect(vault.requests.length - before).toBe(Math.ceil(seen / 200));
    }
    expect(seen).toBe(ROWS);
    expect(vault.requests.slice(before).every(({ query }) => query.get('q') === 'ex')).toBe(true);
  });

  test('asks for nothing more once the reader stops', async () => {
    const before = vault.requests.length;
    for await (const item of clientOf(vault).patients.list({ limit: 10 })) if (item.version_id === '9') break;
    expect(vault.requests.length - before).toBe(1);
  });

  test('gives pages with their cursors', async () => {
    const pages = [];
    for await (const page of clientOf(vault).exams.list({ limit: 200 }).pages())
      pages.push(page.items.length);
    expect(pages).toEqual([200, 200, 200, 200, 200, 50]);
    const page = await clientOf(vault).exams.list({ limit: 5, cursor: '1045' }).page();
    expect(page).toEqual({ items: expect.any(Array), next_cursor: null });
    expect(page.items[0]?.version_id).toBe('1045');
  });

  test('toArray stops at its limit and refuses to go without one', async () => {
    const list = clientOf(vault).drive(ID).list({ limit: 100 });
    expect(await list.toArray({ limit: 250 })).toHaveLength(250);
    await expect(list.toArray({ limit: 0 })).rejects.toBeInstanceOf(TypeError);
    expect(await list.toArray({ limit: 5000 })).toHaveLength(ROWS);
  });

  test('ends when the caller aborts', async () => {
    const aborter = new AbortController();
    const list = clientOf(vault).patients.list({ limit: 10 }, { signal: aborter.signal });
    const read = async () => {
      for await (const item of list) if (item.version_id === '3') aborter.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: 'APIUserAbortError' });
  });
});
