import { describe, expect, test } from 'vitest';
import type { PrincipalId } from '#contract/ids.ts';
import { toExamResources } from '#fhir/export/map-exam.ts';
import { completeRecord } from '#records/complete-record.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import { readerForms } from '#report/reader-html.ts';
import { paragraph, reportState } from '#scripts/samples/report-state.ts';
import { createReportDerivation } from '#server/documents/reports/report-derivation.ts';
import { createReportWorker } from '#server/documents/reports/report-worker.ts';
import { idOf } from '#test/support/ids.ts';
import { codeOf, createFixture, errorOf } from './documents-fixture.ts';

async function saveReport(report: { report_lexical?: string | null; report_html?: string | null }) {
  const { documents, owner, group } = createFixture();
  const view = await documents.create(owner, 'exams', {
    security_group_id: group,
    record: { title: 'CT', ...report },
  });
  const opened = await documents.get(owner, 'exams', view.index.document_id);
  expect(opened.record).toEqual(view.record);
  return view.record;
}

describe('the report of a record', () => {
  test('stays absent when neither half is given', async () => {
    expect(await saveReport({})).toMatchObject({ report_lexical: null, report_html: null });
  });

  test('is kept when both halves say the same, the HTML in its canonical form', async () => {
    const report_lexical = reportState(paragraph('No pneumothorax.'));
    const record = await saveReport({
      report_lexical,
      report_html: '<p onclick="x()" style="color:red">No  pneumothorax.</p><script>alert(1)</script>',
    });
    expect(record.report_lexical).toBe(report_lexical);
    expect(record.report_html).toBe('<p>No pneumothorax.</p>');
  });

  test('is derived from the editor state when the HTML says something else', async () => {
    const report_lexical = reportState(paragraph('No pneumothorax.'));
    const record = await saveReport({ report_lexical, report_html: '<p>Large pneumothorax.</p>' });
    expect(record.report_lexical).toBe(report_lexical);
    expect(record.report_html).toBe('<p>No pneumothorax.</p>');
  });

  test('gets its HTML when only the editor state is given, unknown nodes included', async () => {
    const unknown = { type: 'measurement-chart', version: 9, children: [paragraph('12 mm')] };
    const report_lexical = reportState(paragraph('Nodule.'), unknown);
    const record = await saveReport({ report_lexical });
    expect(record.report_lexical).toBe(report_lexical);
    expect(record.report_html).toContain('Nodule.');
    expect(record.report_html).toContain('12 mm');
  });

  test('gets an editor state when only HTML is given, tables included', async () => {
    const record = await saveReport({
      report_html: '<h2>Findings</h2><table><tr><td>Hb</td><td>131</td></tr></table>',
    });
    const root = JSON.parse(record.report_lexical ?? '').root;
    expect(root.children.map(({ type }: { type: string }) => type)).toEqual(['heading', 'table']);
    expect(record.report_html).toContain('131');
  });

  test('of empty HTML still opens as a document with a paragraph', async () => {
    const record = await saveReport({ report_html: '' });
    expect(JSON.parse(record.report_lexical ?? '').root.children).toHaveLength(1);
    expect(record.report_html).not.toBeNull();
  });

  test.each([
    ['no JSON', '{', 'report_lexical must be JSON.'],
    ['no root', '{}', 'root'],
    ['children no array', '{"root":{"children":{}}}', 'root.children'],
    ['a node without type', '{"root":{"children":[{}]}}', 'root.children[0]'],
    [
      'more than 4 MiB',
      JSON.stringify({ root: { children: [], pad: 'x'.repeat(4 * 1024 * 1024) } }),
      'larger',
    ],
  ])('%s is refused, naming the path', async (_what, report_lexical, words) => {
    const error = await errorOf(() => saveReport({ report_lexical }));
    expect(error.code).toBe('invalid_request');
    expect(error.message).toContain(words);
  });

  test('more than 4 MiB of HTML is refused', async () => {
    const report_html = `<p>${'x'.repeat(4 * 1024 * 1024)}</p>`;
    expect(await codeOf(() => saveReport({ report_html }))).toBe('invalid_request');
  });

  test('of a draft follows the same rule', async () => {
    const { documents, owner, group } = createFixture();
    const { index, version_id } = await documents.create(owner, 'exams', {
      security_group_id: group,
      record: {},
    });
    await documents.putDraft(owner, 'exams', index.document_id, {
      record: { report_lexical: reportState(paragraph('Begun.')) },
      base_version_id: version_id,
    });
    const draft = await documents.getDraft(owner, 'exams', index.document_id);
    expect(draft.record.report_html).toBe('<p>Begun.</p>');
  });

  test('is completed for many saves at once', async () => {
    const { documents, owner, group } = createFixture();
    const saves = Array.from({ length: 12 }, (_, n) =>
      documents.create(owner, 'templates', {
        security_group_id: group,
        record: { report_lexical: reportState(paragraph(`Text ${n}.`)) },
      }),
    );
    const views = await Promise.all(saves);
    expect(views.map((view) => view.record.report_html)).toEqual(
      Array.from({ length: 12 }, (_, n) => `<p>Text ${n}.</p>`),
    );
  });
});

describe('the report worker', () => {
  test('refuses a report that is too much work, and goes on with a new thread', async () => {
    const impatient = createReportWorker({ processorMs: 1, patienceMs: 600_000 });
    const slow = { report_html: '<p>x</p>'.repeat(100_000) };
    expect(await codeOf(() => impatient.complete(idOf('p'), slow))).toBe('invalid_request');
    await impatient.close();
    const patient = createReportWorker();
    const pair = await patient.complete(idOf('p'), { report_html: '<p>x</p>' });
    expect(pair.report_html).toBe('<p>x</p>');
    await patient.close();
  });

  test('never calls a report invalid because the clock ran: it may be sent again', async () => {
    const hasty = createReportWorker({ processorMs: 600_000, patienceMs: 1 });
    const sent = hasty.complete(idOf('p'), { report_html: '<p>x</p>'.repeat(100_000) });
    await expect(sent).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': expect.stringMatching(/^[1-9]/) },
    });
    await hasty.close();
  });

  test('ends what waits when it is closed', async () => {
    const worker = createReportWorker();
    const jobs = [1, 2, 3].map((n) =>
      codeOf(() => worker.complete(idOf('p'), { report_html: `<p>${n}</p>` })),
    );
    await worker.close();
    expect(await Promise.all(jobs)).toEqual(Array(3).fill('protocol_error'));
  });

  test('serves principals in turn: one with many reports waits for itself', async () => {
    const worker = createReportWorker();
    const ended: string[] = [];
    const send = (principal: PrincipalId, n: number) =>
      worker
        .complete(principal, { report_html: `<P>${'x '.repeat(100_000)}` })
        .then(() => ended.push(`${principal}${n}`));
    await Promise.all([...[1, 2, 3, 4, 5].map((n) => send(idOf('many'), n)), send(idOf('one'), 1)]);
    expect(ended).toEqual(['many1', 'many2', 'one1', 'many3', 'many4', 'many5']);
    await worker.close();
  });
});

describe('createReportPairs', () => {
  const nested = `${'<div>'.repeat(20_000)}deep`;
  const quoted = reportState(paragraph('"'.repeat(2 * 1024 * 1024 - 2048)));

  test.each([
    ['HTML outside the strict grammar', { report_html: '<P>x' }],
    ['deeply nested HTML', { report_html: nested }],
    ['a large state', { report_lexical: quoted }],
    [
      'a large pair that agrees',
      { report_lexical: reportState(paragraph('x'.repeat(40_000))), report_html: '<p>x</p>' },
    ],
  ])('reads %s in the worker, never on the spot', async (_what, given) => {
    const pairs = createReportDerivation();
    const ended = codeOf(() => pairs.of(idOf('p'))(given));
    await pairs.close();
    expect(await ended).toBe('protocol_error');
  });

  test('reads a small report in plain form on the spot', async () => {
    const pairs = createReportDerivation();
    const reading = pairs.of(idOf('p'))({ report_html: '<p>x</p>' });
    await pairs.close();
    expect((await reading).report_html).toBe('<p>x</p>');
  });

  test('answers rate_limited when one principal has too much waiting, and still takes another', async () => {
    const pairs = createReportDerivation();
    const large = { report_html: `<P>${'x'.repeat(4 * 1024 * 1024 - 10)}` };
    const reports = Array.from({ length: 13 }, () => codeOf(() => pairs.of(idOf('many'))(large)));
    const refused = await errorOf(() => pairs.of(idOf('many'))(large));
    expect(refused).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } });
    const other = pairs.of(idOf('one'))({ report_html: '<P>small' });
    expect((await other).report_html).toBe('<p>small</p>');
    await pairs.close();
    expect(new Set(await Promise.all(reports))).toContain('protocol_error');
  });
});

test.each(['md', 'text', 'html'] as const)(
  'a large report as %s is written by the worker',
  async (format) => {
    const derivation = createReportDerivation();
    const record = {
      ...{ title: 'CT', modality: null, exam_date: null, report_lexical: null, custom_attributes: null },
      report_html: '<p>No nodule.</p>'.repeat(4_000),
    };
    const content = { record, patient: null };
    expect(await derivation.text(idOf('p'), format, content)).toBe(writeReportFile(format, content));
    await derivation.close();
  },
);

test('a large report for readers, and one as FHIR, are made by the worker', async () => {
  const derivation = createReportDerivation();
  const record = completeRecord('exams', { report_html: '<p>No nodule.</p>'.repeat(4_000) });
  const html = record.report_html ?? '';
  const reader = { language: 'en', is_signed: false } as const;
  const exam = { document_id: 'exam-1', record, tags: [], patient: undefined };
  expect(await derivation.readers(idOf('p'), html, reader)).toEqual(readerForms(html, reader));
  expect(await derivation.fhir(idOf('p'), exam)).toEqual(toExamResources(exam));
  const waiting = [derivation.readers(idOf('p'), html, reader), derivation.fhir(idOf('p'), exam)];
  const codes = waiting.map((each) => codeOf(() => each));
  await derivation.close();
  expect(await Promise.all(codes)).toEqual(['protocol_error', 'protocol_error']);
});
