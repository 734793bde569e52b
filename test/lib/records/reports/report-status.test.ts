import { describe, expect, test } from 'vitest';
import {
  isSigned,
  reportFacts,
  reportStatus,
  sealReason,
  withFactsOf,
  withReportFacts,
  withSealReason,
} from '#records/reports/report-status.ts';

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

describe('reportStatus', () => {
  test('of two that disagree the one in the report object counts', () => {
    expect(reportStatus({ 'report.status': 'final', report: { status: 'preliminary' } })).toBe('preliminary');
  });

  test('a report object without a status leaves the flat key to speak', () => {
    expect(reportStatus({ 'report.status': 'final', report: { signed_by: 'Dr A' } })).toBe('final');
    expect(reportStatus({ 'report.status': 'final', report: { status: 7 } })).toBe('final');
  });
});

describe('withFactsOf', () => {
  test('takes status and signature from one side and everything else from the other', () => {
    const head = { lab: 1, report: { status: 'final', signed_by: 'Dr B', site: 'North' } };
    const old = { lab: 0, report: { status: 'preliminary', site: 'South' } };
    expect(withFactsOf(head, old)).toEqual({ lab: 1, report: { site: 'North', status: 'preliminary' } });
    expect(withFactsOf(head, null)).toEqual({ lab: 1, report: { site: 'North' } });
    expect(withFactsOf({ lab: 1 }, { 'report.status': 'final' })).toEqual({
      lab: 1,
      report: { status: 'final' },
    });
  });

  test('leaves alone what is no report of ours', () => {
    expect(withFactsOf(null, null)).toBeNull();
    expect(withFactsOf({ lab: 1, report: ['theirs'] }, null)).toEqual({ lab: 1, report: ['theirs'] });
    expect(withFactsOf({ report: { status: 'final' } }, null)).toEqual({});
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

  test('a status that is none is replaced by the one that counted', () => {
    expect(withReportFacts({ 'report.status': 'final', report: { status: 7 } }, {})).toEqual({
      report: { status: 'final' },
    });
  });

  test('a flat status moves into the report object', () => {
    expect(withReportFacts({ 'report.status': 'final' }, { signed_by: 'Dr B' })).toEqual({
      report: { status: 'final', signed_by: 'Dr B' },
    });
  });
});

describe('sealReason', () => {
  test('belongs to the version it was sealed as, not to one that carries the attributes on', () => {
    const sealed = withSealReason({ other: 1 }, 'Side was wrong', 'v-1');
    expect(sealed).toEqual({ other: 1, report: { seal_reason: { text: 'Side was wrong', after: 'v-1' } } });
    expect(sealReason(sealed, 'v-1')).toBe('Side was wrong');
    expect(sealReason(sealed, 'v-2')).toBeNull();
    expect(sealReason(withSealReason(sealed, undefined, 'v-2'), 'v-1')).toBeNull();
    expect(withSealReason(null, undefined, 'v-1')).toBeNull();
  });
});
