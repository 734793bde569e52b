import { describe, expect, test } from 'vitest';
import { criticalLine } from '#records/reports/critical-line.ts';
import {
  communicatedForOtherPatient,
  confirmedFor,
  criticalFor,
  criticalState,
  isNotCommunicated,
  readCritical,
  withCritical,
  withMovedCritical,
} from '#records/reports/critical-result.ts';

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

  test('is not told in the future, but for the difference of two clocks', () => {
    for (const told_at of ['2026-05-12T09:40:00.000Z', '2026-06-12T09:10:00.000Z', '2027-05-12T09:10:00Z']) {
      expect(criticalState({ ...told, told_at }, now)).toBe('open');
      expect(isNotCommunicated({ ...told, told_at }, now)).toBe(true);
    }
    const ahead = { ...told, told_at: '2026-05-12T11:34:00.000+02:00' };
    expect(criticalState(ahead, now)).toBe('closed');
    expect(isNotCommunicated(ahead, now)).toBe(false);
    expect(criticalLine({ ...told, told_at: '2999-05-12T09:10:00.000Z' }, 'en')).toBeUndefined();
  });

  test('survives being written into the attributes and read back', () => {
    expect(readCritical(withCritical({ other: 1 }, told, null))).toEqual(told);
    expect(withCritical(withCritical({ other: 1 }, told, null), undefined, null)).toEqual({ other: 1 });
  });

  test('keeps what others wrote beside its entries', () => {
    const attributes = { critical_result: { ...told, ticket: 'T-9' } };
    expect(withCritical(attributes, { ...told, finding: 'Tension pneumothorax' }, null)).toEqual({
      critical_result: { ...told, finding: 'Tension pneumothorax', ticket: 'T-9' },
    });
  });
});

describe('told under the name of another patient', () => {
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
  const ofA = withCritical(null, told, 'a');
  const telling = { told_whom: 'Dr Stand', how: 'phone', told_at: told.told_at, read_back: true };

  test('is not told, and says whom and when', () => {
    const moved = withMovedCritical(ofA, 'a', 'b');
    const critical = readCritical(moved);
    expect(critical).toMatchObject({ finding: 'Pneumothorax', told_whom: '', told_at: '', read_back: false });
    expect(criticalState(critical, now)).toBe('open');
    expect(isNotCommunicated(critical)).toBe(true);
    expect(communicatedForOtherPatient(critical)).toEqual({ ...telling, patient_id: 'a' });
  });

  test('is so too where whose it was said to be was written by nobody', () => {
    const moved = withMovedCritical({ critical_result: told }, 'a', 'b');
    expect(communicatedForOtherPatient(readCritical(moved))?.patient_id).toBe('a');
    expect(readCritical(withMovedCritical({ critical_result: told }, null, 'b'))).toEqual(told);
  });

  test('is so by the patient the exam belongs to, whoever moved it', () => {
    const critical = readCritical(ofA);
    expect(critical && criticalFor(critical, 'a')).toEqual(critical);
    expect(isNotCommunicated(critical && criticalFor(critical, 'b'))).toBe(true);
    expect(isNotCommunicated(critical && criticalFor(critical, null))).toBe(true);
  });

  test('is told again by confirming it or by telling, and what was told before stays', () => {
    const moved = readCritical(withMovedCritical(ofA, 'a', 'b'));
    if (!moved) throw new Error('There is one.');
    const kept = readCritical(withCritical(null, confirmedFor(moved), 'b'));
    expect(criticalState(kept, now)).toBe('closed');
    expect(kept).toMatchObject({ ...telling, told_patient_id: 'b', told_before: [{ patient_id: 'a' }] });
    expect(communicatedForOtherPatient(kept)).toBeUndefined();
  });

  test('counts again where the exam goes back', () => {
    const back = withMovedCritical(withMovedCritical(ofA, 'a', 'b'), 'b', 'a');
    expect(back).toEqual(ofA);
  });
});
