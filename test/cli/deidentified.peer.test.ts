/**
 * `srvault export deidentified` as a process: nothing is written with open decisions, and the copy identifies nobody.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { fhirSchema } from '#test/lib/fhir/fhir-schema.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const SAMPLES = join(import.meta.dirname, '..', 'fixtures', 'dicom');
const READ_WITHIN_MS = 240_000;

let vault: LiveVault;
let exam: string;

const run = (...args: string[]) =>
  srvault(['export', 'deidentified', '--exam', exam, ...args, '--json'], {
    env: { SRVAULT_PROFILE: vault.profile },
  });
const out = (name: string) => join(vault.root, name);

beforeAll(async () => {
  vault = await startLiveVault();
  const { admin, group } = vault;
  const patient = await admin.patients.create({
    security_group_id: group,
    record: {
      legal_name: 'Kastellan, Mirela',
      birth_date: '1961-03-14',
      biological_sex: 'female',
      identifiers: [{ type: 'MR', value: '00482-117' }],
      internal_notes: 'Cousin of the porter',
    },
  });
  const created = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    tags: ['Kastellan follow-up'],
    record: {
      title: 'CT chest of Mrs Kastellan',
      modality: 'CT',
      exam_date: '2026-05-12T09:40:00Z',
      custom_attributes: {
        accession_number: 'A-20931',
        report: { status: 'final', signed_by: 'Dr Rosenquist' },
      },
      ...(await reportFromHtml(
        '<h2>Findings</h2><p>Mirela, MRN 00482117: nodule of 11 mm. Discussed with Dr Stand on 10 February 2026.</p><h2>Impression</h2><p>Seen at Quillby.</p>',
      )),
    },
  });
  exam = created.index.document_id;
  const drive = admin.drive(group);
  for (const name of ['CT_small.dcm', 'examples_ybr_color.dcm', 'test-SR.dcm'])
    await drive.upload(new File([readFileSync(join(SAMPLES, name))], name), { exam_id: exam });
  await drive.upload(new File(['Kastellan'], 'letter.txt'), { exam_id: exam });
  await vi.waitFor(async () => {
    const { waiting, items } = await drive.series(exam);
    if (waiting > 0 || items.length === 0) throw new Error('Headers are still being read.');
  }, READ_WITHIN_MS);
});
afterAll(() => vault.close());

describe('srvault export deidentified', () => {
  test('lists the words to decide, takes only a list on which each is decided, and leaves no identifier', async (context) => {
    const list = out('words.json');
    const listed = await run('--list-words', list);
    expect(listed).toMatchObject({ exitCode: 0 });
    const { words } = JSON.parse(readFileSync(list, 'utf8'));
    expect(words.map(({ text }: { text: string }) => text)).toEqual([
      'Dr Stand',
      '10 February 2026',
      'Quillby',
    ]);
    const copy = out('copy');
    expect(await run('--reviewed', list, '--out', copy)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('3 of 3 words are not decided'),
    });
    expect(existsSync(copy)).toBe(false);

    const decided = words.map((word: { text: string }) => ({
      ...word,
      decision: word.text === 'Quillby' ? 'keep' : 'remove',
    }));
    writeFileSync(list, JSON.stringify({ words: decided }));
    const done = await run('--reviewed', list, '--out', copy);
    expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('may have writing on them') });
    expect(documentOf(done)).toMatchObject({
      pictures: 1,
      left_out: { document: 1, writing_possible: 1, other_files: 1 },
      kept_words: 1,
      left_behind: expect.arrayContaining([{ name: 'letter.txt', reason: 'other_file' }]),
    });
    expect(documentOf(done)).toMatchObject({ left_behind: { length: 3 } });
    expect(done.stderr).toContain('Left behind: letter.txt: it is not DICOM.');
    const records = JSON.parse(readFileSync(join(copy, 'records.json'), 'utf8'));
    expect(fhirSchema(records)).toEqual([]);
    const report = records.entry.find(
      ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === 'DiagnosticReport',
    ).resource;
    const html = Buffer.from(report.presentedForm[0].data, 'base64').toString();
    expect(html).toContain('nodule of 11 mm');
    expect(html).toContain('[91 days before]');
    expect(report.conclusion).toBe('Seen at Quillby.');
    expect(report.code.text).toBe('CT chest of Mrs [removed]');
    const paths = readdirSync(copy, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const written = paths.map((path) => readFileSync(path).toString('latin1'));
    // The new UIDs are random digits, in which a short number stands by chance.
    const text = `${written.join('\n')}${html}`.replaceAll(/\b2\.25\.\d+/g, '');
    for (const identifier of [
      ...['Kastellan', 'Mirela', '00482', '20931', 'Stand', 'Rosenquist', 'porter', 'letter.txt', exam],
      ...['CompressedSamples', '1CT1', '2026-05-12', '1961-03'],
    ])
      expect(text).not.toContain(identifier);
    requirePeer(context, 'dcmdump', 'dcmtk');
    const picture = paths.find((path) => path.endsWith('I0000001')) ?? '';
    const dump = await runPeer('dcmdump', ['+P', '0012,0062', '+P', '0010,0010', picture]);
    expect(dump.output).toContain('[YES]');
    expect(await runPeer('dcmdump', ['-q', join(copy, 'DICOMDIR')])).toMatchObject({ code: 0 });
  });

  test('--remove-all needs no list, --with-risk takes along what was looked at, and pseudonyms stay', async () => {
    const first = out('first');
    const second = out('second.zip');
    expect(documentOf(await run('--remove-all', '--with-risk', '--out', first))).toMatchObject({
      pictures: 2,
    });
    expect(await run('--remove-all', '--out', second)).toMatchObject({ exitCode: 0 });
    const patientOf = (text: string) => /P-[0-9A-F]{8}/.exec(text)?.[0];
    const records = readFileSync(join(first, 'records.json'), 'utf8');
    expect(patientOf(records)).toBeDefined();
    expect(patientOf(readFileSync(second, 'latin1'))).toBe(patientOf(records));
  });

  test('the log has it as an export of the exam', async () => {
    const entries: unknown[] = [];
    for await (const entry of vault.admin.audit.list({ kind: 'document_exported', object_id: exam }))
      entries.push(entry);
    expect(entries.length).toBeGreaterThan(0);
  });

  test.each([
    [[], 'Give one of --list-words'],
    [['--remove-all', '--reviewed', 'x', '--out', 'y'], 'Give one of --list-words'],
    [['--remove-all'], 'Give --out'],
  ])('%j is refused', async (args, message) => {
    expect(await run(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});
