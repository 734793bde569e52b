/** Tests the picture viewer with real DICOM files, by keys and by pointer. */
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { askedPictures, attach, CT, openPictures, painted, tile } from '#test/ui/support/pictures-page.ts';
import { report, sealExam, sealPatient, shell } from '#test/ui/support/report-page.ts';

shareVault();

test('a CT opens beside the report and is read by keys alone', { tag: '@smoke' }, async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await attach(ready.admin, ready.group, id, CT);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await expect(tile(desk)).toBeFocused();
  await expect(tile(desk)).toContainText('Image 1/4');
  await expect(tile(desk)).toContainText('Kastellan, Mirela');
  await expect(tile(desk)).toContainText('12 May 2026');
  await expect(desk.getByText('Quick look, not for primary diagnosis')).toHaveCount(1);

  await desk.keyboard.press('ArrowDown');
  await expect(tile(desk)).toContainText('Image 2/4');
  await desk.keyboard.press('End');
  await expect(tile(desk)).toContainText('Image 4/4');
  await tile(desk).hover();
  await desk.mouse.wheel(0, -100);
  await expect(tile(desk)).toContainText('Image 3/4');
  await desk.keyboard.press('1');
  await expect(tile(desk)).toContainText('W 1500 L −600');
  await desk.keyboard.press('w');
  await desk.keyboard.press('ArrowRight');
  await expect(tile(desk)).not.toContainText('W 1500 L −600');
  await desk.keyboard.press('r');
  await expect(tile(desk)).not.toContainText('L −600');
  await desk.keyboard.press('Alt+4');
  await expect(desk.locator('[data-tile]')).toHaveCount(4);
  await desk.keyboard.press('Alt+1');
  await expect(desk.locator('[data-tile]')).toHaveCount(1);

  await desk.keyboard.press('l');
  await desk.keyboard.press('Enter');
  // The sample's slices are 16 pixels wide.
  for (let step = 0; step < 5; step += 1) await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('Enter');
  const { items } = await ready.admin.drive(ready.group).series(id);
  const [, across = 0] = items[0]?.instances[0]?.header.pixel_spacing ?? [];
  expect(across).toBeGreaterThan(0);
  await expect(desk.getByRole('button', { name: `${(5 * across).toFixed(1)} mm` })).toBeVisible();
  await expect(shell(desk)).not.toHaveAttribute('data-draft-rev', '');
  await desk.keyboard.press('m');
  await expect(report(desk).locator('[data-field-label="Measured length"]')).toHaveText(
    `${Math.round(5 * across)}\u00A0mm`,
  );
  await expect(tile(desk)).toBeFocused();

  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('F7');
  await expect(desk.getByRole('region', { name: 'Pictures' })).toHaveCount(0);
});

test('a mark is sealed with its maker and drawn again', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.getByRole('button', { name: 'Length' }).click();
  const box = await tile(desk).boundingBox();
  if (!box) throw new Error('The tile has no place.');
  await desk.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2);
  await desk.mouse.down();
  await desk.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await desk.mouse.up();
  const label = tile(desk).getByRole('button', { name: / mm$/ });
  await expect(label).toBeVisible();
  const words = await label.textContent();
  await desk.getByRole('button', { name: 'Seal version' }).click();
  await expect(shell(desk)).toHaveAttribute('data-version-seq', '2');
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    image_marks: [{ kind: 'length', frame: 1, made_by: expect.stringMatching(/./) }],
  });
  await unlock(desk, ready.passphrase);
  await openPictures(desk, id);
  await expect(tile(desk).getByRole('button', { name: words ?? '' })).toBeVisible();
});

test('the prior stands beside, told by its word, and scrolls along', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const old = await sealExam(ready.admin, ready.group, { patient_id, exam_date: '2026-02-10T09:15:00Z' });
  await attach(ready.admin, ready.group, old, CT);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await attach(ready.admin, ready.group, id, CT);
  await openPictures(desk, id);
  await expect(painted(desk, 1)).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Prior, 91 days older' })).toBeVisible();
  await tile(desk).focus();
  await desk.keyboard.press('ArrowDown');
  await expect(tile(desk, 1)).toContainText('Image 2/4');
  await expectAccessible(desk, 'pictures beside the prior');

  // The prior panel replaces the pictures, and closing it restores them.
  await desk.keyboard.press('Control+Shift+P');
  await expect(desk.getByRole('complementary', { name: 'Prior' })).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Pictures' })).toHaveCount(0);
  await desk.keyboard.press('F7');
  await expect(painted(desk)).toBeVisible();
});

test('an ellipse puts mean, deviation and unit into the report', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, CT);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await desk.keyboard.press('e');
  await desk.keyboard.press('Enter');
  for (let step = 0; step < 5; step += 1) {
    await desk.keyboard.press('ArrowRight');
    await desk.keyboard.press('ArrowDown');
  }
  await desk.keyboard.press('Enter');
  const label = tile(desk).getByRole('button', { name: / ± \d+ HU/ });
  await expect(label).toBeVisible();
  const [shown] = /[−-]?\d+ ± \d+/.exec((await label.textContent()) ?? '') ?? [];
  await desk.keyboard.press('m');
  const value = report(desk).locator('[data-field-label="Measured density"]');
  await expect(value).toHaveText(`${shown}\u00A0HU`);
});

test('a VOI table shapes the greys of the tile', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['cases/04.dcm']);
  await openPictures(desk, id);
  // A quarter up a ramp: a linear function would show 64, the table shows 243.
  const grey = await painted(desk).evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return undefined;
    const { width, height } = canvas;
    const side = Math.min(width, height);
    const top = (height - side) / 2 + side * 0.27;
    return canvas.getContext('2d')?.getImageData(width / 2, Math.round(top), 1, 1).data[0];
  });
  expect(grey).toBeGreaterThan(235);
});

test('without a pixel spacing a length is in pixels, and says why it stays out of the report', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['examples_palette.dcm']);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  const { items } = await ready.admin.drive(ready.group).series(id);
  expect(items[0]?.instances[0]?.header.pixel_spacing).toBeNull();
  for (const key of ['l', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'])
    await desk.keyboard.press(key);
  await expect(tile(desk).getByRole('button', { name: /^\d+\.\d px/ })).toBeVisible();
  await expect(tile(desk)).toContainText('No spacing known');
  await desk.keyboard.press('m');
  await expect(report(desk).locator('[data-field-label]')).toHaveCount(0);
});

test('another person’s picture does not open: the sentence names both', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await attach(ready.admin, ready.group, id, ['waveform_ecg.dcm']);
  await askedPictures(desk, id);
  await expect(tile(desk).getByRole('alert')).toHaveText(
    /^Not opened: this picture is of .+, the report is about Kastellan, Mirela\.$/,
  );
  await expect(painted(desk)).toHaveCount(0);
});

test('what cannot be shown says why, in a sentence', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['MPEG2.dcm']);
  await openPictures(desk, id);
  await expect(tile(desk)).toContainText('This picture format cannot be shown here.');
  await expect(tile(desk).getByRole('button', { name: 'Download' })).toBeVisible();
});

test('an exam without pictures says so', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openPictures(desk, id);
  await expect(desk.getByText('This exam has no DICOM pictures.')).toBeVisible();
});
