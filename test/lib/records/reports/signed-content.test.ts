import { describe, expect, test } from 'vitest';
import { completeRecord } from '#records/complete-record.ts';
import { signedContent } from '#records/reports/signed-content.ts';

const report = { status: 'final', signed_by: 'Dr A. Roe' };
const of = (custom_attributes: Record<string, unknown> | null, title = 'CT') =>
  signedContent(completeRecord('exams', { title, custom_attributes }));

describe('what a signature is about', () => {
  test('is the same whatever is noted after the report was delivered', () => {
    const noted = {
      report: { ...report, seal_reason: { text: 'Follow-up', after: 'v' } },
      follow_ups: [{ text: 'MR' }],
      critical_result: { finding: 'PE' },
      tags: ['a'],
      moves_settled: [{ moved_at: 't' }],
    };
    expect(of(noted)).toEqual(of({ report }));
    expect(of({ follow_ups: [] })).toEqual(of(null));
  });

  test.each([
    { report: { ...report, status: 'corrected' } },
    { report: { ...report, entered_in_error: { reason: 'x' } } },
    { report, accession_number: '7' },
    { report, moves: [{ from: 'a', to: 'b' }] },
    { report, image_marks: {} },
  ])('is another with any other fact: %j', (attributes) => {
    expect(of(attributes)).not.toEqual(of({ report }));
  });

  test('is another with another title', () => {
    expect(of({ report }, 'MR')).not.toEqual(of({ report }));
  });
});
