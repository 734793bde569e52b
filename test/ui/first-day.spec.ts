/** The first day of a vault: three ways to begin in place of the list, until the first exam exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/axe.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const SAMPLE = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'dicom', 'CT_small.dcm'));
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test('an empty vault offers three ways, and takes what is chosen or dropped anywhere', async ({
  desk,
  ready,
}) => {
  await goTo(desk, 'worklist');
  const main = desk.getByRole('main');
  await expect(main.getByRole('status')).toHaveText('No exams yet');
  await expect(main.getByRole('region')).toHaveCount(3);
  await expectAccessible(desk, 'first day');
  await shoot(desk, 'first-day');
  for (const width of [1280, 960, 640]) {
    await desk.setViewportSize({ width, height: 720 });
    expect(await clippedTexts(desk), `at ${width}`).toEqual([]);
  }
  await desk.setViewportSize({ width: 1280, height: 800 });

  const bring = main.getByRole('region', { name: 'Bring in what you have' });
  const chooser = desk.waitForEvent('filechooser');
  await bring.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([file('scan.txt', Buffer.from('nothing of ours'))]);
  const dialog = desk.getByRole('dialog');
  await expect(dialog).toContainText('scan.txt');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await desk.keyboard.press('Escape');

  await main.locator('.first-day').evaluate(
    (area, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'CT_small.dcm'));
      const at = { bubbles: true, cancelable: true, dataTransfer };
      area.dispatchEvent(new DragEvent('dragover', at));
      area.dispatchEvent(new DragEvent('drop', at));
    },
    [...SAMPLE],
  );
  await expect(dialog.getByRole('row', { name: /DICOM study ready to import 1/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Bring in what you have' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'New exam' })).toHaveCount(1);
  expect((await ready.admin.exams.list({ limit: 5 }).page()).items).toHaveLength(1);
});
