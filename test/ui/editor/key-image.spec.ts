/** Tests reading a CT by keyboard: measuring, inserting a key image, signing. */
import type { Locator } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { attach, CT, openPictures, painted, tile } from '#test/ui/support/pictures-page.ts';
import { openExam, report, sealExam, sealPatient, shell } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

test('by keys alone: open, window, measure, insert with its picture, sign', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await attach(ready.admin, ready.group, id, CT);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await expect(tile(desk)).toContainText('Image 2/4');
  await expect(painted(desk)).toBeVisible();
  for (const key of ['1', 'l', 'Enter']) await desk.keyboard.press(key);
  for (let step = 0; step < 5; step += 1) await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('Enter');
  const label = tile(desk).getByRole('button', { name: / mm$/ });
  await expect(label).toBeVisible();
  const length = Number.parseFloat((await label.textContent()) ?? '');
  await desk.keyboard.press('m');
  const value = report(desk).locator('[data-field-label="Measured length"]');
  await expect(value).toHaveText(/mm$/);
  await desk.keyboard.press('k');
  const figure = report(desk).locator('figure[data-picture]');
  await expect(figure).toHaveText(/^Figure 1: Series .+, image 2$/);
  // A value measured on it names its figure.
  await expect(report(desk)).toContainText(/mm \(Figure 1\)/);
  await expect(figure).toHaveAttribute('data-picture-window', '-600 1500');
  await expect(figure).toHaveAttribute('style', /--picture: url\("blob:/);
  await expect(tile(desk)).toBeFocused();
  // The drawn measurement makes the picture larger.
  const widthOf = (shown: Locator) =>
    shown.evaluate(async (element) => {
      const image = new Image();
      image.src = /url\("([^"]+)"\)/.exec(element.style.getPropertyValue('--picture'))?.[1] ?? '';
      await image.decode();
      return image.naturalWidth;
    });
  await expect.poll(() => widthOf(figure)).toBeGreaterThanOrEqual(768);
  await shoot(desk, 'key-image-with-its-mark');
  await desk.keyboard.press('k');
  await expect(desk.getByText('The report shows this picture already')).toBeVisible();
  await expect(figure).toHaveCount(1);
  await expectAccessible(desk, 'a key image in the report');

  for (let back = 0; back < 3; back += 1) await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('F7');
  await desk.keyboard.press('Control+Shift+Enter');
  // The samples name other people: the gate tells it, and Enter goes to the question.
  const asked = desk.getByRole('listbox', { name: 'Please check' }).getByRole('option');
  await expect(asked).toHaveText([/Figure 1 is not of this patient and day by its file/]);
  await expect(asked).toBeFocused();
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(shell(desk)).toHaveAttribute('data-version-seq', '2');
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toMatch(
    /<figure data-picture="[0-9a-f-]{36}" data-picture-window="-600 1500">Figure 1: Series .+, image 2<\/figure>/,
  );
  expect(record.custom_attributes).toMatchObject({ image_marks: [{ kind: 'length' }] });
  await desk.keyboard.press('Control+p');
  const printed = desk.locator('.sheets:not(.measuring) figure[data-picture]');
  await expect(printed).toHaveAttribute('style', /--picture: url\("blob:/);
  expect(await widthOf(printed), 'drawn once, over the picture').toBeLessThan(768);
  const marks = printed.locator('svg.marks');
  await expect(marks.locator('path')).toHaveCount(1);
  await expect(marks.locator('text')).toHaveText(/^\d+\.\d mm$/);
  expect(Number.parseFloat((await marks.locator('text').textContent()) ?? '')).toBe(length);
  // Paper is white in every theme.
  await desk.emulateMedia({ colorScheme: 'dark' });
  await expect(printed).toHaveCSS('color', 'rgb(51, 51, 51)');
  await shoot(desk, 'print-marks');
  const media = await ready.admin.exchange.dicom([id]);
  expect(media).toMatchObject({ images: 4, key_objects: 1, measurement_reports: 1 });
});

test('figures keep their numbers, and a value measured on one names it', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, CT);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('k');
  await desk.keyboard.press('ArrowDown');
  await expect(tile(desk)).toContainText('Image 2/4');
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('k');
  const figures = report(desk).locator('figure[data-picture]');
  await expect(figures).toHaveText([/^Figure [12]: .+/, /^Figure [12]: .+/]);
  const second = figures.filter({ hasText: 'Figure 2' });
  await expect(second).toContainText('image 2');
  for (const key of ['l', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter', 'm']) await desk.keyboard.press(key);
  await expect(report(desk)).toContainText(/mm \(Figure 2\)/);
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('s');
  await desk.keyboard.press('ArrowDown');
  await expect(tile(desk)).toContainText('Image 3/4');
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('k');
  await expect(figures.filter({ hasText: 'Figure 3' })).toContainText('image 3');
});

test('a key image has the shape its pixels have', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['cases/20b.dcm']);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('k');
  const figure = report(desk).locator('figure[data-picture]');
  await expect(figure).toHaveAttribute('style', /--picture: url\("blob:/);
  const shapeOf = () =>
    figure.evaluate(async (element) => {
      const image = new Image();
      image.src = /url\("([^"]+)"\)/.exec(element.style.getPropertyValue('--picture'))?.[1] ?? '';
      await image.decode();
      return image.naturalHeight / image.naturalWidth;
    });
  // As many rows as columns, each pixel twice as high as wide.
  await expect.poll(shapeOf).toBe(2);
});

test('undo takes a key image back, Enter ends its caption', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('k');
  const figure = report(desk).locator('figure[data-picture]');
  await expect(figure).toHaveCount(1);
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await figure.click();
  await desk.keyboard.press('End');
  await desk.keyboard.type(', a nodule');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('Next line');
  await expect(figure).toContainText(', a nodule');
  await expect(figure).not.toContainText('Next line');
  for (let step = 0; step < 6 && (await figure.count()) > 0; step += 1)
    await desk.keyboard.press('Control+z');
  await expect(figure).toHaveCount(0);
});

test('a key image of a loop is the frame that was shown', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['examples_ybr_color.dcm']);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await expect(tile(desk)).toContainText('Image 1/30');
  for (let step = 0; step < 4; step += 1) await desk.keyboard.press('ArrowDown');
  await expect(tile(desk)).toContainText('Image 5/30');
  await expect(tile(desk).locator('canvas[data-painted$="/5"]')).toBeVisible();
  await desk.keyboard.press('k');
  const figure = report(desk).locator('figure[data-picture]');
  await expect(figure).toHaveAttribute('data-picture-frame', '5');
  await expect(figure).toHaveAttribute('style', /--picture: url\("blob:/);
  await desk.getByRole('button', { name: 'Seal version' }).click();
  await expect(shell(desk)).toHaveAttribute('data-version-seq', '2');
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('data-picture-frame="5"');
  expect(await ready.admin.exchange.dicom([id])).toMatchObject({ images: 1, key_objects: 1 });
});

test('a picture that cannot be shown says why in its place, on paper too', async ({ ready, desk }) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group);
  const names = ['MR_truncated.dcm', 'MR_small.dcm'];
  await attach(admin, group, id, names);
  const nodes = await admin.drive(group).list({ exam_id: id }).toArray({ limit: 5 });
  const idOf = (name: string) => nodes.find((node) => node.name === name)?.node_id ?? '';
  const [damaged = '', gone = ''] = names.map(idOf);
  const figures = [damaged, gone].map((node) => `<figure data-picture="${node}">An image</figure>`);
  await admin.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: `${record.report_html}${figures.join('')}`,
  }));
  await admin.drive(group).delete(gone);
  await admin.drive(group).purge(gone);
  await openExam(desk, id);
  const said = (at: Locator) =>
    expect.poll(() => at.evaluate((element) => getComputedStyle(element, '::before').content));
  const inText = (node: string) => report(desk).locator(`figure[data-picture="${node}"]`);
  await said(inText(gone)).toContain('This was not found');
  await said(inText(damaged)).toContain('The picture is damaged');
  await shoot(desk, 'no-picture');
  await desk.keyboard.press('Control+p');
  const printed = desk.locator('.sheets:not(.measuring) figure[data-picture]');
  await said(printed.first()).toContain('The picture is damaged');
  // Shown beside the text, never in it.
  expect((await admin.exams.get(id)).record.report_html).not.toContain('damaged');
});
