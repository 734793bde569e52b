/**
 * Runs the samples of `/docs` in curl, Python and TypeScript against a served vault, unchanged except for address and
 * ids.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { escapeHtml, objectAt } from '#server/http/openapi/page/page-html.ts';
import { apiPage } from '#server/http/openapi/page/render-api-page.ts';
import { operationsOf, sampleCallOf } from '#server/http/openapi/sample-call.ts';
import {
  SAMPLE_LANGUAGES,
  SAMPLE_STARTS,
  type SampleCall,
  type SampleLanguage,
  samplesOf,
} from '#server/http/openapi/samples.ts';
import { needs, unless } from '#test/support/left-out.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

/** In this order, because each uses the results of those before. */
const CALLS = [
  ...['getHealth', 'getVault', 'getSession', 'listGroups', 'getOpenApi'],
  ...['createPatient', 'listPatients', 'getPatient', 'updatePatient', 'archivePatient', 'unarchivePatient'],
  ...['createExam', 'putExamDraft', 'getExamDraft', 'deleteExamDraft', 'signExam', 'setExamPatient'],
  ...['updateExam', 'listExamVersions', 'listExamSignatures', 'exportFhirExam', 'getReportFile'],
  ...['createFolder', 'uploadNode', 'patchNode', 'listNodes', 'startUpload', 'putPart', 'listParts'],
  ...['completeUpload', 'storeInstances', 'storeStudyInstances', 'queryStudies', 'getStudy'],
  ...['deletePatient', 'getNodeContent'],
];

const DICOM = join(ROOT, 'test', 'fixtures', 'dicom', 'CT_small.dcm');
const STUDY = '1.3.6.1.4.1.5962.1.2.1.20040119072730.12322';
const LETTER = '%PDF-1.4 a letter';
const ADDRESS = 'https://127.0.0.1:8743';

interface Language {
  readonly file: string;
  readonly program: string;
  /** Joins all calls to one program that exits with an error if one is refused. */
  readonly programOf: (start: string, samples: readonly string[]) => string;
}

/** A Python with `requests`, which the samples import. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import requests']).status === 0,
);

const HOW: Readonly<Record<SampleLanguage, Language>> = {
  curl: {
    file: 'calls.sh',
    program: 'bash',
    programOf: (start, samples) => ['set -euo pipefail', start, ...samples].join('\n'),
  },
  Python: {
    file: 'calls.py',
    program: PYTHON ?? 'python3',
    programOf: (start, samples) => [start, ...samples].join('\n'),
  },
  TypeScript: {
    file: 'calls.ts',
    program: process.execPath,
    programOf: (start, samples) =>
      [
        "import { writeFileSync } from 'node:fs';",
        start,
        ...samples.map(
          (sample) =>
            `{\n${sample}\nif (!response.ok) throw new Error(response.url + JSON.stringify(error));\nif (data instanceof Blob) writeFileSync('answer', await data.bytes());\n}`,
        ),
      ].join('\n'),
  },
};

const WHERE: Readonly<Record<SampleLanguage, ReturnType<typeof unless>>> = {
  curl: needs('curl'),
  Python: unless(
    PYTHON === undefined ? 'python3 with requests (Debian: python3-requests) is not installed' : undefined,
  ),
  TypeScript: unless(undefined),
};

const document = openApiDocument();
const operations = operationsOf(document);
const components = objectAt(document, 'components');

function callOf(id: string): SampleCall {
  const operation = operations.find((each) => each.operation['operationId'] === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return sampleCallOf(operation, components);
}

test('the page shows a sample of every operation in every language', () => {
  const page = apiPage(document);
  for (const operation of operations)
    for (const sample of Object.values(samplesOf(sampleCallOf(operation, components))))
      expect(page).toContain(escapeHtml(sample));
});

describe.each(SAMPLE_LANGUAGES)('the samples of %s', (language) => {
  const { file, program, programOf } = HOW[language];

  test('are taken by a vault and do what they say', WHERE[language], async () => {
    const vault = await startLiveVault();
    onTestFinished(vault.close);
    const ids = await seeded(vault);
    const samples = CALLS.map((id) => samplesOf(withIds(callOf(id), id, ids))[language]);
    const start = SAMPLE_STARTS[language].replaceAll(ADDRESS, vault.url);
    writeFileSync(join(vault.profile, file), programOf(start, samples));
    const { status, output } = await run(program, [file], vault.profile);
    expect(status, output).toBe(0);
    expect(readFileSync(join(vault.profile, 'answer'), 'utf8')).toBe(LETTER);

    const client = vault.connect();
    const patients = await client.patients.list({ q: 'Ada Maria' }).toArray({ limit: 9 });
    expect(patients).toHaveLength(1);
    const exams = await client.exams.list({ q: 'CT chest' }).toArray({ limit: 9 });
    expect(exams.length).toBeGreaterThan(1);
    const signed = await client.exams.signatures(ids.get('exam_id') ?? '');
    expect(signed.items.map(({ intent }) => intent)).toEqual(['final']);
    const names = (await client.drive(vault.group).list({}).toArray({ limit: 99 })).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['letter.pdf', 'Referral letter.pdf', 'parts.txt']));
    expect((await client.drive(vault.group).get(ids.get('completeUpload node_id') ?? '')).status).toBe(
      'ready',
    );
  });
});

describe.each(['curl', 'Python'] as const)('the sample of the event stream in %s', (language) => {
  test('tells what changes', WHERE[language], async () => {
    const vault = await startLiveVault();
    onTestFinished(vault.close);
    const { file, program, programOf } = HOW[language];
    const start = SAMPLE_STARTS[language].replaceAll(ADDRESS, vault.url);
    const sample = samplesOf(callOf('streamEvents'))[language];
    writeFileSync(join(vault.profile, file), programOf(start, [sample]));
    const child = spawn(program, [...(language === 'Python' ? ['-u'] : []), file], {
      cwd: vault.profile,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid);
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const { patients } = vault.connect();
    for await (const text of child.stdout) {
      said += String(text);
      if (said.includes('document_id') || /"id":/.test(said)) break;
      await patients.create({ security_group_id: vault.group, record: { display_name: 'Ada' } });
    }
    expect(said).toContain('data:');
  });
});

/** Creates the data and files for the calls. */
async function seeded(vault: LiveVault): Promise<ReadonlyMap<string, string>> {
  await vault.admin.imaging.patchReceiver({ stow: true });
  for (const [name, content] of [
    ['letter.pdf', LETTER],
    ['part', 'test'],
    ['package.json', '{"type":"module"}'],
  ] as const)
    writeFileSync(join(vault.profile, name), content);
  copyFileSync(DICOM, join(vault.profile, 'image.dcm'));
  symlinkSync(join(ROOT, 'node_modules'), join(vault.profile, 'node_modules'));
  const client = vault.connect();
  const security_group_id = vault.group;
  const patient = await client.patients.create({ security_group_id, record: { legal_name: 'Jo Example' } });
  const exam = await client.exams.create({
    security_group_id,
    record: { title: 'MR knee', report_html: '<p>No tear.</p>' },
  });
  const drive = client.drive(security_group_id);
  const node = await drive.upload(Buffer.from(LETTER), { name: 'first.pdf' });
  const transfer = await drive.resumable.start({ name: 'parts.txt', size: 4 });
  return new Map<string, string>([
    ['security_group_id', security_group_id],
    ['sg', security_group_id],
    ['patient_id', patient.index.document_id],
    ['exam_id', exam.index.document_id],
    ['node_id', node.node_id],
    ['study', STUDY],
    ['updatePatient expected_latest_version_id', patient.version_id ?? ''],
    ...['version_id', 'base_version_id', 'expected_latest_version_id'].map(
      (name) => [name, exam.version_id ?? ''] as const,
    ),
    ...['putPart', 'listParts', 'completeUpload'].map((id) => [`${id} node_id`, transfer.node_id] as const),
  ]);
}

/** Returns the call with this vault's ids. */
function withIds(call: SampleCall, operation: string, ids: ReadonlyMap<string, string>): SampleCall {
  const inside = (value: Json, name: string): Json => {
    if (Array.isArray(value)) return value.map((part) => inside(part, name));
    if (isObject(value)) return objectWith(value);
    return ids.get(`${operation} ${name}`) ?? ids.get(name) ?? value;
  };
  const objectWith = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part, name)]));
  const { params, query, body } = call;
  return {
    ...call,
    params: objectWith(params),
    query: objectWith(query),
    body: body === undefined ? undefined : inside(body, ''),
  };
}

async function run(program: string, args: readonly string[], cwd: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output };
}
