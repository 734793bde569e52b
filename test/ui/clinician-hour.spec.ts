/**
 * An hour of clinical work by keyboard alone: unlock, new patient, a FAST of eleven fields, signing and an addendum.
 * Two others edit the same exam, the vault goes away mid-sentence and returns, and finally locks.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { withNodeDom } from '#test/support/node-dom.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import {
  atVersion,
  draftSaved,
  report,
  saveState,
  sealBeside,
  sealExam,
  shell,
} from './support/report-page.ts';

const FAST = readFileSync(new URL('../fixtures/templates/us_fast.html', import.meta.url), 'utf8');
/** Keys a slow typist manages in a minute. */
const KEYS_MAX = 150;

shareVault(async ({ admin, group }) => {
  const { report_html } = withNodeDom(() => parseMrrtTemplate(FAST));
  const record = { title: 'FAST', modality: 'US', report_html };
  const template = await admin.templates.create({ security_group_id: group, record });
  await admin.session.putPreferences({ default_templates: { US: template.index.document_id } });
});

/** Presses Tab, or Shift Tab, until the control has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(command);
  await expect(page.getByRole('option').first()).toContainText(new RegExp(command, 'i'));
  await page.keyboard.press('Enter');
}

async function unlockByKeys(page: Page, passphrase: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeFocused();
  await page.keyboard.type(passphrase);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

test('an hour by keyboard alone', { tag: '@smoke' }, async ({ page, ready, vault }) => {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => document.documentElement.setAttribute('data-pointer', ''), true);
  });
  await page.goto('/');
  await unlockByKeys(page, ready.passphrase);

  await test.step('a new patient and exam', async () => {
    await run(page, 'New patient');
    await expect(page.getByRole('textbox', { name: 'Legal name' })).toBeFocused();
    await page.keyboard.type('Tavia Dunmore');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'New exam' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New exam' });
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type('US FAST');
    await page.keyboard.press('Tab');
    await page.keyboard.type('US');
    await expect(dialog.getByRole('combobox', { name: 'Template' })).not.toHaveValue('');
    await page.keyboard.press('Enter');
    await expect(report(page)).toBeFocused();
  });

  const fastId = page.url().split('/').at(-1) ?? '';
  await test.step('eleven fields', async () => {
    const fields = report(page).locator('[data-field]');
    const count = await fields.count();
    expect(count).toBeGreaterThanOrEqual(11);
    const outline = page.getByRole('navigation', { name: 'Outline' });
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (let at = 0; at < count; at += 1) {
      const list = page.locator('.picklist');
      const isChoice = (await list.count()) > 0;
      await press(isChoice ? '1' : '7');
      if (isChoice && (await list.locator('[aria-multiselectable="true"]').count()) > 0)
        await press('Escape');
      await press('F8');
    }
    await expect(outline).toContainText('No field is left to fill');
    expect(keys).toBeLessThan(KEYS_MAX);
  });

  await test.step('signed, and added to', async () => {
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('complementary', { name: 'Sign as final' }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Control+Shift+Enter');
    await atVersion(page, 2);
    await run(page, 'Add addendum');
    await expect(report(page)).toBeFocused();
    await page.keyboard.type('Small effusion seen on review.');
    await page.keyboard.press('Control+Enter');
    await atVersion(page, 3);
    const { record } = await ready.admin.exams.get(fastId);
    expect(record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
    expect(record.report_html).toContain('Small effusion seen on review.');
  });

  const { patient_id } = (await ready.admin.exams.get(fastId)).index.meta;
  const of = patient_id ? { patient_id } : {};
  const id = await sealExam(ready.admin, ready.group, { title: 'CT twice changed', ...of });
  await test.step('two conflicts in a row', async () => {
    await run(page, 'CT twice changed');
    await expect(page.getByRole('region', { name: 'Patient' })).toContainText('CT twice changed');
    await expect(report(page)).toBeFocused();
    await page.keyboard.press('Control+2');
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await sealBeside(ready.admin, id, (html) =>
      html.replace('No acute finding.', 'No acute finding at all.'),
    );
    const banner = page.getByRole('alert').filter({ hasText: 'Nothing is lost' });
    await expect(banner).toBeVisible();
    await page.keyboard.press('Escape');
    await tabTo(page, banner.getByRole('button', { name: 'Compare' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const compare = page.getByRole('main', { name: 'Compare' });
    const choice = compare.getByRole('radiogroup', { name: 'Impression: take' });
    await expect(compare.getByText('1 section to choose')).toBeVisible();
    await tabTo(page, choice.getByRole('radio', { name: 'Theirs' }));
    await page.keyboard.press('ArrowLeft');
    await expect(choice.getByRole('radio', { name: 'Both' })).toBeChecked();
    await sealBeside(ready.admin, id, (html) => html.replace('finding at all.', 'finding whatsoever.'));
    await page.keyboard.press('Control+Enter');
    await expect(compare.getByText('theirs changed again, choose again')).toBeVisible();
    await expect(compare.getByText('1 section to choose')).toBeVisible();
    await tabTo(page, choice.getByRole('radio', { name: 'Theirs' }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Enter');
    await atVersion(page, 4);
    const { record } = await ready.admin.exams.get(id);
    expect(record.report_html).toContain('finding whatsoever.');
    expect(record.report_html).toContain('No acute finding. Mine.');
  });

  await test.step('the vault goes in the middle of a sentence, and comes back', async () => {
    await expect(report(page)).toBeFocused();
    await page.keyboard.press('Control+1');
    await page.keyboard.press('End');
    await page.keyboard.type(' Kept.');
    await draftSaved(page);
    const start = await vault.stop();
    await page.keyboard.type(' Typed while it was gone.');
    await expect(saveState(page)).toContainText('Draft NOT saved');
    await start();
    await unlockByKeys(page, ready.passphrase);
    await expect(report(page)).toContainText('Kept. Typed while it was gone.');
    await expect(saveState(page)).toContainText('Draft saved');
    await page.keyboard.press('Control+Enter');
    await atVersion(page, 5);
  });

  await page.keyboard.press('Control+Alt+L');
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeFocused();
  await expect(shell(page)).toHaveCount(0);
  expect(await page.content()).not.toContain('Dunmore');
  await expect(page.locator('html')).not.toHaveAttribute('data-pointer', '');
});
