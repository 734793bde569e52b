/** Tests that a conflict is told in one banner: who signed what and when, what is unsaved, and the ways on. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { clippedTexts } from '#test/ui/support/clipped-text.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  saveState,
  sealBeside,
  sealExam,
  sealPatient,
  signAsFinal,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { joinColleague } from '#test/ui/support/their-window.ts';
import {
  addendum,
  amend,
  keepMine,
  openForAmending,
  told,
  twoWindows,
} from '#test/ui/support/two-windows.ts';

let patient_id: string;
/** Another person, because sealing ends the same person's draft. */
let colleague: VaultClient;

shareVault(async (ready, vault) => {
  patient_id = await sealPatient(ready.admin, ready.group);
  colleague = await joinColleague(ready, vault);
});

const gate = (page: Page) => page.getByRole('complementary', { name: /^Sign/ });
const alerts = (page: Page) => page.getByRole('alert');
const onTop = (page: Page) => alerts(page).getByRole('button', { name: 'Seal mine on top' });
const head = (page: Page) => page.getByRole('region', { name: 'Patient' });

test('a version signed in another window: one banner says so, the head agrees, and the draft is saved', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await amend(second, ' Mine.');
  await expect(told(second)).toBeVisible();
  await expect(saveState(second)).toContainText('Draft NOT saved');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await expect(alerts(second)).toHaveCount(1);
  await expect(alerts(second)).toContainText(
    /Version 2 \(Addendum added\) was signed by Dr A\. Roe at \d\d:\d\d while you were editing from version 1\./,
  );
  await expect(alerts(second)).toContainText('Nothing can be sealed over signed text.');
  await expect(head(second)).toContainText('started from version 1, latest is 2 (Addendum added)');
  await expect(saveState(second)).toContainText('Draft saved');
  await expect
    .poll(async () => (await ready.admin.exams.draft.get(id)).record.report_html)
    .toContain('Lungs clear. Mine.');
  await expect(onTop(second)).toHaveAttribute('aria-disabled', 'true');
  await shoot(second, 'conflict-signed');
});

test('with a draft of the other window undecided, its banner alone speaks, and names the version', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  const second = await twoWindows(desk, id, ready.passphrase);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Other.');
  await draftSaved(desk);
  await caretAfter(second, 'Lungs clear.');
  await second.keyboard.type(' Mine.');
  await expect(told(second)).toBeVisible();
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(told(second)).toContainText('Version 2 was sealed by Dr B. Lund at');
  await expect(second.getByText('your draft goes on being saved')).toHaveCount(0);
  await keepMine(second);
  await expect(alerts(second)).toContainText('Version 2 was sealed by Dr B. Lund at');
  await expect(alerts(second)).toContainText('your draft goes on being saved');
});

test('a further version that comes during the conflict is the one the banner names', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Mine.');
  await draftSaved(desk);
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(alerts(desk)).toContainText('Version 2 was sealed by');
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'final' } },
  }));
  await expect(alerts(desk)).toContainText('Version 3 (Final) was sealed by Dr A. Roe');
  await expect(head(desk)).toContainText('latest is 3 (Final)');
});

test('a change begun beside a newer signed version is begun on that version', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await expect(
    second.getByRole('status').filter({ hasText: 'Version 2 (Addendum added) was signed' }),
  ).toBeVisible();
  await openForAmending(second);
  await atVersion(second, 2);
  await expect(report(second)).toContainText('First addendum.');
  await expect(head(second)).toContainText('version 2');
  await expect(alerts(second)).toHaveCount(0);
});

test('in a conflict the gate does not look ready: it says why, and opens when the conflict is resolved', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await amend(second, ' Mine.');
  await draftSaved(second);
  await second.keyboard.press('Control+Shift+Enter');
  const sign = gate(second).getByRole('button', { name: 'Sign amendment' });
  await expect(sign).not.toHaveAttribute('aria-disabled', 'true');
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: (record.report_html ?? '').replace('Lungs clear.', 'Lungs hazy.'),
  }));
  await expect(alerts(second)).toContainText('Version 2 (Final) was sealed');
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await expect(gate(second)).toContainText('Version 2 (Final) was sealed by Dr A. Roe');
  await expect(gate(second)).toContainText('Decide about it first, in the notice above the report.');
  await shoot(second, 'conflict-gate');
  await second.keyboard.press('Control+Enter');
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await alerts(second).getByRole('button', { name: 'Compare' }).click();
});

test('sealed on top, the open gate does not go on asking about the version before', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Mine.');
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate(desk)).toContainText('The report becomes version 2');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await onTop(desk).click();
  await atVersion(desk, 3);
  await expect(gate(desk)).toHaveCount(0);
  await signAsFinal(desk);
  await atVersion(desk, 4);
});

test('Compare puts nothing on a report that was withdrawn meanwhile, and says so', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await addendum(desk, 'My addendum.');
  await draftSaved(desk);
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'entered-in-error' } },
  }));
  await expect(alerts(desk)).toContainText('In version 2, Dr A. Roe marked this report as entered in error');
  await expect(onTop(desk)).toHaveAttribute('aria-disabled', 'true');
  await alerts(desk).getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  await expect(compare.getByRole('status')).toContainText('Nothing can be added to a withdrawn report.');
  await expect(compare.getByRole('button', { name: 'Seal version' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await shoot(desk, 'conflict-withdrawn');
  await desk.keyboard.press('Control+Enter');
  await expect(gate(desk)).toHaveCount(0);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await alerts(desk).getByRole('button', { name: 'Use theirs' }).click();
  await atVersion(desk, 2);
  await expect(desk.getByTestId('withdrawn-banner')).toBeVisible();
  await expect(desk.getByText('Your text is in Recovered text.')).toBeVisible();
});

for (const [language, act] of [
  ['de', 'Meine darüber versiegeln'],
  ['es', 'Sellar el mío encima'],
  ['fr', 'Sceller le mien par-dessus'],
  ['pt', 'Selar o meu por cima'],
] as const)
  test(`in ${language} nothing of the conflict is cut in a window of 900 px`, async ({ ready, page }) => {
    const { admin, group } = ready;
    const id = await sealExam(admin, group, { patient_id, status: 'final' });
    await page.addInitScript(
      (text) => localStorage.setItem('appearance', text),
      JSON.stringify({ language }),
    );
    await page.setViewportSize({ width: 900, height: 700 });
    await page.goto('/');
    await page.getByRole('textbox').first().fill(ready.passphrase);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const view = await admin.exams.get(id);
    await admin.exams.draft.put(id, {
      record: {
        ...view.record,
        report_lexical: null,
        report_html: `${view.record.report_html}<p>Mine.</p>`,
        custom_attributes: {
          report: { status: 'final', pending: { kind: 'amended', reason: 'Looked again' } },
        },
      },
      base_version_id: view.version_id,
    });
    await colleague.exams.edit(id, (record) => ({
      ...record,
      report_lexical: null,
      report_html: (record.report_html ?? '').replace('Lungs clear.', 'Lungs hazy.'),
    }));
    await goTo(page, `exams/${id}`);
    await expect(page.getByRole('button', { name: act })).toHaveAttribute('aria-disabled', 'true');
    expect(await clippedTexts(page)).toEqual([]);
    await shoot(page, `conflict-${language}`);
  });
