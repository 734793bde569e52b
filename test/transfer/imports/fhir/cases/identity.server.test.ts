/** Tests identity in imports: two servers, two states, a merged person, and local edits. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const HOSPITALS = ['F07-two-servers-same-ids/hospital-a.json', 'F07-two-servers-same-ids/hospital-b.json'];

const person = (more: object) => ({
  ...{ resourceType: 'Patient', id: '1', birthDate: '1950-05-05', name: [{ text: 'Ada One' }] },
  ...{ identifier: [{ system: 'urn:mrn', value: 'ONE' }], ...more },
});
const report = (more: object) => ({
  ...{ resourceType: 'DiagnosticReport', id: '2', status: 'final', code: { text: 'CT head' } },
  ...{ effectiveDateTime: '2026-01-14', subject: { reference: 'Patient/1' }, ...more },
});
const bundle = (...resources: object[]) => ({
  ...{ resourceType: 'Bundle', type: 'collection' },
  entry: resources.map((resource) => ({ resource })),
});
const other = person({
  ...{ birthDate: '1990-09-09', name: [{ text: 'Bo Two' }] },
  identifier: [{ system: 'urn:mrn', value: 'TWO' }],
});

describe('two servers', () => {
  test.each([[HOSPITALS], [HOSPITALS.toReversed()]])('F07: equal ids never meet: %j', async (files) => {
    for (const file of files) await cases.bring([file]);
    const { exams, patients, report: again } = await cases.bring(files);
    expect(patients).toHaveLength(2);
    const texts = new Map(exams.map(({ patient, record }) => [patient, record.report_html]));
    expect(texts.get('Klara Abendroth')).toContain('Subdural haematoma left.');
    expect(texts.get('Jonte Brandeis')).toContain('Normal study.');
    expect(again.imported).toEqual({ Patient: { unchanged: 2 }, DiagnosticReport: { unchanged: 2 } });
  });

  test('a source that says no server has the name it is given', async () => {
    await cases.bring([jsonSource('a.json', bundle(person({})))], { sourceName: 'one' });
    const { patients } = await cases.bring([jsonSource('b.json', bundle(person({})))], { sourceName: 'two' });
    expect(patients).toHaveLength(2);
    const again = await cases.bring([jsonSource('b.json', bundle(person({})))], { sourceName: 'two' });
    expect(again.report.imported).toEqual({ Patient: { unchanged: 1 } });
  });

  test('where nothing says the server, another person stands beside, is told, and is found again', async () => {
    await cases.bring([jsonSource('a.json', bundle(person({}), report({ conclusion: 'Bleeding.' })))]);
    const second = [jsonSource('b.json', bundle(other, report({ conclusion: 'Normal.' })))];
    const { exams, patients, report: told } = await cases.bring(second);
    expect(patients).toHaveLength(2);
    expect(new Map(exams.map(({ patient, record }) => [patient, record.report_html]))).toEqual(
      new Map([
        ['Ada One', '<p>Bleeding.</p>'],
        [null, '<p>Normal.</p>'],
      ]),
    );
    expect(told.notices.map(({ resource }) => resource)).toEqual([
      'Patient/1',
      'DiagnosticReport/2',
      'DiagnosticReport/2',
    ]);
    const again = await cases.bring(second);
    expect(again.report.imported).toEqual({ Patient: { unchanged: 1 }, DiagnosticReport: { unchanged: 1 } });
  });

  test('a new patient who may be somebody in the vault is told, also by a dry run, and never joined', async () => {
    const { admin, group } = cases.vault;
    for (const record of [
      { legal_name: 'Jost, Amalie', birth_date: '1961-03-14' },
      {
        legal_name: 'Adler, Ida',
        birth_date: '1950-05-05',
        identifiers: [{ type: 'MRN', value: '00-4711' }],
      },
      { legal_name: 'Amalie Jost', birth_date: '1988-01-02' },
      { legal_name: 'Müller, Jürgen' },
    ])
      await admin.patients.create({ security_group_id: group, record });
    const amalie = person({
      ...{ name: [{ family: 'Jost', given: ['Amalie'] }], birthDate: '1961-03-14' },
      identifier: [{ system: 'urn:mrn', value: '4711' }],
    });
    const file = [jsonSource('a.json', bundle(amalie))];
    const messages = [
      expect.stringContaining(
        '“Jost, Amalie” in the vault may be the same person (same name and birth date)',
      ),
      expect.stringContaining('“Adler, Ida” in the vault may be the same person (same number)'),
    ];
    const dry = await cases.bring(file, { looksOnly: true });
    expect(dry.report.notices.map(({ message }) => message)).toEqual(messages);
    const { report: told, patients } = await cases.bring(file);
    expect(told.notices.map(({ message }) => message)).toEqual(messages);
    expect(patients).toHaveLength(5);
    expect((await cases.bring(file)).report.notices).toEqual([]);
    const spelt = person({ id: '9', identifier: [], name: [{ text: 'Juergen Mueller' }] });
    const { report: third } = await cases.bring([jsonSource('b.json', bundle(spelt))], { looksOnly: true });
    expect(third.notices).toMatchObject([{ message: expect.stringContaining('“Müller, Jürgen”') }]);
  });

  test('a dry run names every record that would change, and changes nothing', async () => {
    await cases.bring([jsonSource('a.json', bundle(person({})))], { sourceName: 'one' });
    const later = [jsonSource('a.json', bundle(person({ name: [{ text: 'Ada Later' }] }), other))];
    const { patients, report: told } = await cases.bring(later.slice(0, 1), {
      sourceName: 'one',
      looksOnly: true,
    });
    expect(patients.map(({ legal_name }) => legal_name)).toEqual(['Ada One']);
    expect(told.changes[0]).toMatchObject({ resource: 'Patient/1', name: 'Ada One' });
    expect(told.changes[0]?.fields).toContain('legal_name');
  });

  test('a record of an import before servers counted is found by a file that says its server', async () => {
    const { admin, group } = cases.vault;
    await admin.patients.create({
      security_group_id: group,
      source_id: 'Patient/1',
      record: {
        ...{ legal_name: 'Klara Abendroth', display_name: 'Klara Abendroth', birth_date: '1944-02-02' },
        identifiers: [{ system: 'https://a.invalid/fhir/mrn', type: null, value: 'A-100' }],
        custom_attributes: { import: { source: 'fhir', source_id: 'Patient/1', content_sha256: 'old' } },
      },
    });
    const { patients } = await cases.bring(HOSPITALS.toReversed());
    expect(patients.map(({ legal_name }) => legal_name).toSorted()).toEqual([
      'Jonte Brandeis',
      'Klara Abendroth',
    ]);
  });

  test('F30: a report and a study of one number are two exams, here and after an export', async () => {
    await cases.bring(['F30-report-and-study-of-one-number.json']);
    const { exams } = await cases.bring([]);
    const bundles = await Promise.all(
      exams.map(({ document_id }) => cases.vault.admin.exchange.fhirExam(document_id)),
    );
    await cases.clear();
    const back = await cases.bring(bundles.map((exported, at) => jsonSource(`${at}.json`, exported)));
    expect(new Map(back.exams.map(({ record }) => [record.title, record.modality]))).toEqual(
      new Map([
        ['CT chest report', 'CT'],
        ['MR brain (study only)', 'MR'],
        ['CT chest (of the report)', 'CT'],
      ]),
    );
  });

  test('what an export gave out of two servers comes back as two', async () => {
    const { exams } = await cases.bring(HOSPITALS);
    const entry = (
      await Promise.all(exams.map(({ document_id }) => cases.vault.admin.exchange.fhirExam(document_id)))
    ).flatMap((exported) => exported.entry);
    const again = await cases.bring([jsonSource('out.json', { resourceType: 'Bundle', entry })]);
    expect(again.patients).toHaveLength(2);
    expect(again.exams).toHaveLength(2);
    await cases.clear();
    const back = await cases.bring([jsonSource('out.json', { resourceType: 'Bundle', entry })]);
    expect(back.exams.map(({ patient }) => patient).toSorted()).toEqual([
      'Jonte Brandeis',
      'Klara Abendroth',
    ]);
  });
});

describe('states of one resource', () => {
  test('F08: the newest is held, whatever was read first', async () => {
    const { exams, report: told } = await cases.bring(['F08-history-bundle-newest-first.json']);
    expect(exams).toHaveLength(1);
    expect(exams[0]?.record.report_html).toContain('CORRECTED: pulmonary embolism');
    expect(exams[0]?.record.custom_attributes?.['report']).toEqual({ status: 'corrected' });
    expect(told.imported['DiagnosticReport']).toEqual({ created: 1, older: 1 });
  });

  test('an older state of another import changes nothing, by number, instant, issue or status', async () => {
    const states = [
      [{ meta: { versionId: '10' } }, { meta: { versionId: '9' } }],
      [
        { meta: { lastUpdated: '2026-02-02T10:00:00+01:00' } },
        { meta: { lastUpdated: '2026-02-02T08:30:00Z' } },
      ],
      [{ issued: '2026-02-02T10:00:00Z' }, { issued: '2026-02-01T10:00:00Z' }],
      [{ status: 'corrected' }, { status: 'preliminary' }],
    ];
    for (const [newer = {}, older = {}] of states) {
      await cases.bring([jsonSource('n.json', bundle(person({}), report({ conclusion: 'New.', ...newer })))]);
      const { exams, report: told } = await cases.bring([
        jsonSource('o.json', bundle(person({}), report({ conclusion: 'Old.', ...older }))),
      ]);
      expect(exams.map(({ record }) => record.report_html)).toEqual(['<p>New.</p>']);
      expect(told.imported['DiagnosticReport']).toEqual({ older: 1 });
      await cases.clear();
    }
  });

  test('what a person wrote since stays; what the source says lies beside it and is told', async () => {
    const first = await cases.bring([
      jsonSource('1.json', bundle(person({}), report({ conclusion: 'First.' }))),
    ]);
    const id = first.exams[0]?.document_id ?? '';
    const { admin, group } = cases.vault;
    const { report_html, report_lexical } = await (await import('#sdk/report.ts')).reportFromHtml(
      '<p>Mine.</p>',
    );
    await admin.exams.edit(id, (record) => ({ ...record, report_html, report_lexical }));
    const changed = report({ conclusion: 'Second.', code: { text: 'CT head, again' } });
    const { exams, report: told } = await cases.bring([jsonSource('2.json', bundle(person({}), changed))]);
    expect(exams[0]?.record).toMatchObject({ report_html: '<p>Mine.</p>', title: 'CT head, again' });
    expect(told.imported['DiagnosticReport']).toEqual({ conflict: 1 });
    expect(told.kept).toMatchObject([{ document_id: id, name: 'CT head', fields: ['report'] }]);
    const files = await admin.drive(group).list({ exam_id: id, kind: 'file' }).toArray({ limit: 5 });
    expect(files.map(({ name }) => name)).toEqual(['Report as its source has it now.html']);
  });

  test('a field a person changed is kept through later imports, the others follow their source', async () => {
    const from = (more: object) => [jsonSource('p.json', bundle(person(more)))];
    const first = await cases.bring(from({}));
    const { admin } = cases.vault;
    const [listed] = await admin.patients.list({}).toArray({ limit: 1 });
    const id = listed?.index.document_id ?? '';
    expect(first.patients).toHaveLength(1);
    await admin.patients.edit(id, (record) => ({ ...record, phone: '+49 1', internal_notes: 'mine' }));
    const telecom = (value: string) => ({ telecom: [{ system: 'email', value }] });
    await cases.bring(from(telecom('a@x.invalid')));
    const { patients, report: told } = await cases.bring(
      from({ telecom: [...telecom('b@x.invalid').telecom, { system: 'phone', value: '+49 2' }] }),
    );
    expect(patients).toMatchObject([{ phone: '+49 1', email: 'b@x.invalid', internal_notes: 'mine' }]);
    expect(told.imported['Patient']).toEqual({ conflict: 1 });
  });

  test('F14: what goes to a patient who was replaced goes to who replaced them', async () => {
    const { patients, exams, report: told } = await cases.bring(['F14-merged-patient.json']);
    const old = patients.find(({ external_id }) => external_id === 'f14old');
    expect(old).toMatchObject({
      is_archived: true,
      custom_attributes: { fhir: { active: false, replaced_by: 'Patient/f14new' } },
    });
    const { admin } = cases.vault;
    const { index } = await admin.exams.get(exams[0]?.document_id ?? '');
    const { record } = await admin.patients.get(index.meta.patient_id ?? '');
    expect(record.external_id).toBe('f14new');
    expect(told.notices).toMatchObject([{ message: expect.stringContaining('replaced') }]);
  });
});
