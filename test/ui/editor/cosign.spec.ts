/** Tests a request to co-sign between two persons in two windows. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  openExam,
  report,
  sealExam,
  sealPatient,
  section,
  signAsFinal,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { joinColleague, theirWindow } from '#test/ui/support/their-window.ts';

const THEIRS = { name: 'Dr M. Stand', passphrase: 'violet lantern ninth harbour' };
const TEXT =
  section('59776-5', 'Findings', '<p>Lungs clear.</p>') +
  section('19005-8', 'Impression', '<p>Normal chest.</p>');

let patientId: string;

shareVault(async (ready, vault) => {
  patientId = await sealPatient(ready.admin, ready.group);
  await joinColleague(ready, vault, THEIRS);
});

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Signatures' });
const bannerOf = (page: Page) => page.getByTestId('signature-banner');

async function openSigned(page: Page, id: string): Promise<void> {
  await openExam(page, id);
  await bannerOf(page).getByRole('button', { name: 'Details' }).click();
}

async function askStand(page: Page): Promise<void> {
  await panelOf(page).getByRole('combobox', { name: 'Who' }).selectOption({ label: 'Dr M. Stand' });
  await panelOf(page).getByRole('button', { name: 'Ask to co-sign' }).click();
  await expect(panelOf(page).getByRole('region', { name: 'Dr M. Stand' })).toContainText('Not co-signed yet');
}

test('a co-signature is asked for, seen by who is asked, made, and seen by who asked', async ({
  ready,
  desk,
  vault,
  browser,
}) => {
  const title = 'CT chest, to co-sign';
  const id = await sealExam(ready.admin, ready.group, { html: TEXT, patient_id: patientId, title });
  await openExam(desk, id);
  await report(desk).click();
  await signAsFinal(desk);
  await atVersion(desk, 2);
  await bannerOf(desk).getByRole('button', { name: 'Details' }).click();
  await askStand(desk);
  await expect(panelOf(desk)).toContainText(/Asked to co-sign version 2, today \d/);
  await expect(bannerOf(desk)).toContainText(/Dr M\. Stand is asked to co-sign version 2, today \d/);
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('Final');
  await expectAccessible(desk, 'a co-signature is awaited');
  await shoot(desk, 'cosign-asked');

  const { page, context } = await theirWindow(browser, vault, THEIRS);
  await page.getByRole('button', { name: '1 report to co-sign' }).click();
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    /Dr A\. Roe asks you to co-sign version 2, today \d/,
  );
  await expectAccessible(page, 'what one is asked to co-sign');
  await shoot(page, 'cosign-worklist');
  await openSigned(page, id);
  await expect(bannerOf(page)).toContainText('Dr A. Roe asks you to co-sign version 2');
  await expect(bannerOf(page).getByRole('button', { name: /Take back/ })).toHaveCount(0);
  await shoot(page, 'cosign-theirs');
  await expect(panelOf(page).getByRole('button', { name: 'Co-sign this version' })).toBeVisible();
  await bannerOf(page).getByRole('button', { name: 'Co-sign this version' }).click();
  await expect(bannerOf(page)).toContainText('Co-signed by Dr M. Stand');
  await expect(bannerOf(page)).not.toContainText('asks you');

  await expect(bannerOf(desk)).toContainText('Co-signed by Dr M. Stand');
  await expect(bannerOf(desk)).not.toContainText('is asked to co-sign');
  await goTo(page, 'worklist');
  await expect(page.getByRole('button', { name: /to co-sign$/ })).toHaveCount(0);
  await context.close();
});

test('a request is taken back by who asked; a newer version is said beside it', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: TEXT,
    patient_id: patientId,
    title: 'MR head',
    status: 'final',
  });
  const { version_id } = await ready.admin.exams.get(id);
  await ready.admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  await openSigned(desk, id);
  await askStand(desk);
  await panelOf(desk).getByRole('button', { name: 'Withdraw the request to Dr M. Stand' }).click();
  await expect(panelOf(desk).getByRole('region', { name: 'Dr M. Stand' })).toHaveCount(0);
  await expect(bannerOf(desk)).not.toContainText('is asked');

  await askStand(desk);
  await goTo(desk, 'worklist');
  await expect(desk.getByRole('main', { name: 'Worklist' })).toBeVisible();
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'amended' } },
  }));
  const { version_id: amended } = await ready.admin.exams.get(id);
  await ready.admin.exams.sign(id, { version_id: amended ?? '', intent: 'amended' });
  await openExam(desk, id);
  await expect(bannerOf(desk)).toContainText('A newer version was sealed. Ask for its co-signature again.');
  await bannerOf(desk).getByRole('button', { name: 'Details' }).click();
  await shoot(desk, 'cosign-superseded');
  await askStand(desk);
  await expect(panelOf(desk)).not.toContainText(
    'A newer version was sealed. Ask for its co-signature again.',
  );
});
