/** The letterhead of a group: its fields with the sheet beside, sealed, and used by the print of a report. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { sealPatient } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let signedId: string;
let openId: string;

const ORDER = {
  priority: 'routine',
  clinical_question: 'Response to treatment?',
  referrer: { name: 'Dr M. Stand', institution: 'Northgate Cancer Centre', street: '18 Mill Road' },
  copy_to: [{ name: 'Dr L. Whitcombe' }],
};
const HTML =
  '<h2 data-section-code="59776-5">Findings</h2><p>Nodule 11 mm.</p>' +
  '<h2 data-section-code="19005-8">Impression</h2><p>Partial response.</p>';

shareVault(async ({ admin, group }) => {
  const patient_id = await sealPatient(admin, group);
  const seal = async (title: string) => {
    const { index, version_id } = await admin.exams.create({
      security_group_id: group,
      patient_id,
      record: {
        title,
        modality: 'CT',
        exam_date: '2026-05-12T07:40:00Z',
        report_html: HTML,
        custom_attributes: { report: { status: 'final' }, order: ORDER },
      },
    });
    return { id: index.document_id, version_id: version_id ?? '' };
  };
  const signed = await seal('Signed before');
  await admin.exams.sign(signed.id, { version_id: signed.version_id, intent: 'final' });
  signedId = signed.id;
  openId = (await seal('CT chest')).id;
});

const main = (page: Page) => page.getByRole('main', { name: 'Letterhead' });
const sheet = (page: Page) => page.getByRole('complementary', { name: 'Preview' }).getByRole('article');

async function openPrint(page: Page, id: string): Promise<void> {
  await goTo(page, `exams/${id}`);
  await page.getByRole('button', { name: 'Print' }).click();
}

test('fields show on the sheet as they are typed, and the letter has them once they are sealed', async ({
  desk,
}) => {
  await goTo(desk, 'settings/letterhead');
  await expect(main(desk)).toContainText('No letterhead yet');
  await expect(sheet(desk)).toContainText('Northgate Imaging');
  await expect(sheet(desk)).toContainText('Dr M. Stand');
  await main(desk).getByRole('textbox', { name: 'Second line' }).fill('Department of Radiology');
  await expect(sheet(desk)).toContainText('Department of Radiology');
  const address = main(desk).getByRole('textbox', { name: 'Address' });
  await address.fill('1\n2\n3\n4\n5\n6\n7');
  await expect(main(desk)).toContainText('The address has 7 lines, the head takes 6.');
  await address.fill('4 Harbour Street\nNorthgate NG 20418');
  await main(desk).getByRole('textbox', { name: 'Footer' }).fill('Northgate Imaging Ltd');
  await main(desk).getByRole('textbox', { name: 'Signature block' }).fill('With kind regards');
  await main(desk).getByRole('radio', { name: 'DIN 5008 A' }).click();
  await expect(sheet(desk)).toHaveAttribute('data-window', 'din_5008_a');
  await main(desk).getByRole('radio', { name: 'DIN 5008 B' }).click();
  const chosen = desk.waitForEvent('filechooser');
  await main(desk).getByRole('button', { name: 'Choose a picture…' }).click();
  await (await chosen).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(sheet(desk).locator('.lt-logo')).toBeVisible();
  await main(desk).getByRole('button', { name: 'Remove picture' }).click();
  await expect(sheet(desk).locator('.lt-logo')).toHaveCount(0);
  await expectAccessible(desk, 'letterhead');
  await main(desk).getByRole('button', { name: 'Seal letterhead' }).click();
  await expect(main(desk)).toContainText('Sealed. Reports signed from now on use it.');
  await shoot(desk, 'letterhead');

  await main(desk).getByRole('combobox', { name: 'For' }).selectOption('US');
  await main(desk).getByRole('textbox', { name: 'Telephone' }).fill('+1 555 0177');
  await expect(sheet(desk)).toContainText('+1 555 0177');
  await expect(main(desk)).toContainText('Changed since version 1');
  await main(desk).getByRole('button', { name: 'Seal letterhead' }).click();
  await expect(main(desk)).toContainText('Sealed. Reports signed from now on use it.');

  await openPrint(desk, openId);
  const page = desk.getByRole('article').first();
  await expect(page).toContainText('4 Harbour Street');
  await expect(page).toContainText('Dr M. Stand');
  await expect(page).toContainText('Copy to');
  await expect(page).not.toContainText('+1 555 0177');
  await shoot(desk, 'letter-print');
  const overflows = await page.evaluate((shown) => shown.scrollHeight > shown.clientHeight + 1);
  expect(overflows).toBe(false);
  await desk.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Patient' });
  await expect(page.locator('.lt-to')).toContainText('Kastellan, Mirela');
  await desk.getByRole('checkbox', { name: 'Pre-printed paper' }).check({ force: true });
  await expect(page).not.toContainText('4 Harbour Street');
  await expectAccessible(desk, 'print of a letter');
});

test('a report signed before keeps its page, and the overview tells of the letterhead', async ({
  desk,
  ready,
}) => {
  const [known] = await ready.admin.templates.list({ tag: 'letterhead' }).toArray({ limit: 1 });
  if (known === undefined)
    await ready.admin.templates.create({
      security_group_id: ready.group,
      record: {
        title: 'Northgate Imaging',
        custom_attributes: { kind: 'letterhead', letterhead: { name: 'Northgate Imaging' } },
      },
    });
  await openPrint(desk, signedId);
  const page = desk.getByRole('article').first();
  await expect(page).toContainText('Partial response.');
  const options = desk.getByRole('combobox', { name: 'To' }).getByRole('option');
  await expect(options.first()).toHaveText('Referrer');
  const { index } = await ready.admin.exams.create({
    security_group_id: ready.group,
    record: { title: 'Without an order', modality: 'CT', report_html: HTML },
  });
  await goTo(desk, 'worklist');
  await goTo(desk, `exams/${index.document_id}`);
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeFocused();
  await desk.keyboard.press('Control+P');
  await expect(options.first()).toHaveText('Referrer: none stated');
  await expect(page).not.toContainText('Dr M. Stand');
  await goTo(desk, 'settings');
  const rows = desk.getByRole('main', { name: 'Settings' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Letterhead' })).toContainText('Northgate Imaging');
});

test('in German the settings and the sheet are German', async ({ desk }) => {
  await goTo(desk, 'settings/appearance');
  await desk.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await expect(desk.getByRole('link', { name: 'Arbeitsliste' })).toBeVisible();
  await goTo(desk, 'settings/letterhead');
  const words = desk.getByRole('complementary', { name: 'Vorschau' }).getByRole('article');
  await expect(words).toContainText('Kopie an');
  await expect(words).toContainText('Beurteilung');
  await shoot(desk, 'letterhead-de');
});
