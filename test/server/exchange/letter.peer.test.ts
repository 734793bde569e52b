/** Reports as letters: letterhead and recipient, kept as they were signed. Read back with Poppler's pdftotext and qpdf. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { needs } from '#test/support/left-out.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const LETTERHEAD = {
  name: 'Northgate Imaging',
  address: '4 Harbour Street\nNorthgate NG 20418',
  phone: '+1 555 0100',
  signature_text: 'With kind regards',
  registration: 'Registered provider 88-1042',
  variants: { US: { phone: '+1 555 0177' } },
};
const ORDER = {
  priority: 'routine',
  clinical_question: 'Response to treatment?',
  referrer: { name: 'Dr M. Stand', institution: 'Northgate Cancer Centre', street: '18 Mill Road' },
  copy_to: [{ name: 'Dr L. Whitcombe', street: '7 Weir Street' }],
};

let vault: LiveVault;
let patientId: string;
let letterheadId: string;
let files = 0;

beforeAll(async () => {
  vault = await startLiveVault();
  const patient = await vault.admin.patients.create({
    security_group_id: vault.group,
    record: {
      legal_name: 'Mirela Kastellan',
      display_name: 'Kastellan, Mirela',
      birth_date: '1961-03-14',
      address: { lines: ['1 Quay Lane'], postal_code: 'NG 20419', city: 'Northgate' },
    },
  });
  patientId = patient.index.document_id;
});
afterAll(() => vault.close());

async function exam(modality = 'CT', attributes: Readonly<Record<string, unknown>> = { order: ORDER }) {
  const html = '<h2>Findings</h2><p>Nodule 11 mm.</p><h2>Impression</h2><p>Partial response.</p>';
  const view = await vault.admin.exams.create({
    security_group_id: vault.group,
    patient_id: patientId,
    record: {
      title: `${modality} chest`,
      modality,
      exam_date: '2026-05-12',
      custom_attributes: { report: { status: 'final' }, ...attributes },
      ...(await reportFromHtml(html)),
    },
  });
  const id = view.index.document_id;
  const sign = () => vault.admin.exams.sign(id, { version_id: view.version_id ?? '', intent: 'final' });
  return { id, sign };
}

type Query = Parameters<LiveVault['admin']['exams']['reportFile']>[1];

async function pdf(id: string, query: Query = {}): Promise<Buffer> {
  return Buffer.from((await vault.admin.exams.reportFile(id, { format: 'pdf', ...query })).bytes);
}

const read = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' });

function textOf(bytes: Buffer): string {
  files += 1;
  const file = join(vault.root, `letter-${files}.pdf`);
  writeFileSync(file, bytes);
  expect(read('qpdf', '--check', file)).toContain('No syntax or stream');
  return read('pdftotext', '-layout', file, '-');
}

const letter = async (id: string, query: Query = {}) => textOf(await pdf(id, query));

describe('a report as a letter', needs('pdftotext', 'qpdf'), () => {
  test('without a letterhead it is the plain page, and a recipient makes it a letter of the vault', async () => {
    const { id, sign } = await exam();
    await sign();
    const plain = await pdf(id);
    expect(textOf(plain)).not.toContain('Dr M. Stand');
    expect(await pdf(id, { to: 'none' })).toEqual(plain);
    const addressed = await letter(id, { to: 'referrer' });
    for (const part of ['Dr M. Stand', 'Northgate Cancer Centre', '18 Mill Road', 'Test workspace'])
      expect(addressed).toContain(part);
    const own = await letter(id, { to: 'patient' });
    expect(own).toMatch(/Kastellan, Mirela\s*\n[\s\S]*1 Quay Lane[\s\S]*NG 20419 Northgate/);
  });

  test('a critical result told after signing stands below the text, by the clock of whoever recorded it', async () => {
    const { id, sign } = await exam();
    await sign();
    const critical_result = {
      category: 'red',
      finding: 'Embolus',
      found_at: '2026-05-12T07:00:00.000Z',
      told_whom: 'Dr M. Stand',
      how: 'phone',
      told_at: '2026-05-12T09:10:00.000+02:00',
      read_back: true,
    };
    await vault.admin.exams.edit(id, (record) => ({
      ...record,
      custom_attributes: { ...record.custom_attributes, critical_result },
    }));
    const text = (await letter(id)).replace(/\s+/g, ' ');
    expect(text).toContain(
      'Critical result Embolus. Told Dr M. Stand by telephone, 12 May 2026 09:10; read back.',
    );
  });

  test('a letter signed before there was a letterhead stays as it was', async () => {
    const { id, sign } = await exam();
    await sign();
    const before = await pdf(id);
    const made = await vault.admin.templates.create({
      security_group_id: vault.group,
      record: { title: 'Main', custom_attributes: { kind: 'letterhead', letterhead: LETTERHEAD } },
    });
    letterheadId = made.index.document_id;
    expect(made.summary.tags).toEqual(['letterhead']);
    expect(await pdf(id)).toEqual(before);
    await expect(pdf(id, { letterhead: 'Main' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('head, window, question, sign-off, copies and foot; a variant of the modality', async () => {
    const { id } = await exam();
    const whole = await letter(id);
    for (const part of [
      ...['Northgate Imaging', '4 Harbour Street', '+1 555 0100', 'Dr M. Stand', '18 Mill Road'],
      ...['CT chest, 12 May 2026', 'Response to treatment?', 'With kind regards', 'Copy to'],
      ...['Dr L. Whitcombe, 7 Weir Street', 'Registered provider 88-1042'],
    ])
      expect(whole).toContain(part);
    expect(await letter((await exam('US')).id)).toContain('+1 555 0177');
    expect(await letter(id, { language: 'de' })).toContain('Kopie an');
  });

  test('pre-printed paper has no head; a name nobody gave is refused; a recipient may be left out', async () => {
    const { id } = await exam();
    const bare = await letter(id, { letterhead: 'none' });
    expect(bare).not.toContain('4 Harbour Street');
    expect(bare).not.toContain('Registered provider');
    expect(bare).toContain('Dr M. Stand');
    expect(await letter(id, { letterhead: 'main', to: 'none' })).not.toContain('Dr M. Stand');
    await expect(pdf(id, { letterhead: 'Other' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a signed letter keeps its bytes: letterhead, patient and templates change, it does not', async () => {
    const { id, sign } = await exam();
    await sign();
    const before = await pdf(id);
    const toPatient = await pdf(id, { to: 'patient' });
    await vault.admin.templates.edit(letterheadId, (record) => ({
      ...record,
      custom_attributes: {
        kind: 'letterhead',
        letterhead: { ...LETTERHEAD, name: 'Southgate Imaging', window: 'us_10', shows_keys: false },
      },
    }));
    await vault.admin.patients.edit(patientId, (record) => ({
      ...record,
      display_name: 'Kastellan, Mira',
      address: 'Elsewhere 9',
    }));
    expect(await pdf(id)).toEqual(before);
    expect(await pdf(id, { to: 'patient' })).toEqual(toPatient);
    expect(await letter(id, { letterhead: 'Main' })).toContain('Northgate Imaging');
    expect(await letter((await exam()).id)).toContain('Southgate Imaging');
    await vault.admin.templates.delete(letterheadId);
    expect(await pdf(id)).toEqual(before);
    expect(await letter((await exam()).id)).not.toContain('Southgate Imaging');
  });

  test('language and zone are those of whoever gives it out, and of the signer once it is signed', async () => {
    const { admin } = vault;
    const made = await admin.exams.create({
      security_group_id: vault.group,
      patient_id: patientId,
      record: {
        title: 'CT head',
        // Berlin has just gone from 02:00 to 03:00.
        exam_date: '2026-03-29T01:00:00Z',
        custom_attributes: { report: { status: 'final' } },
        ...(await reportFromHtml('<h2>Impression</h2><p>No bleeding.</p>')),
      },
    });
    const id = made.index.document_id;
    const says = async (...parts: readonly string[]) => {
      const bundle = await admin.exchange.fhirExam(id);
      const form = bundle.entry.flatMap(({ resource }) => resource['presentedForm'] ?? []) as {
        readonly contentType: string;
        readonly data: string;
      }[];
      const within = form.find(({ contentType }) => contentType === 'application/pdf')?.data ?? '';
      for (const text of [await letter(id), textOf(Buffer.from(within, 'base64'))])
        for (const part of parts) expect(text).toContain(part);
    };
    await says('Performed', '29 Mar 2026, 01:00 UTC');
    await admin.session.putPreferences({ paper_locale: { language: 'de', time_zone: 'Europe/Berlin' } });
    await says('Durchgeführt', '29. März 2026, 03:00 MESZ');
    await admin.exams.sign(id, { version_id: made.version_id ?? '', intent: 'final' });
    const signed = await pdf(id);
    await admin.session.putPreferences({ paper_locale: { language: 'en', time_zone: 'Europe/London' } });
    expect(await pdf(id)).toEqual(signed);
    await says('Durchgeführt', '29. März 2026, 03:00 MESZ');
    await admin.session.putPreferences({});
    expect(await pdf(id)).toEqual(signed);
  });

  test('signed without a zone, it is the same for everybody; a message is too, whoever is unlocked', async () => {
    const { admin } = vault;
    const numbered = await admin.patients.create({
      security_group_id: vault.group,
      record: { legal_name: 'Stand, Otto', identifiers: [{ type: 'MR', value: '77001' }] },
    });
    const { id, sign } = await exam();
    await admin.exams.setPatient(id, { patient_id: numbered.index.document_id });
    const message = async () =>
      Buffer.from((await admin.exchange.hl7.message(id)).bytes)
        .toString()
        .replaceAll(/\b20\d{12}[^|]*/g, '');
    const unsigned = await message();
    await admin.session.putPreferences({ paper_locale: { language: 'de', time_zone: 'Europe/Berlin' } });
    expect(await letter(id)).toContain('Durchgeführt');
    expect(await message()).toEqual(unsigned);
    await admin.session.putPreferences({});
    await sign();
    const signed = await pdf(id);
    await admin.session.putPreferences({ paper_locale: { language: 'de', time_zone: 'Europe/Berlin' } });
    expect(await pdf(id)).toEqual(signed);
    await admin.session.putPreferences({});
  });

  test('what a client stored under the name is never trusted: odd parts are left out', async () => {
    const odd = { name: 7, window: 'x', logo: 'bm8gcG5n', variants: [], phone: `1\u0000${'9'.repeat(900)}` };
    const made = await vault.admin.templates.create({
      security_group_id: vault.group,
      record: { title: 'Odd', custom_attributes: { kind: 'letterhead', letterhead: odd } },
    });
    const oddOrder = exam('CT', { order: { referrer: [], copy_to: 'x', clinical_question: 4 } });
    await expect(oddOrder).rejects.toMatchObject({ code: 'invalid_request' });
    const { id } = await exam('CT', { order: { referrer: { name: 'A\n B ' }, copy_to: [] } });
    expect(await letter(id)).toContain('Partial response.');
    await vault.admin.templates.delete(made.index.document_id);
  });
});
