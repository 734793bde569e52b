/**
 * `srvault export hl7`: messages are parsed by Debian's python3-hl7, if installed, and received by a plain MLLP
 * listener.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { needs } from '#test/support/left-out.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { listenForMllp } from '#test/support/mllp-listener.ts';
import { documentOf, srvault } from './run-srvault.ts';

const PYTHON = '/usr/bin/python3';
const READER = needs('/usr/lib/python3/dist-packages/hl7');

let vault: LiveVault;
let examId: string;
beforeAll(async () => {
  vault = await startLiveVault();
  const { admin, group } = vault;
  const patient = await admin.patients.create({
    security_group_id: group,
    record: {
      legal_name: 'Müller & Söhne, Ada^Eva',
      birth_date: '1980-02-03',
      biological_sex: 'female',
      identifiers: [{ type: 'MR', value: 'A|17' }],
    },
  });
  const exam = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-03-02T09:40:00Z',
      custom_attributes: { accession_number: 'ACC1', report: { status: 'final', signed_by: 'Dr Roe' } },
      ...(await reportFromHtml('<h2>Findings</h2><p>Nodule | 11 ~ mm \\ x^2 & more.</p>')),
    },
  });
  examId = exam.index.document_id;
});
afterAll(() => vault.close());

const run = (...more: string[]) =>
  srvault([
    'export',
    'hl7',
    '--exam',
    examId,
    ...more,
    '--profile',
    vault.profile,
    '--url',
    vault.url,
    '--json',
  ]);

describe('srvault export hl7', () => {
  test('a file for its owner alone: the report in text and as PDF, delimiters escaped', async () => {
    const out = join(vault.root, 'report.hl7');
    const result = await run('--out', out);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const segments = readFileSync(out, 'utf8').split('\r');
    expect(segments.map((line) => line.slice(0, 3))).toEqual(['MSH', 'PID', 'OBR', 'OBX', 'OBX', '']);
    expect(segments[0]).toContain(`|ORU^R01^ORU_R01|${documentOf(result).control_id}|P|2.5.1|`);
    expect(segments[1]).toBe('PID|1||A\\F\\17^^^^MR||Müller \\T\\ Söhne^Ada\\S\\Eva||19800203|F');
    expect(segments[2]).toContain(
      `OBR|1|ACC1|${examId}|18748-4^Diagnostic imaging study^LN^CT^CT chest|||20260302094000+0000|`,
    );
    expect(segments[3]).toContain('|Findings\\.br\\Nodule \\F\\ 11 \\R\\ mm \\E\\ x\\S\\2 \\T\\ more.|');
    const pdf = segments[4]?.split('|')[5]?.split('^')[4] ?? '';
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('python-hl7 reads it: names, text, status and PDF', READER, async () => {
    const out = join(vault.root, 'read.hl7');
    expect((await run('--out', out)).exitCode).toBe(0);
    const script = [
      'import base64, hl7, json, sys',
      'm = hl7.parse(open(sys.argv[1], encoding="utf-8", newline="").read())',
      'u = lambda f: m.unescape(f)',
      'obx = m.segments("OBX")',
      'print(json.dumps([str(m[0][9]), u(m.extract_field("PID", 1, 5, 1, 1)), u(m.extract_field("PID", 1, 3, 1, 1)),',
      ' u(str(obx[0][5])), str(obx[1][11]), base64.b64decode(str(obx[1][5][0][4]))[:5].decode()]))',
    ].join('\n');
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', script, out], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const [type, family, identifier, text, status, head] = JSON.parse(stdout);
    expect([type, family, identifier, status, head]).toEqual([
      ...['ORU^R01^ORU_R01', 'Müller & Söhne', 'A|17', 'F', '%PDF-'],
    ]);
    expect(text).toContain('Nodule | 11 ~ mm \\ x^2 & more.');
  });

  test.each([['AA', 0] as const, ['CA', 0] as const, ['AE', 7] as const, ['AR', 4] as const])(
    'an answer %s ends with %i, and is not asked for twice',
    async (code, exitCode) => {
      const listener = await listenForMllp([code]);
      const result = await run('--mllp', listener.place);
      await listener.close();
      expect(result.exitCode, result.stderr).toBe(exitCode);
      expect(documentOf(result)).toMatchObject({ acknowledged: code.replace('C', 'A'), text: 'told' });
      expect(listener.received).toHaveLength(1);
      expect(listener.received[0]).toContain('Nodule');
    },
  );

  test('who hangs up is asked again with the same control id; who is not there ends with 10', async () => {
    const listener = await listenForMllp(['hang_up', 'AA']);
    const result = await run('--mllp', listener.place);
    await listener.close();
    expect(result.exitCode, result.stderr).toBe(0);
    expect(new Set(listener.received).size).toBe(1);
    expect(listener.received).toHaveLength(2);
    expect((await run('--mllp', listener.place)).exitCode).toBe(10);
  });

  test('needs one place to go', async () => {
    expect((await run()).exitCode).toBe(2);
    expect((await run('--mllp', 'nowhere')).exitCode).toBe(2);
    expect((await run('--mllp', '127.0.0.1:99999')).exitCode).toBe(2);
  });
});
