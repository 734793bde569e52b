/** `srvault exams report`: writes a readable file for any content of the record. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const HTML =
  '<h2>Findings</h2><p>Liver <strong>14 cm</strong> &lt; 15*.</p><ul><li>one</li><li>two</li></ul>' +
  '<table><tbody><tr><th>organ</th><th>size</th></tr><tr><td>spleen</td><td>11|12</td></tr></tbody></table>';

let vault: LiveVault;
let examId: string;
beforeAll(async () => {
  vault = await startLiveVault();
  const client = vault.connect();
  const patient = await client.patients.create({
    security_group_id: vault.group,
    record: {
      legal_name: 'Ada <Example>',
      birth_date: '1980-02-03',
      identifiers: [{ system: 'urn:mrn', value: 'A-17' }],
    },
  });
  const exam = await client.exams.create({
    security_group_id: vault.group,
    patient_id: patient.index.document_id,
    record: {
      title: 'Ultrasound abdomen',
      modality: 'US',
      exam_date: '2026-03-02',
      custom_attributes: { accession_number: 'ACC1', report: { status: 'final' } },
      ...(await reportFromHtml(HTML)),
    },
  });
  examId = exam.index.document_id;
});
afterAll(() => vault.close());

async function written(format: string): Promise<string> {
  const out = join(vault.root, `report.${format}`);
  const args = ['exams', 'report', examId, '--format', format, '--out', out, '--json'];
  const run = await srvault([...args, '--profile', vault.profile, '--url', vault.url]);
  expect([run.exitCode, documentOf(run).format], run.stderr).toEqual([0, format]);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  return readFileSync(out, 'utf8');
}

describe('srvault exams report', () => {
  test('html: one page that loads and runs nothing, names escaped', async () => {
    const html = await written('html');
    expect(html).toContain('Ada &lt;Example&gt;');
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('spleen');
    for (const fact of ['1980-02-03', 'A-17', '2026-03-02', 'US', 'ACC1', 'final'])
      expect(html).toContain(fact);
    expect(html).not.toMatch(/<script|\ssrc=|\son\w+=/i);
  });

  test('md: headings, lists, tables and marks', async () => {
    const md = await written('md');
    expect(md).toContain('# Ultrasound abdomen\n');
    expect(md).toContain('## Findings');
    expect(md).toContain('**14 cm**');
    expect(md).toContain('\\< 15\\*');
    expect(md).toContain('- one\n- two');
    expect(md).toContain('| organ | size |\n| --- | --- |\n| spleen | 11\\|12 |');
  });

  test('text: the same words; the same record gives the same bytes', async () => {
    const text = await written('text');
    expect(text).toContain('Patient: Ada <Example>\n');
    expect(text).toContain('Liver 14 cm < 15*.');
    expect(await written('text')).toBe(text);
  });

  test('pdf: typeset by the vault, of the newest version or a named one; a signature file goes with text alone', async () => {
    const out = join(vault.root, 'report.pdf');
    const args = ['exams', 'report', examId, '--format', 'pdf', '--out', out, '--json'];
    const place = ['--profile', vault.profile, '--url', vault.url];
    const run = await srvault([...args, ...place, '--language', 'de']);
    expect(run.exitCode, run.stderr).toBe(0);
    const { version_id } = documentOf(run);
    const bytes = readFileSync(out);
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const signature = ['--signature', join(vault.root, 'pdf.json')];
    expect((await srvault([...args, ...place, ...signature])).exitCode).toBe(2);
    const named = await vault.connect().exams.reportFile(examId, {
      format: 'pdf',
      language: 'de',
      version_id: String(version_id),
    });
    expect(named).toMatchObject({ media_type: 'application/pdf', version_id });
    expect(Buffer.compare(named.bytes, bytes)).toBe(0);
  });

  test('another format, and an exam that is not there, have their codes', async () => {
    const args = ['--profile', vault.profile, '--url', vault.url, '--out', join(vault.root, 'x')];
    expect((await srvault(['exams', 'report', examId, '--format', 'doc', ...args])).exitCode).toBe(2);
    const unknown = '01900000-0000-7000-8000-000000000000';
    expect((await srvault(['exams', 'report', unknown, ...args])).exitCode).toBe(5);
  });
});
