/** Tests FHIR of other servers: histories, empty narratives, old fields, unusual times. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, rowsOf, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const report = (id: string, more: object) => ({
  ...{ resourceType: 'DiagnosticReport', id, status: 'final', code: { text: id }, ...more },
});
const observation = (id: string, more: object) => ({
  ...{ resourceType: 'Observation', id, status: 'final', code: { text: id }, ...more },
});
const bring = (type: string, ...entry: object[]) =>
  cases.bring([jsonSource('a.json', { resourceType: 'Bundle', type, entry })]);
const collection = (...resources: object[]) =>
  bring('collection', ...resources.map((resource) => ({ resource })));
const lines = (...resources: object[]) =>
  cases.bring(resources.map((one, at) => jsonSource(`${at}.json`, one)));

describe('a history has the newest first', () => {
  const [first, second] = ['First.', 'Second.'].map((conclusion) => ({
    resource: report('r', { conclusion }),
  }));
  const answered = (entry: object | undefined, response: object) => ({ ...entry, response });

  test.each([
    ['by its order alone', [second, first]],
    ['by the etag of the answer', [answered(second, { etag: 'W/"10"' }), answered(first, { etag: 'W/"9"' })]],
    [
      'by the time of the answer, whatever the order',
      [
        answered(first, { lastModified: '2026-01-01T00:00:00Z' }),
        answered(second, { lastModified: '2026-01-02T00:00:00Z' }),
      ],
    ],
  ])('%s', async (_, entries) => {
    const { exams } = await bring('history', ...entries.flatMap((entry) => entry ?? []));
    expect(exams.map(({ record }) => record.report_html)).toEqual(['<p>Second.</p>']);
  });

  test('and versions of one spelling are in the order of their number', async () => {
    const { exams } = await collection(
      report('r', { conclusion: 'Second.', meta: { versionId: 'v10' } }),
      report('r', { conclusion: 'First.', meta: { versionId: 'v9' } }),
    );
    expect(exams.map(({ record }) => record.report_html)).toEqual(['<p>Second.</p>']);
  });
});

describe('a history in which its source deleted a report', () => {
  const state = (conclusion: string, versionId: string) => ({
    fullUrl: 'https://s.example/fhir/DiagnosticReport/r',
    resource: report('r', { conclusion, meta: { versionId } }),
    request: { method: 'PUT', url: 'DiagnosticReport/r' },
  });
  const deletion = {
    request: { method: 'DELETE', url: 'DiagnosticReport/r' },
    response: { status: '204', etag: 'W/"3"' },
  };
  const named = { fullUrl: 'https://s.example/fhir/DiagnosticReport/r', ...deletion };

  test('leaves the states before it aside, and says what was deleted', async () => {
    const { exams, report: told } = await bring(
      'history',
      named,
      state('Second.', '2'),
      state('First.', '1'),
    );
    expect(exams).toEqual([]);
    expect(told.imported['DiagnosticReport']).toEqual({ older: 2 });
    expect(told.skipped[0]?.message).toContain('deletion of DiagnosticReport/r at its source');
    expect(told.failures).toEqual([]);
  });

  test('takes one that was made again since, whatever the order', async () => {
    const again = await bring('history', state('Again.', '4'), deletion, state('First.', '1'));
    expect(again.exams.map(({ record }) => record.report_html)).toEqual(['<p>Again.</p>']);
    await cases.clear();
    const turned = await bring('history', named, state('First.', '1'), state('Again.', '4'));
    expect(turned.exams.map(({ record }) => record.report_html)).toEqual(['<p>Again.</p>']);
  });

  test('deletes nothing in the vault', async () => {
    await bring('history', state('First.', '1'));
    const { exams, report: told } = await bring('history', named, state('First.', '1'));
    expect(exams).toHaveLength(1);
    expect(told.skipped[0]?.message).toContain('what the vault has of it stays');
  });
});

test('an entry or a line that is null holds nothing, and is no failure', async () => {
  const { exams, report: told } = await cases.bring([
    jsonSource('a.json', {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [null, { resource: report('r', { conclusion: 'Said.' }) }, null],
    }),
  ]);
  expect(exams).toHaveLength(1);
  expect(told.failures).toEqual([]);
  expect(told.skipped.map(({ place }) => place)).toEqual(['entry 1', 'entry 3']);
  // An entry without its resource.
  const { report: empty } = await collection(null as unknown as object);
  expect(empty.failures.map(({ resource }) => resource)).toEqual(['entry 1']);
});

test('the character set of the Binary counts where the attachment names a type alone', async () => {
  const { exams, report: told } = await collection(
    report('r', { presentedForm: [{ contentType: 'text/plain', url: 'Binary/b' }] }),
    {
      resourceType: 'Binary',
      id: 'b',
      contentType: 'text/plain; charset=iso-8859-15',
      data: Buffer.from([0x35, 0x20, 0xa4]).toString('base64'),
    },
  );
  expect(exams.map(({ record }) => record.report_html)).toEqual(['<p>5 €</p>']);
  expect(told.notices.map(({ message }) => message).join()).not.toContain('was read as');
});

describe('a text that says nothing is none', () => {
  const html = (body: string) => [{ contentType: 'text/html', data: Buffer.from(body).toString('base64') }];

  test.each([
    ['an empty narrative', { text: { status: 'empty', div: '<div/>' } }],
    ['a narrative of spaces', { text: { status: 'generated', div: '<div><p> &nbsp;</p></div>' } }],
    ['an empty page', { presentedForm: html('<html><head><title>CT</title></head><body></body></html>') }],
    ['a conclusion of spaces', { conclusion: ' \n' }],
  ])('%s', async (_, more) => {
    const { exams, report: told } = await collection(report('r', more));
    expect(exams[0]?.record.report_html).toContain('Text missing');
    expect(exams[0]?.record.custom_attributes?.['report']).toEqual({ status: 'partial' });
    expect(told.notices.map(({ message }) => message).join()).toContain('Text missing');
  });

  test('an empty page beside a conclusion leaves the conclusion', async () => {
    const { exams } = await collection(
      report('r', { presentedForm: html('<body> </body>'), conclusion: 'Normal.' }),
    );
    expect(exams[0]?.record.report_html).toBe('<p>Normal.</p>');
  });
});

test('a document named by an extension of R4 is the text of the report', async () => {
  const { exams } = await collection(
    report('r', {
      extension: [
        {
          url: 'http://hl7.org/fhir/5.0/StructureDefinition/extension-DiagnosticReport.composition',
          valueReference: { reference: 'Composition/c' },
        },
      ],
    }),
    report('other', { conclusion: 'Other.' }),
    {
      ...{ resourceType: 'Composition', id: 'c', status: 'final', title: 'x' },
      section: [{ text: { div: '<div>Mass.</div>' } }],
    },
  );
  expect(new Map(exams.map(({ record }) => [record.title, record.report_html]))).toEqual(
    new Map([
      ['r', '<p>Mass.</p>'],
      ['other', '<p>Other.</p>'],
    ]),
  );
});

describe('results', () => {
  test('of STU3: one interpretation, a comment, related members', async () => {
    const { exams, report: told } = await collection(
      report('r', {
        result: [{ reference: 'Observation/panel' }],
        performer: [{ actor: { display: 'Dr. Moor' } }],
      }),
      observation('panel', { related: [{ type: 'has-member', target: { reference: 'Observation/k' } }] }),
      observation('k', { valueString: '7.1', interpretation: { text: 'High' }, comment: 'seen twice' }),
    );
    expect(told.failures).toEqual([]);
    expect(rowsOf(exams[0]).at(-1)).toEqual(['k', '7.1', '', 'High', 'seen twice']);
    expect(exams[0]?.record.custom_attributes?.['fhir']).toMatchObject({ performers: ['Dr. Moor'] });
  });

  test('one that is not well-formed is left out by name, the report and the others come in', async () => {
    const { exams, report: told } = await collection(
      report('r', { result: [{ reference: 'Observation/a' }, { reference: 'Observation/b' }] }),
      observation('a', { valueString: '1', component: 'none' }),
      observation('b', { valueString: '2' }),
    );
    expect(rowsOf(exams[0]).slice(1)).toEqual([['b', '2', '']]);
    expect(told.notices).toMatchObject([
      { message: expect.stringContaining('Observation/a is not well-formed') },
    ]);
  });

  test('named by what they are known by are found', async () => {
    const { exams, report: told } = await collection(
      report('r', {
        result: [
          { reference: 'Observation?identifier=urn:o|1' },
          { identifier: { system: 'urn:o', value: '2' } },
        ],
      }),
      observation('a', { valueString: 'one', identifier: [{ system: 'urn:o', value: '1' }] }),
      observation('b', { valueString: 'two', identifier: [{ system: 'urn:o', value: '2' }] }),
    );
    expect(
      rowsOf(exams[0])
        .slice(1)
        .map(([, value]) => value),
    ).toEqual(['one', 'two']);
    expect(told.unresolved_references).toEqual({});
  });

  test('a range says whom it is for, and a curve that no column holds is counted', async () => {
    const { exams, report: told } = await collection(
      report('r', { result: [{ reference: 'Observation/a' }, { reference: 'Observation/b' }] }),
      observation('a', {
        valueString: '4',
        referenceRange: [{ low: { value: 3 }, high: { value: 5 }, appliesTo: [{ text: 'women' }] }],
      }),
      observation('b', { valueSampledData: { data: '1 2 3' } }),
    );
    expect(rowsOf(exams[0])[1]).toEqual(['a', '4', '', '3–5 (women)']);
    expect(told.unmapped_fields).toMatchObject({ 'Observation.valueSampledData': 1 });
  });
});

test('a titre keeps its sign, sides are told apart, and no line end joins two numbers', async () => {
  const results = [
    observation('titre', {
      valueRatio: { numerator: { comparator: '<', value: 1 }, denominator: { value: 20 } },
    }),
    observation('dose', {
      valueRatio: { numerator: { value: 10, unit: 'mg' }, denominator: { value: 5, unit: 'ml' } },
    }),
    observation('cells', { valueRange: { low: { value: 3, unit: '/HPF' } } }),
    observation('k', {
      valueQuantity: { value: 4 },
      referenceRange: [
        { low: { value: 3 }, high: { value: 5 }, text: 'fasting' },
        { high: { value: 6 }, text: 'up to 6' },
      ],
    }),
    observation('left', {
      code: { text: 'Kidney' },
      bodySite: { text: 'left' },
      valueQuantity: { value: 9, unit: 'mm' },
    }),
    observation('lines', { valueString: '3\v4\u20285' }),
    observation('curves', { component: [{ code: { text: 'lead I' }, valueSampledData: { data: '1' } }] }),
  ];
  const result = results.map(({ id }) => ({ reference: `Observation/${id}` }));
  const { exams, report: told } = await collection(
    report('r', { conclusion: 'Node 3\f4 mm.', result }),
    ...results,
  );
  const rows = rowsOf(exams[0]).slice(1);
  expect(rows.map(([name, value, unit, range]) => [name, value, unit, range])).toEqual([
    ['titre', '&lt;1:20', '', ''],
    ['dose', '10 mg : 5 ml', '', ''],
    ['cells', '≥ 3 /HPF', '', ''],
    ['k', '4', '', '3–5 (fasting); ≤ 6'],
    ['Kidney, left', '9', 'mm', ''],
    ['lines', '3<br>4<br>5', '', ''],
    ['curves: lead I', '', '', ''],
  ]);
  expect(exams[0]?.record.report_html).toContain('Node 3<br>4 mm.');
  expect(told.unmapped_fields).toMatchObject({ 'Observation.component.valueSampledData': 1 });
});

test('a time without a zone is its day, and what is no date stays as it was said', async () => {
  const { exams } = await collection(
    report('local', { conclusion: 'x', effectiveDateTime: '2026-01-14T23:10' }),
    report('none', { conclusion: 'x', effectiveDateTime: '2025-02-30' }),
  );
  const dates = new Map(exams.map(({ record }) => [record.title, record.exam_date]));
  expect(dates).toEqual(
    new Map([
      ['local', '2026-01-14T00:00:00.000Z'],
      ['none', null],
    ]),
  );
  const none = exams.find(({ record }) => record.title === 'none');
  expect(none?.record.custom_attributes?.['fhir']).toMatchObject({ exam_date: '2025-02-30' });
});

test('of several names, numbers and addresses the current, lasting ones count', async () => {
  const { patients } = await collection({
    ...{ resourceType: 'Patient', id: 'p' },
    name: [
      { use: 'nickname', text: 'Nick' },
      { family: 'Real', given: ['Rosa'] },
    ],
    identifier: [
      { use: 'old', value: 'OLD' },
      { value: 'ENDED', period: { end: '2020-01-01' } },
      { value: 'NOW' },
    ],
    address: [
      { use: 'billing', line: ['Bill 9'] },
      { use: 'home', line: ['Home 2'] },
    ],
  });
  expect(patients).toMatchObject([
    {
      ...{ legal_name: 'Rosa Real', display_name: 'Nick', address: { lines: ['Home 2'] } },
      identifiers: [{ value: 'NOW' }, { value: 'OLD' }, { value: 'ENDED' }],
    },
  ]);
});

test('a contained person without a number of a system is one in the file', async () => {
  const person = { resourceType: 'Patient', id: 'p', birthDate: '1961-01-01', name: [{ text: 'Cora Lind' }] };
  const of = (id: string, more: object) =>
    report(id, { conclusion: id, subject: { reference: '#p' }, contained: [{ ...person, ...more }] });
  const file = [of('a', {}), of('b', {}), of('c', { birthDate: '1961-01-02' })];
  const { patients, exams } = await collection(...file);
  expect(patients.map(({ birth_date }) => birth_date?.slice(0, 10)).toSorted()).toEqual([
    '1961-01-01',
    '1961-01-02',
  ]);
  expect(exams.map(({ patient }) => patient)).toEqual(['Cora Lind', 'Cora Lind', 'Cora Lind']);
  expect((await collection(...file)).patients).toHaveLength(2);
});

test('a report of R5 that was modified is an amended one when it leaves', async () => {
  const { exams } = await lines(report('r', { status: 'modified', conclusion: 'x' }));
  const { entry } = await cases.vault.admin.exchange.fhirExam(exams[0]?.document_id ?? '');
  expect(entry.find(({ resource }) => resource.resourceType === 'DiagnosticReport')?.resource['status']).toBe(
    'amended',
  );
});
