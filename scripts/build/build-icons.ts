/**
 * Draws the application icons from `resources/icons/app-icon.svg` with Chromium and packs them as ICO, ICNS and PNG.
 * The results are committed; run it again after changing the drawing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { findOrInstallChromium } from '#scripts/find-chromium.ts';
import { type Picture, packIcns, packIco } from '#scripts/icons/icon-containers.ts';

const FOLDER = join(ROOT, 'resources', 'icons');
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
const ICO_SIZES: ReadonlySet<number> = new Set([16, 24, 32, 48, 64, 128, 256]);
const LINUX_SIZES: ReadonlySet<number> = new Set([16, 32, 48, 64, 128, 256, 512]);
/** Largest size that uses the simplified drawing: wider ring, one line of the stem. */
const SMALL_PX = 32;

function drawingFor(svg: string, size: number): string {
  if (size > SMALL_PX) return svg;
  return svg
    .replace('stroke-width="34"', 'stroke-width="44"')
    .replace(
      /<rect x="235"[^>]*>\s*<rect x="225"[^>]*>\s*<rect x="215"[^>]*>/,
      '<rect x="225" y="255" width="62" height="84" rx="6"/>',
    );
}

async function draw(page: Page, svg: string, size: number): Promise<Picture> {
  await page.setViewportSize({ width: size, height: size });
  const image = Buffer.from(drawingFor(svg, size)).toString('base64');
  await page.setContent(
    `<style>*{margin:0}</style><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${image}">`,
  );
  return { size, png: await page.screenshot({ omitBackground: true }) };
}

const executablePath = findOrInstallChromium();
if (executablePath === undefined) throw new Error('No Chromium to draw with.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
const svg = readFileSync(join(FOLDER, 'app-icon.svg'), 'utf8');
const pictures: Picture[] = [];
for (const size of SIZES) pictures.push(await draw(page, svg, size));
await browser.close();

mkdirSync(join(FOLDER, 'linux'), { recursive: true });
writeFileSync(join(FOLDER, 'app-icon.ico'), packIco(pictures.filter(({ size }) => ICO_SIZES.has(size))));
writeFileSync(join(FOLDER, 'app-icon.icns'), packIcns(pictures));
for (const { size, png } of pictures.filter((picture) => LINUX_SIZES.has(picture.size))) {
  writeFileSync(join(FOLDER, 'linux', `${size}x${size}.png`), png);
}
