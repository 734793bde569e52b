/**
 * `srvault export shl`: opens the file with `jose`, and follows the link with the `kill-the-clipboard` viewer from a
 * plain server.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { base64url, compactDecrypt } from 'jose';
import { SHLViewer } from 'kill-the-clipboard';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { fhirSchema } from '#test/lib/fhir/fhir-schema.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const PLACE = 'https://files.clinic.example/links/';

let vault: LiveVault;
let exam: string;
let out: string;
beforeAll(async () => {
  vault = await startLiveVault();
  out = join(vault.root, 'links');
  mkdirSync(out);
  const { admin, group } = vault;
  const patient = await admin.patients.create({
    security_group_id: group,
    record: { legal_name: 'Müller, Ada', birth_date: '1980-02-03' },
  });
  const created = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: { title: 'CT chest', modality: 'CT', ...(await reportFromHtml('<p>Nodule of 11 mm.</p>')) },
  });
  exam = created.index.document_id;
  await admin.drive(group).upload(new File(['x'], 'stays.txt'), { exam_id: exam });
});
afterAll(() => vault.close());

const run = (...more: string[]) =>
  srvault(['export', 'shl', exam, ...more, '--profile', vault.profile, '--url', vault.url]);

describe('srvault export shl', () => {
  test('jose opens the file with the key of the link: patient and report, valid R4, no file of the vault', async () => {
    const result = await run(
      '--place',
      PLACE,
      '--out',
      out,
      '--label',
      'CT of May',
      '--expires',
      '2099-12-31',
      '--json',
    );
    expect(result.exitCode, result.stderr).toBe(0);
    const { link, file, url } = documentOf(result);
    const payload = JSON.parse(
      new TextDecoder().decode(base64url.decode(String(link).slice('shlink:/'.length))),
    );
    expect(payload).toEqual({
      ...{ url, flag: 'U', key: expect.stringMatching(/^[\w-]{43}$/), label: 'CT of May', v: 1 },
      exp: Date.parse('2099-12-31T23:59:59Z') / 1000,
    });
    expect(String(url)).toMatch(/^https:\/\/files\.clinic\.example\/links\/[\w-]{43}$/);
    expect(String(url).length).toBeLessThanOrEqual(128);
    expect(statSync(String(file)).mode & 0o777).toBe(0o600);
    const { plaintext, protectedHeader } = await compactDecrypt(
      readFileSync(String(file), 'utf8'),
      base64url.decode(payload.key),
    );
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' });
    const bundle = JSON.parse(new TextDecoder().decode(plaintext));
    expect(fhirSchema(bundle)).toEqual([]);
    const types = bundle.entry.map(
      (entry: { resource: { resourceType: string } }) => entry.resource.resourceType,
    );
    expect(types).toEqual(expect.arrayContaining(['Patient', 'DiagnosticReport']));
    expect(types).not.toContain('DocumentReference');
    expect(readFileSync(String(file), 'utf8')).not.toContain('Nodule');
  });

  test('the viewer of kill-the-clipboard follows the link to the records', async () => {
    const { link, file, url } = documentOf(await run('--place', PLACE, '--out', out, '--json'));
    const asked: string[] = [];
    const viewer = new SHLViewer({
      shlinkURI: String(link),
      fetch: async (input: RequestInfo | URL) => {
        asked.push(String(input));
        return new Response(readFileSync(String(file)), { headers: { 'content-type': 'application/jose' } });
      },
    });
    const { fhirResources } = await viewer.resolveSHL({ recipient: 'Dr Roe' });
    expect(asked).toEqual([`${String(url)}?recipient=Dr+Roe`]);
    expect(JSON.stringify(fhirResources)).toContain('Müller, Ada');
  });

  test('for a person: a code to scan, the link, and where to put the file', async () => {
    const { stdout, exitCode } = await run('--place', PLACE, '--out', out);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/█[\s\S]*shlink:\/[\w-]+\n\nPut .* at https:\/\/files\.clinic\.example\/links\//);
  });

  test.each([
    ['--place', 'http://files.clinic.example/'],
    ['--place', 'https://files.clinic.example/links'],
    ['--place', 'https://files.clinic.example/?to='],
    ['--place', `https://files.clinic.example/${'x'.repeat(80)}/`],
    ['--place', PLACE, '--expires', '2026-02-31x'],
    ['--place', PLACE, '--expires', '2026-02-30'],
    ['--place', PLACE, '--label', 'x'.repeat(81)],
  ])('%s %s %s: refused before anything is read', async (...options) => {
    const before = readdirSync(out).length;
    expect((await run(...options.filter((option) => option !== undefined), '--out', out)).exitCode).toBe(2);
    expect(readdirSync(out)).toHaveLength(before);
  });

  test('an exam that is not there leaves no file; a folder that is not there is made; a file in its place is refused', async () => {
    const before = readdirSync(out).length;
    const nowhere = '01900000-0000-7000-8000-000000000000';
    const of = (id: string, folder: string) =>
      srvault([
        ...['export', 'shl', id, '--place', PLACE, '--out', folder],
        ...['--profile', vault.profile, '--url', vault.url],
      ]);
    expect((await of(nowhere, out)).exitCode).toBe(5);
    expect(readdirSync(out)).toHaveLength(before);
    const made = join(vault.root, 'none', 'links');
    expect((await of(nowhere, made)).exitCode).toBe(5);
    expect(existsSync(made)).toBe(false);
    expect((await of(exam, made)).exitCode).toBe(0);
    expect(readdirSync(made)).toHaveLength(1);
    expect(statSync(made).mode & 0o777).toBe(0o700);
    const { exitCode, stderr } = await of(exam, join(made, readdirSync(made)[0] ?? ''));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not a folder')]);
  });
});
