import { describe, expect, test } from 'vitest';
import type { ListQuery } from '#contract/documents/requests.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

/** Makes exams with these orders, and lists titles. */
async function withOrders(orders: Readonly<Record<string, object | undefined>>) {
  const fixture = createFixture();
  const { documents, owner, group } = fixture;
  for (const [title, order] of Object.entries(orders)) {
    fixture.clock.advance(1000);
    await documents.create(owner, 'exams', {
      security_group_id: group,
      record: { title, ...(order && { custom_attributes: { order } }) },
    });
  }
  const list = (query: ListQuery) => documents.list(owner, 'exams', query);
  const titles = async (query: ListQuery) => (await list(query)).items.map((item) => item.summary?.title);
  return { ...fixture, list, titles };
}

const ORDERS = {
  tomorrow: { priority: 'routine', due: '2026-11-29' },
  none: undefined,
  noon: { priority: 'stat', due: '2026-11-28T12:00:00Z', referrer: { name: 'Dr. Ada Example' } },
  today: { priority: 'stat', due: '2026-11-28' },
  undated: { priority: 'urgent' },
};

describe('orders of exams', () => {
  test('summaries have priority, time and referrer, null without an order', async () => {
    const { list } = await withOrders(ORDERS);
    const { items } = await list({ sort: 'title' });
    expect(items.map(({ summary }) => summary).find((summary) => summary?.title === 'noon')).toMatchObject({
      priority: 'stat',
      due: '2026-11-28T12:00:00.000Z',
      referrer: 'Dr. Ada Example',
    });
    expect(items.map(({ summary }) => summary).find((summary) => summary?.title === 'none')).toMatchObject({
      priority: null,
      due: null,
      referrer: null,
    });
  });

  test('are sorted by time; a day counts to its end, and those without come last', async () => {
    const { titles } = await withOrders(ORDERS);
    const sorted = await titles({ sort: 'due' });
    expect(sorted.slice(0, 3)).toEqual(['noon', 'today', 'tomorrow']);
    expect(sorted.slice(3).sort()).toEqual(['none', 'undated']);
    expect(await titles({ sort: '-due' })).toEqual(sorted.toReversed());
  });

  test('pages of that order hold each exam once', async () => {
    const { list } = await withOrders(ORDERS);
    const found: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ sort: 'due', limit: 2, ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(({ summary }) => summary?.title));
      cursor = page.next_cursor;
    } while (cursor);
    expect(found.slice(0, 3)).toEqual(['noon', 'today', 'tomorrow']);
    expect([...new Set(found)]).toHaveLength(5);
  });

  test('priority and due_before narrow a list', async () => {
    const { titles } = await withOrders(ORDERS);
    expect(await titles({ priority: 'stat', sort: 'due' })).toEqual(['noon', 'today']);
    expect(await titles({ priority: 'urgent' })).toEqual(['undated']);
    expect(await titles({ due_before: '2026-11-28T12:00:00Z' })).toEqual([]);
    expect(await titles({ due_before: '2026-11-28T12:00:01Z' })).toEqual(['noon']);
    expect(await titles({ due_before: '2026-11-29', sort: 'due' })).toEqual(['noon', 'today']);
    expect(await titles({ due_before: '2026-11-30', priority: 'routine' })).toEqual(['tomorrow']);
    expect(await codeOf(() => titles({ due_before: 'soon' }))).toBe('invalid_request');
  });

  test('the referrer is found by words', async () => {
    const { titles } = await withOrders(ORDERS);
    expect(await titles({ q: 'ada exam' })).toEqual(['noon']);
  });

  test('an order of another form is refused, in a draft as well', async () => {
    const { documents, owner, group, titles } = await withOrders({ kept: undefined });
    const record = { title: 'x', custom_attributes: { order: { priority: 'asap' } } };
    const create = () => documents.create(owner, 'exams', { security_group_id: group, record });
    expect(await codeOf(create)).toBe('invalid_request');
    expect(await titles({})).toEqual(['kept']);
  });
});
