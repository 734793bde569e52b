/** Tests the letterheads of a group: the text of a large template is read by the report worker. */
import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/documents/records.ts';
import { REPORTS_WAITING_MAX_COUNT } from '#contract/limits.ts';
import { LETTERHEAD_KIND } from '#records/letter/letterhead.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

const LARGE = '<p>North Street</p>'.repeat(4_000);

const READER = { language: 'en', is_signed: false } as const;

function withTemplate(custom_attributes: JsonObject) {
  const { documents, owner, group } = createFixture();
  const record = { title: 'Northgate', report_html: LARGE, custom_attributes };
  const made = documents.create(owner, 'templates', { security_group_id: group, record });
  return { documents, owner, group, made };
}

test('a large letterhead is read by the worker', async () => {
  const { documents, owner, group, made } = withTemplate({ kind: LETTERHEAD_KIND });
  await made;
  const [named] = await documents.groupLetterheads(owner, group);
  expect(named?.letterhead.address).toContain('North Street\nNorth Street');
  // The worker takes no more of a principal's work than this.
  const waiting = Array.from({ length: REPORTS_WAITING_MAX_COUNT }, () =>
    codeOf(() => documents.readerForms(owner, LARGE, READER)),
  );
  expect(await codeOf(() => documents.groupLetterheads(owner, group))).toBe('rate_limited');
  await documents.close();
  await Promise.all(waiting);
});

test.each([
  ['of another kind', { kind: 'report' }, 0],
  ['that states its texts', { kind: LETTERHEAD_KIND, letterhead: { name: 'Northgate' } }, 1],
])('the text of a template %s is not read', async (_what, attributes, count) => {
  const { documents, owner, group, made } = withTemplate(attributes);
  await made;
  await documents.close();
  expect(await documents.groupLetterheads(owner, group)).toHaveLength(count);
});
