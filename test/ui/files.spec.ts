/** Tests the Files screen: upload, progress, folders, rename, move, preview, download, trash; and template import. */
import { readFileSync } from 'node:fs';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { expect, test, unlock } from './support/fixtures.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const MRRT = `<!doctype html><html><head><title>US neck</title>
<meta name="dcterms.title" content="US neck"><meta name="dcterms.type" content="IMAGE_REPORT_TEMPLATE">
<script>alert(1)</script></head><body>
<section data-section-name="Findings"><header class="level1">Findings</header>
<p>Thyroid <input type="text" id="vol" value="" title="volume"> mL</p></section></body></html>`;

test.describe('files', { tag: '@smoke' }, () => {
  test('uploads, previews, renames, moves, downloads and trashes', async ({ page, ready }) => {
    await unlock(page);
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('Key images');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Key images/ })).toBeVisible();

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    const big = Buffer.alloc(18 * 1024 * 1024, 7);
    await (await chooser).setFiles([
      { name: 'nodule.png', mimeType: 'image/png', buffer: PNG },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('tumour board notes\n') },
      { name: 'series.bin', mimeType: 'application/octet-stream', buffer: big },
    ]);
    await expect(page.getByText('3 sealed, 0 running, 0 paused, 0 failed')).toBeVisible();

    await page.getByRole('row', { name: /nodule.png/ }).click();
    await expect(page.getByRole('img', { name: 'Preview of nodule.png' })).toBeVisible();
    await page.getByRole('row', { name: /notes.txt/ }).click();
    await expect(page.getByText('tumour board notes')).toBeVisible();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).fill('board.txt');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /board.txt/ })).toBeVisible();

    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('combobox', { name: 'To folder' }).selectOption({ label: 'Key images' });
    await page.getByRole('button', { name: 'Move here' }).click();
    await expect(page.getByRole('row', { name: /board.txt/ })).toHaveCount(0);
    await page.getByRole('row', { name: /Key images/ }).dblclick();
    await expect(page.getByRole('heading', { name: 'Key images' }).first()).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toBe('tumour board notes\n');

    await page.getByRole('button', { name: 'Move to trash' }).click();
    await expect(page.getByText('Nothing in here')).toBeVisible();
    const trashed = await ready.admin.drive(ready.group).list({ state: 'deleted' }).toArray({ limit: 5 });
    expect(trashed.map((node) => node.name)).toEqual(['board.txt']);
  });

  test('the trash lists what a page of the server does not hold', async ({ page, ready }) => {
    const drive = ready.admin.drive(ready.group);
    for (let n = 0; n <= PAGE_LIMIT_MAX; n++) {
      const { node_id } = await drive.mkdir({ name: `Folder ${n}` });
      await drive.delete(node_id);
    }
    await unlock(page);
    await page.goto('/#/trash');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(String(PAGE_LIMIT_MAX + 1));
  });

  test('an upload in parts is paused on its way, resumed, and sealed whole', async ({ page, ready }) => {
    await unlock(page);
    await page.goto(`/#/files/${ready.group}`);
    // Hold the parts, so that the transfer stays in progress.
    await page.route('**/parts/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue().catch(() => undefined);
    });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles([
      { name: 'series.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(20 * 1024 * 1024, 3) },
    ]);
    await page.getByRole('button', { name: 'Pause series.bin' }).click();
    await expect(page.getByText(/Paused at/)).toBeVisible();
    await page.unroute('**/parts/*');
    await page.getByRole('button', { name: 'Resume series.bin' }).click();
    await expect(page.getByText('1 sealed, 0 running')).toBeVisible();
    const [node] = await ready.admin.drive(ready.group).list({ status: 'ready' }).toArray({ limit: 5 });
    expect(node?.size).toBe(20 * 1024 * 1024);
  });

  test('files dropped on the list are sealed into the open folder', async ({ page, ready }) => {
    await unlock(page);
    await page.goto(`/#/files/${ready.group}`);
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      return data;
    });
    const main = page.getByRole('main', { name: 'Files' });
    await main.dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Let go to seal them here')).toBeVisible();
    await main.dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.getByRole('row', { name: /dropped.txt/ })).toBeVisible();
  });
});

test.describe('templates', () => {
  test('an MRRT file is imported, what has no place in a report is listed', async ({ page, ready }) => {
    await unlock(page);
    await page.getByRole('link', { name: 'Templates' }).click();
    await expect(page.getByText('No templates yet')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await chooser).setFiles([
      { name: 'us-neck.html', mimeType: 'text/html', buffer: Buffer.from(MRRT) },
      { name: 'empty.html', mimeType: 'text/html', buffer: Buffer.from('<html></html>') },
    ]);
    const panel = page.getByRole('complementary', { name: 'Import' });
    await expect(panel).toContainText('1 template imported');
    await expect(panel).toContainText('Script');
    await expect(panel).toContainText('Not imported: empty.html');
    await panel.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('document', { name: 'US neck' })).toContainText('Thyroid');
    const [template] = await ready.admin.templates.list().toArray({ limit: 2 });
    expect(template?.summary?.title).toBe('US neck');
  });
});
