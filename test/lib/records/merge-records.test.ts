import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/documents/records.ts';
import { mergeRecords } from '#records/merge-records.ts';

const BASE = {
  title: 'CT chest',
  modality: 'CT',
  custom_attributes: {
    source: { system: 'RIS' },
    gone: 1,
    report: { status: 'preliminary', site: 'North' },
  } as JsonObject | null,
};

describe('joinRecords', () => {
  test('what I did not touch is theirs, what I changed is mine', () => {
    const theirs = { ...BASE, title: 'CT chest and abdomen', modality: 'CT' };
    expect(mergeRecords(BASE, BASE, theirs)).toEqual({
      ...theirs,
      custom_attributes: BASE.custom_attributes,
    });
    expect(mergeRecords(BASE, { ...BASE, modality: 'MR' }, theirs)).toMatchObject({
      title: 'CT chest and abdomen',
      modality: 'MR',
    });
  });

  test('attributes are joined key by key: theirs are kept, mine are added, what one side took out is out', () => {
    const { gone: _, ...without } = BASE.custom_attributes ?? {};
    const mine = { ...BASE, custom_attributes: { ...without, critical_result: { finding: 'x' } } };
    const theirs = {
      ...BASE,
      custom_attributes: { ...BASE.custom_attributes, source: { system: 'RIS', run: 2 }, flag: true },
    };
    expect(mergeRecords(BASE, mine, theirs).custom_attributes).toEqual({
      source: { system: 'RIS', run: 2 },
      flag: true,
      critical_result: { finding: 'x' },
      report: { status: 'preliminary', site: 'North' },
    });
  });

  test('the order of keys is no change', () => {
    const mine = {
      ...BASE,
      custom_attributes: {
        report: { site: 'North', status: 'preliminary' },
        gone: 1,
        source: { system: 'RIS' },
      },
    };
    const theirs = { ...BASE, custom_attributes: { source: { system: 'PACS' } } };
    expect(mergeRecords(BASE, mine, theirs).custom_attributes).toEqual({
      source: { system: 'PACS' },
      report: { status: 'preliminary' },
    });
  });

  test('status and signature are mine as a whole, other keys of the report are joined', () => {
    const mine = {
      ...BASE,
      custom_attributes: { report: { status: 'final', signed_by: 'Dr A', site: 'North' } },
    };
    const theirs = {
      ...BASE,
      custom_attributes: { report: { status: 'amended', amend_reason: 'r', site: 'South', room: 4 } },
    };
    expect(mergeRecords(BASE, mine, theirs).custom_attributes).toEqual({
      report: { status: 'final', signed_by: 'Dr A', site: 'South', room: 4 },
    });
  });

  test('attributes of nobody stay null', () => {
    const bare = { ...BASE, custom_attributes: null as JsonObject | null };
    expect(mergeRecords(bare, bare, bare).custom_attributes).toBeNull();
    expect(mergeRecords(bare, bare, { ...bare, custom_attributes: { a: 1 } }).custom_attributes).toEqual({
      a: 1,
    });
  });
});
