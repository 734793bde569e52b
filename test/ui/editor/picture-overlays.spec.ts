/** Tests DICOM overlays: drawn, hidden by a key, and reported if they cannot be drawn. */
import type { Locator } from '@playwright/test';
import { type Bytes, element, unsignedShort } from '#dicom/write/encode-elements.ts';
import { decimals, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { openPictures, painted, tile } from '#test/ui/support/pictures-page.ts';
import { report, sealExam } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

const SIDE = 16;

/** Builds a plane with a cross, or one whose bits are missing. */
function plane(group: number, bits?: readonly number[]): Bytes[] {
  const at = group * 0x1_0000;
  return [
    ...[unsignedShort(at + 0x10, SIDE), unsignedShort(at + 0x11, SIDE), element(at + 0x40, 'CS', 'G')],
    ...[element(at + 0x50, 'SS', words([1, 1])), unsignedShort(at + 0x100, 1), unsignedShort(at + 0x102, 0)],
    ...(bits === undefined ? [] : [element(at + 0x3000, 'OW', words(bits))]),
  ];
}

const CROSS = Array.from({ length: SIDE }, (_, row) => (row === 7 || row === 8 ? 0xffff : 0b1_1000_0000));

/** Dark, so that white pixels are the overlay. */
const FILE = makeFile(
  {
    ...PIXELS,
    rows: SIDE,
    columns: SIDE,
    data: words(Array.from({ length: SIDE * SIDE }, (_, at) => at % 40)),
  },
  [decimals(0x00281050, 500), decimals(0x00281051, 1000), ...plane(0x6000, CROSS), ...plane(0x6002)],
);

/** Returns the brightness of the middle of the canvas. */
function middleOf(canvas: Locator): Promise<number | undefined> {
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return undefined;
    const { width, height } = element;
    return element.getContext('2d')?.getImageData(width >> 1, height >> 1, 1, 1).data[0];
  });
}

test('V puts the overlays away and brings them back; a key image has them and says what is missing', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  const drive = ready.admin.drive(ready.group);
  await drive.upload(new Blob([FILE]), { name: 'overlays.dcm', exam_id: id });
  await expect.poll(async () => (await drive.series(id)).items.length, { timeout: 240_000 }).toBe(1);
  await openPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  const shown = desk.getByRole('button', { name: 'Overlays' });
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
  await expect(shown).toHaveAttribute('aria-keyshortcuts', 'V');
  await expect(tile(desk)).toContainText('1 overlay of the file is drawn');
  await expect(tile(desk)).toContainText('1 overlay in the file is not drawn');
  await expect.poll(() => middleOf(painted(desk))).toBeGreaterThan(240);
  await shoot(desk, 'overlays-shown');

  await tile(desk).focus();
  await desk.keyboard.press('v');
  await expect(shown).toHaveAttribute('aria-pressed', 'false');
  await expect(tile(desk)).toContainText('1 overlay of the file is hidden');
  await expect.poll(() => middleOf(painted(desk))).toBeLessThan(60);
  await expectAccessible(desk, 'a tile without its overlays');
  await shoot(desk, 'overlays-hidden');

  await desk.keyboard.press('k');
  await expect(desk.getByText('The key image is in the report, with its overlays')).toBeVisible();
  const figure = report(desk).locator('figure[data-picture]');
  await expect(figure).toHaveText(/^Figure 1: Series .+, image 1, without 1 overlay of the file$/);
  await expect(figure).toHaveAttribute('style', /--picture: url\("blob:/);

  await shown.click();
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => middleOf(painted(desk))).toBeGreaterThan(240);
  await desk.keyboard.press('v');
  await desk.keyboard.press('r');
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
});

test('the sheet of keys lists it', async ({ desk }) => {
  await desk.keyboard.press('F1');
  await expect(desk.getByRole('dialog', { name: 'Handbook' })).toBeVisible();
  await desk.keyboard.press('F1');
  const sheet = desk.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet.getByRole('heading', { name: 'In a picture' })).toBeVisible();
  await sheet.getByRole('textbox').fill('overlays');
  await expect(sheet.getByText('Show or hide the overlays of the file')).toBeVisible();
});
