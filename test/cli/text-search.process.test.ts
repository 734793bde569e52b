/** `srvault exams list --text`: sentences of reports under the exams that have them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;
let env: Record<string, string>;

beforeAll(async () => {
  vault = await startLiveVault();
  env = { SRVAULT_PROFILE: vault.profile };
  for (const [title, report_html] of [
    ['CT chest', '<h2>Impression</h2><p>Pure ground glass nodule. Calcified plaques.</p>'],
    ['MR knee', '<p>Tear of the meniscus.</p>'],
  ]) {
    const run = await srvault(['exams', 'create', '--json'], {
      env,
      input: JSON.stringify({ title, report_html }),
    });
    documentOf(run);
  }
});
afterAll(() => vault.close());

test('shows the section and the sentence, the words between angle quotes', async () => {
  const args = ['exams', 'list', '--text', '"ground glass" impression:nod'];
  const { stdout: shown } = await srvault(args, { env });
  expect(shown).toContain('CT chest');
  expect(shown).toContain('\n  Impression: Pure «ground glass» «nodule».');
  expect(shown).not.toContain('MR knee');
});

test('gives marks with --json, and is refused without a word', async () => {
  const page = documentOf(await srvault(['exams', 'list', '--text', 'meni', '--json'], { env }));
  expect(page.items).toMatchObject([
    { matches: [{ section: '', text: 'Tear of the meniscus.', marks: [[12, 20]] }], matched_draft: false },
  ]);
  expect((await srvault(['exams', 'list', '--text', '::'], { env })).exitCode).toBe(7);
});
