import { describe, expect, test } from 'vitest';
import { criticalState, readCritical, withCritical } from '#records/reports/critical-result.ts';

describe('criticalState', () => {
  const told = {
    category: 'red',
    finding: 'Pneumothorax',
    found_at: '2026-05-12T09:00:00.000Z',
    told_whom: 'Dr Stand',
    how: 'phone',
    told_at: '2026-05-12T09:10:00.000Z',
    read_back: true,
  } as const;
  const now = new Date('2026-05-12T09:30:00.000Z');

  test('is closed by all six entries and by no fewer', () => {
    expect(criticalState(told, now)).toBe('closed');
    for (const missing of [{ told_whom: '' }, { told_at: '' }, { read_back: false }, { finding: '' }]) {
      expect(criticalState({ ...told, ...missing }, now)).toBe('open');
    }
  });

  test('is overdue when nobody was told in the time of its category', () => {
    const later = new Date('2026-05-12T10:30:00.000Z');
    expect(criticalState({ ...told, told_whom: '' }, later)).toBe('overdue');
    expect(criticalState({ ...told, told_whom: '', category: 'orange' }, later)).toBe('open');
    expect(criticalState(undefined, later)).toBe('none');
  });

  test('survives being written into the attributes and read back', () => {
    expect(readCritical(withCritical({ other: 1 }, told))).toEqual(told);
    expect(withCritical(withCritical({ other: 1 }, told), undefined)).toEqual({ other: 1 });
  });

  test('keeps what others wrote beside its entries', () => {
    const attributes = { critical_result: { ...told, ticket: 'T-9' } };
    expect(withCritical(attributes, { ...told, finding: 'Tension pneumothorax' })).toEqual({
      critical_result: { ...told, finding: 'Tension pneumothorax', ticket: 'T-9' },
    });
  });
});
