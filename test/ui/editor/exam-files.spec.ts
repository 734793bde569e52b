/** Tests the Files panel beside the report: uploads, key images, series, documents, drop area. */

import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { attach, CT, painted, tile } from '#test/ui/support/pictures-page.ts';
import { openExam, report, sealExam, sealPatient } from '#test/ui/support/report-page.ts';
import { smallPdf, smallPng } from '#test/ui/support/sample-files.ts';

shareVault();

const mark = (node_id: string, mark_id: string) => ({
  mark_id,
  node_id,
  frame: 1,
  kind: 'length',
  points: [
    [4, 4],
    [8, 4],
  ],
  made_by: 'Dr A. Roe',
  made_at: '2026-05-12T09:00:00.000Z',
});

test('key images are chosen by arrows and put into the report by Enter; series open by Enter', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, CT);
  const drive = ready.admin.drive(ready.group);
  const [series] = (await drive.series(id)).items;
  const marks = (series?.instances ?? []).slice(1, 3).map(({ node_id }, at) => mark(node_id, `mark-${at}`));
  await ready.admin.exams.edit(id, (record) => ({ ...record, custom_attributes: { image_marks: marks } }));
  await drive.upload(new Blob([smallPdf('A letter', 2)]), { name: 'referral-letter.pdf', exam_id: id });

  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+P');
  await desk.getByRole('tab', { name: /Files/ }).click();
  const panel = desk.getByRole('complementary', { name: 'Files' });
  await expect(desk.getByRole('tab', { name: /Files/ })).toContainText('5');
  const images = panel.getByRole('listbox', { name: 'Key images' });
  await expect(images.getByRole('option')).toHaveCount(2);
  await expect(images.getByRole('option').first()).toContainText(/mm$/);
  await expect(images.locator('.crop').first()).toHaveAttribute('style', /blob:/);
  // The ring is at the annotation in the cropped picture.
  const ring = images.locator('.ring').first();
  // Retry until the picture has its size.
  await expect(async () => {
    const [frame, circle] = [await images.locator('.thumb').first().boundingBox(), await ring.boundingBox()];
    expect(circle?.x).toBeGreaterThan(frame?.x ?? 0);
    expect((circle?.x ?? 0) + (circle?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
  }).toPass();
  await expect(panel.getByText(/^1 series, \d+ kB$/)).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Insert as figure/ })).toHaveCount(0);
  const question = panel.getByRole('alert');
  await expect(question).toHaveText(/^Not opened: this picture is of .+ 1995, the exam is of 12 May 2026\.$/);
  await panel.getByRole('button', { name: 'These are theirs' }).click();
  await expect(question).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Insert as figure 1' })).toBeVisible();
  await images.getByRole('option').first().focus();
  await desk.keyboard.press('ArrowRight');
  await expect(images.getByRole('option').nth(1)).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(report(desk).locator('figure[data-picture]')).toContainText('image 3');
  const left = (selector: string) =>
    report(desk)
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left);
  expect(await left('figure')).toBe(await left('p'));
  await expect(images.getByRole('option').first()).toContainText('figure 1');
  await expect(panel.getByRole('button', { name: /^Insert as figure/ })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Show figure 1' })).toBeVisible();
  await expectAccessible(desk, 'files of the exam');
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type(', a nodule');
  await expect(report(desk).locator('figure[data-picture]')).toContainText('image 3, a nodule');

  await images.getByRole('option').nth(1).click();
  await expect(panel.getByRole('button', { name: 'Insert as figure 2' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await report(desk).click({ position: { x: 200, y: 30 } });
  await expect(panel.getByRole('button', { name: 'Insert as figure 1' })).toBeVisible();
  await expect(panel.getByRole('link', { name: /referral-letter\.pdf/ })).toContainText(/, 2 pages/);
  await panel.getByRole('button', { name: /4 images/ }).focus();
  await desk.keyboard.press('Enter');
  await expect(painted(desk)).toBeVisible();
  await expect(tile(desk)).toContainText('Image 1/4');
});

test('an exam without files shows where to let them go; what is sealed leaves by itself', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+P');
  await desk.getByRole('tab', { name: /Files/ }).click();
  const panel = desk.getByRole('complementary', { name: 'Files' });
  await expect(panel.getByText('Drop files here')).toBeVisible();
  await expect(panel.getByRole('heading')).toHaveCount(0);
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: smallPng() };
  const upload = async () => {
    const chosen = desk.waitForEvent('filechooser');
    await desk.getByRole('button', { name: 'Upload to this exam' }).click();
    await (await chosen).setFiles(file);
  };
  await upload();
  const tray = desk.getByRole('region', { name: 'Uploads' });
  await expect(tray).toContainText('photo.png');
  await expect(panel.getByRole('link', { name: /photo\.png/ })).toBeVisible();
  await expect(tray).toHaveCount(0);
  await goTo(desk, `patients/${patient_id}`);
  await upload();
  await expect(tray).toContainText('photo.png');
  const [above, below] = [await tray.boundingBox(), await desk.locator('.thumbs').first().boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
});
