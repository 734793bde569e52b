import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/documents/records.ts';
import { checkOrder } from '#records/orders/check-order.ts';
import { dueMs, orderSummary } from '#records/orders/order-summary.ts';

const WHOLE = {
  placer_number: 'P-77',
  case_number: 'F-12',
  procedure: { code: '24627-2', system: 'http://loinc.org', text: 'CT chest' },
  priority: 'urgent',
  requested_at: '2026-11-27T08:00:00+01:00',
  due: '2026-11-28',
  referrer: {
    ...{ party_id: 'x', name: 'Dr. Ada Example', institution: 'Practice', street: 'High Street 1' },
    ...{ postal_code: '12345', city: 'Town', country: 'DE', phone: '1', fax: '2', email: 'a@example.org' },
    numbers: [{ system: 'LANR', value: '123456789' }],
  },
  copy_to: [{ name: 'Ward 3' }],
  clinical_question: 'Embolism?',
  indication: 'Sudden dyspnoea',
  status: 'ordered',
  received_from: 'KIS',
} satisfies JsonObject;

describe('checkOrder', () => {
  test.each([
    ['a whole one', WHOLE],
    ['an empty one', {}],
    ['null fields, and those of others', { priority: null, due: null, referrer: null, vendor: [1] }],
    ['none', null],
  ])('takes %s', (_name, order) => {
    expect(() => checkOrder({ order })).not.toThrow();
  });

  test.each<[JsonObject[string], string]>([
    ['stat', 'order must be an object'],
    [[], 'order must be an object'],
    [{ priority: 'asap' }, 'order.priority must be one of stat, urgent, routine'],
    [{ status: 'done' }, 'order.status must be one of ordered, in_progress, cancelled'],
    [{ due: 'tomorrow' }, 'order.due must be a day'],
    [{ due: '2026-02-30' }, 'order.due must be a day'],
    [{ due: '2026-11-28T10:00:00' }, 'order.due must be a day'],
    [{ requested_at: 7 }, 'order.requested_at must be a day'],
    [{ procedure: { code: '1' } }, 'order.procedure.text is missing'],
    [{ procedure: 'CT' }, 'order.procedure must be an object'],
    [{ referrer: { institution: 'Practice' } }, 'order.referrer.name is missing'],
    [{ referrer: { name: ' ' } }, 'order.referrer.name must be text'],
    [{ referrer: 'Dr. Secret' }, 'order.referrer must be an object'],
    [{ copy_to: { name: 'x' } }, 'order.copy_to must be an array'],
    [{ copy_to: [{ name: 'a' }, { name: '' }] }, 'order.copy_to[1].name must be text'],
    [
      { copy_to: Array.from({ length: 13 }, () => ({ name: 'a' })) },
      'order.copy_to must be an array of at most 12',
    ],
    [{ referrer: { name: 'a', numbers: [{ system: 'NPI' }] } }, 'order.referrer.numbers[0].value is missing'],
    [{ clinical_question: 'x'.repeat(4001) }, 'order.clinical_question must be text of 1 to 4000'],
  ])('refuses %j, and says which field', (order, words) => {
    expect(() => checkOrder({ order })).toThrow(`record.custom_attributes.${words}`);
  });

  test('does not say what was written there', () => {
    expect(() => checkOrder({ order: { referrer: 'Dr. Secret' } })).not.toThrow(/Secret/);
  });
});

describe('orderSummary', () => {
  test('has priority, time and referrer; an instant in UTC, a day as a day', () => {
    expect(orderSummary({ order: WHOLE })).toEqual({
      priority: 'urgent',
      due: '2026-11-28',
      referrer: 'Dr. Ada Example',
    });
    expect(orderSummary({ order: { due: '2026-11-28T10:00:00+01:00' } }).due).toBe(
      '2026-11-28T09:00:00.000Z',
    );
  });

  test.each([null, {}, { order: 'x' }, { order: { priority: 'asap', due: 'soon', referrer: { name: 7 } } }])(
    'has nothing of %j',
    (attributes) => {
      expect(orderSummary(attributes)).toEqual({ priority: null, due: null, referrer: null });
    },
  );

  test('a day is overdue after its end only', () => {
    expect(dueMs('2026-11-28')).toBe(Date.parse('2026-11-28T23:59:59.999Z'));
    expect(dueMs('2026-11-28T10:00:00.000Z')).toBe(Date.parse('2026-11-28T10:00:00.000Z'));
  });
});
