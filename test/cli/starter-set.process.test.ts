/** The starter set by the command line: chosen by modality, once, into the group of the credential. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;

beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

const run = (...args: string[]) =>
  srvault(['templates', 'install', ...args], { env: { SRVAULT_PROFILE: vault.profile } });

async function list() {
  const listed = await srvault(['templates', 'list', '--all', '--json'], {
    env: { SRVAULT_PROFILE: vault.profile },
  });
  return documentOf(listed).items as {
    index: { document_id: string };
    summary: { title: string; modality: string | null; tags: string[] };
  }[];
}

test('nothing comes unasked: without language or modality, or with one the set has not', async () => {
  expect(await run('--starter', 'en')).toMatchObject({ exitCode: 2 });
  expect(await run('--modality', 'CT')).toMatchObject({ exitCode: 2 });
  expect(await run('--starter', 'it', '--modality', 'CT')).toMatchObject({ exitCode: 2 });
  const unknown = await run('--starter', 'fr', '--modality', 'NM');
  expect(unknown).toMatchObject({ exitCode: 2 });
  expect(unknown.stderr).toContain('CT, MR, US, CR, MG');
  expect(await run('--starter', 'fr', '--modality', 'CT', '--dry-run')).toMatchObject({ exitCode: 0 });
  expect(await list()).toEqual([]);
});

test('puts in what the modality needs, and the second time only what is missing', async () => {
  const first = documentOf(await run('--starter', 'fr', '--modality', 'ct', '--json'));
  expect(first.already_there).toEqual([]);
  const rows = await list();
  expect(rows).toHaveLength(first.installed.length);
  const templates = rows.filter(({ summary }) => !summary.tags.includes('macro'));
  expect(templates.map(({ summary }) => summary.modality)).toEqual(['CT', 'CT']);
  expect(rows.filter(({ summary }) => summary.tags.includes('macro')).length).toBeGreaterThan(0);
  const [template] = templates;
  const got = await srvault(['templates', 'get', template?.index.document_id ?? '', '--json'], {
    env: { SRVAULT_PROFILE: vault.profile },
  });
  const { record } = documentOf(got);
  expect(record.report_html).toContain('<h2 data-section-code="19005-8">Conclusion</h2>');
  expect(record.report_lexical).toContain('report-field');
  const again = documentOf(await run('--starter', 'fr', '--modality', 'CT', 'US', '--no-macros', '--json'));
  expect(again.installed).toEqual([expect.objectContaining({ kind: 'template', modality: 'US' })]);
  expect(again.already_there).toHaveLength(2);
  expect((await run('--starter', 'fr', '--modality', 'CT')).stdout).toContain('0 put in');
});
