import { describe, expect, test } from 'vitest';
import { criticalState, readCritical, withCritical } from '#renderer/editor/work/critical-result.ts';
import { isSigned, reportFacts, withReportFacts } from '#renderer/editor/work/report-status.ts';

describe('reportFacts', () => {
  test('reads the status from the report object or from the flat key', () => {
    expect(reportFacts({ report: { status: 'final', signed_by: 'Dr A' } })).toMatchObject({
      status: 'final',
      signed_by: 'Dr A',
    });
    expect(reportFacts({ 'report.status': 'preliminary' }).status).toBe('preliminary');
    expect(reportFacts(null)).toEqual({ status: null, pending: null, signed_by: null, signed_at: null });
    expect(reportFacts({ report: 'odd' }).status).toBeNull();
  });

  test('final, appended, amended and corrected are signed, preliminary is not', () => {
    expect(['final', 'appended', 'amended', 'corrected', 'preliminary', null].map(isSigned)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('withReportFacts', () => {
  test('changes the report alone and keeps what others wrote', () => {
    const attributes = {
      measurements: [1],
      report: { status: 'final', accession: 'A-1', pending: { kind: 'x' } },
    };
    expect(withReportFacts(attributes, { status: 'appended', pending: undefined })).toEqual({
      measurements: [1],
      report: { status: 'appended', accession: 'A-1' },
    });
  });

  test('a flat status moves into the report object', () => {
    expect(withReportFacts({ 'report.status': 'final' }, { signed_by: 'Dr B' })).toEqual({
      report: { status: 'final', signed_by: 'Dr B' },
    });
  });
});

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
});
