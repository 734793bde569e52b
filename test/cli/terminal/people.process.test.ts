/** Tests the text commands print for people: one or two lines with names and ids, JSON only on request. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const PASSPHRASE = 'copper heron ninth landing 17';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

/** Returns the printed lines of a successful run. */
async function said(args: readonly string[], input = ''): Promise<string[]> {
  const run = await srvault(args, { env: { SRVAULT_PROFILE: vault.profile }, input });
  expect(run).toMatchObject({ exitCode: 0 });
  expect(() => JSON.parse(run.stdout)).toThrow();
  expect(run.stdout).not.toContain('encrypted_keys');
  return run.stdout.trimEnd().split('\n');
}

const idIn = (lines: readonly string[]) => UUID.exec(lines[1] ?? '')?.[0] ?? '';

describe('a person reads two lines', () => {
  test('of what was sealed, changed, thrown away and taken back', async () => {
    const made = await said(['patients', 'create'], '{"display_name":"Ána\\u001b[31m Example"}');
    expect(made).toEqual([
      'Sealed version 1 of the patient «Ána [31m Example»',
      expect.stringMatching(new RegExp(`^${UUID.source}, version ${UUID.source}$`)),
    ]);
    const id = idIn(made);
    expect(await said(['patients', 'update', id], '{"display_name":"Ana"}')).toEqual([
      'Sealed version 2 of the patient «Ana»',
      expect.stringContaining(id),
    ]);
    for (const [act, done] of [
      ['archive', 'put into the archive'],
      ['unarchive', 'taken out of the archive'],
      ['delete', 'put into the trash'],
      ['restore', 'taken out of the trash'],
    ] as const)
      expect(await said(['patients', act, id])).toEqual([`The patient ${id} was ${done}.`]);
    const exam = idIn(await said(['exams', 'create'], '{"title":"CT","report_html":"<p>Normal.</p>"}'));
    expect(await said(['exams', 'patient', exam, '--patient', id])).toEqual([
      `The exam ${exam} was linked to ${id}.`,
    ]);
    expect((await said(['exams', 'sign', exam]))[0]).toBe(`Signed version 1 of the exam ${exam} (final)`);
    const out = join(vault.root, 'report.html');
    expect((await said(['exams', 'report', exam, '--out', out]))[0]).toContain(`to ${out} (html), in clear`);
    expect(await said(['exams', 'cosign', exam])).toEqual(['Nothing.']);
    const version = documentOf(
      await srvault(['exams', 'get', exam, '--json', '--profile', vault.profile]),
    ).version_id;
    expect((await said(['exams', 'draft', 'put', exam, '--base', version], '{"title":"CT"}'))[0]).toMatch(
      /^Draft \d+ of .* was written/,
    );
    expect((await said(['exams', 'draft', 'discard', exam]))[0]).toMatch(
      /^Draft \d+ was moved to the recovered ones/,
    );
  });

  test('of files, and a table where there are several', async () => {
    const file = join(vault.root, 'scan.bin');
    writeFileSync(file, Buffer.alloc(2048));
    const put = await said(['drive', 'put', file]);
    expect(put).toEqual(['The file «scan.bin», 2.0 KiB was put into the drive', expect.stringMatching(UUID)]);
    const out = join(vault.root, 'back.bin');
    expect(await said(['drive', 'get', idIn(put), '--out', out])).toEqual([
      `Wrote 2.0 KiB to ${out}`,
      expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
    ]);
    const folder = await said(['drive', 'mkdir', 'Prior']);
    expect(folder[0]).toBe('The folder «Prior» was made');
    expect((await said(['drive', 'mv', idIn(put), '--name', 'x.bin']))[0]).toContain('«x.bin»');
    expect((await said(['drive', 'rm', idIn(put)]))[0]).toContain('put into the trash');
    const study = join(vault.root, 'study');
    mkdirSync(study);
    writeFileSync(join(study, 'a'), 'a');
    const table = await said(['drive', 'put', '--recursive', study]);
    expect(table[0]).toMatch(/^id +kind +size +name$/);
    expect(table).toHaveLength(3);
  });

  test('of what is not whole yet, in the list', async () => {
    const client = vault.connect();
    await client.drive(vault.group).resumable.start({ name: 'begun.bin', size: 10 });
    const lines = await said(['drive', 'ls']);
    expect(lines[0]).toMatch(/^id +kind +size +state +name$/);
    expect(lines.find((line) => line.endsWith('begun.bin'))).toContain('pending');
  });

  test('of a vault that was made, its group and its recovery key', async () => {
    const data = join(vault.root, 'other');
    const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
    const run = await srvault(['init', '--data', data, '--workspace', 'Northgate', '--owner', 'Dr A'], {
      env,
    });
    const [first = '', second = ''] = run.stdout.trimEnd().split('\n');
    expect(first).toMatch(
      new RegExp(`^Made «Northgate» in ${data}; its first security group \\(--group\\) is ${UUID.source}$`),
    );
    expect(second).toMatch(/^Recovery key, shown only now: [0-9A-Z-]+$/);
    const group = UUID.exec(first)?.[0] ?? '';
    const out = join(vault.root, 'nightly');
    const create = ['credential', 'create', '--data', data, '--name', 'nightly', '--group', group];
    const made = await srvault([...create, '--role', 'editor', '--out', out], { env });
    expect(made.stdout.trimEnd().split('\n')).toEqual([
      `Issued «nightly» into ${out}: use it with --profile ${out}`,
      expect.stringMatching(/^credential .*, principal .*, certificate nightly-[0-9a-f]{8}$/),
    ]);
    const invited = await srvault(['persons', 'invite', '--data', data, '--name', 'Dr B'], { env });
    expect(invited.stdout.trimEnd().split('\n')[1]).toMatch(/^Invite code, shown only now: \S+$/);
    const madeGroup = await srvault(['groups', 'create', 'Cardiology', '--data', data], { env });
    expect(madeGroup.stdout).toContain('Made the group «Cardiology»');
    const renewed = await srvault(['recovery-key', 'renew', '--data', data], { env });
    expect(renewed.stdout).toMatch(/^Recovery key, shown only now: [0-9A-Z-]+\n$/);
  });
});

describe('an update that leaves out the report', () => {
  const warned = /the new version has no report, the one before has: srvault exams get .* --version-id/;

  test.each(['{"title":"CT"}', '{"title":"CT","report_html":"<p> </p>"}'])(
    'of %s is done, and warned of with the version that has one',
    async (record) => {
      const id = idIn(await said(['exams', 'create'], '{"title":"CT","report_html":"<p>Normal.</p>"}'));
      const emptied = await srvault(['exams', 'update', id, '--profile', vault.profile], { input: record });
      expect(emptied).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(warned) });
      const version = UUID.exec(emptied.stderr.split('--version-id')[1] ?? '')?.[0] ?? '';
      const old = await srvault(['exams', 'get', id, '--version-id', version, '--profile', vault.profile]);
      expect(JSON.parse(old.stdout).record.report_html).toContain('Normal.');
      const again = await srvault(['exams', 'update', id, '--profile', vault.profile], { input: record });
      expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    },
  );
});

describe('an export of nothing says so', () => {
  test.each([
    ['dicom', 'out.zip', /nothing was exported: the patient has no DICOM pictures/],
    ['dicom', 'out', /nothing was exported: the patient has no DICOM pictures/],
    ['deidentified', 'copy', /nothing was exported: the patient has no exams/],
  ])('%s of a patient without any into %s', async (kind, name, words) => {
    const id = idIn(await said(['patients', 'create'], '{"display_name":"Nobody"}'));
    const out = join(vault.root, `nothing-${kind}-${name}`);
    const more = kind === 'deidentified' ? ['--remove-all'] : [];
    const run = await srvault([
      ...['export', kind, '--patient', id, '--out', out, ...more, '--profile', vault.profile],
    ]);
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(words) });
  });

  test.each([[], ['--ndjson']])('fhir of an empty group %j', async (...more) => {
    const empty = await startLiveVault();
    try {
      const out = join(empty.root, 'all');
      const run = await srvault(['export', 'fhir', '--out', out, ...more, '--profile', empty.profile]);
      expect(run).toMatchObject({
        exitCode: 0,
        stderr: expect.stringMatching(/nothing was exported: the group has no record/),
      });
    } finally {
      await empty.close();
    }
  });
});
