import { describe, expect, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import { chainLink } from '#crypto/history/commit-chain.ts';
import {
  EMPTY_TALLY,
  openDigest,
  type StateElement,
  sealDigest,
  withoutRow,
  withRow,
} from '#crypto/history/state-digest.ts';
import { idOf } from '#test/support/ids.ts';

const key = new Uint8Array(32).fill(7);
const place = { security_group_id: idOf<SecurityGroupId>('g'), generation: 1, epoch: 1, commit_count: 5 };
const rows: StateElement[] = [1, 2, 3].map((n) => ({
  kind: 'document',
  id: `d${n}`,
  row_mac: new Uint8Array(33).fill(n),
}));
const tallyOf = (elements: readonly StateElement[]) =>
  elements.reduce((tally, row) => withRow(key, tally, row), EMPTY_TALLY);

describe('the sum of a set of rows', () => {
  test('is the same in every order, and each row can be taken out again', () => {
    expect(tallyOf(rows.toReversed())).toEqual(tallyOf(rows));
    const without = rows.reduce((tally, row) => withoutRow(key, tally, row), tallyOf(rows));
    expect(without).toEqual(EMPTY_TALLY);
  });

  test('is another when a row is missing, doubled, of another kind, id or MAC, or under another key', () => {
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error('three rows');
    const others = [
      tallyOf([first, second]),
      tallyOf([first, second, third, third]),
      tallyOf([first, second, { ...third, kind: 'node' }]),
      tallyOf([first, second, { ...third, id: 'd4' }]),
      tallyOf([first, second, { ...third, row_mac: first.row_mac }]),
      rows.reduce((tally, row) => withRow(new Uint8Array(32), tally, row), EMPTY_TALLY),
    ];
    for (const other of others) expect(other.sum).not.toBe(tallyOf(rows).sum);
  });
});

describe('a sealed digest', () => {
  test('opens to the tally, and says nothing of it twice', () => {
    const tally = tallyOf(rows);
    const sealed = sealDigest(key, place, tally);
    expect(openDigest(key, sealed)).toEqual(tally);
    expect(sealDigest(key, place, tally).masked_sum).not.toEqual(sealed.masked_sum);
  });

  test('opens no more with any part of it changed', () => {
    const sealed = sealDigest(key, place, tallyOf(rows));
    const edits = [
      { security_group_id: idOf<SecurityGroupId>('h') },
      { generation: 2 },
      { epoch: 2 },
      { commit_count: 6 },
      { row_count: 2 },
      { nonce: new Uint8Array(32) },
      { masked_sum: new Uint8Array(32) },
      { mac: new Uint8Array(32) },
    ];
    for (const edit of edits) expect(() => openDigest(key, { ...sealed, ...edit })).toThrow();
    expect(() => openDigest(new Uint8Array(32), sealed)).toThrow();
  });
});

test('a link changes with everything in it', () => {
  const at = { epoch: 1, commit_count: 2, batch_id: new Uint8Array(16) };
  const change = { table: 'documents', key: 'd1', mac: new Uint8Array(33) };
  const previous = new Uint8Array(32);
  const links = [
    chainLink(previous, at, [change]),
    chainLink(new Uint8Array(32).fill(1), at, [change]),
    chainLink(previous, { ...at, epoch: 2 }, [change]),
    chainLink(previous, { ...at, commit_count: 3 }, [change]),
    chainLink(previous, { ...at, batch_id: new Uint8Array(16).fill(1) }, [change]),
    chainLink(previous, at, []),
    chainLink(previous, at, [{ ...change, mac: null }]),
    chainLink(previous, at, [change, change]),
  ].map((link) => Buffer.from(link).toString('hex'));
  expect(new Set(links).size).toBe(links.length);
});
