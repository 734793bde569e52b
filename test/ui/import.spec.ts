/** Tests importing in the interface: counts before sending, named failures, no duplicates on repetition. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { expect, shareVault, test } from './support/fixtures.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const PATIENT = readdirSync(join(FIXTURES, 'fhir')).find((name) => name.startsWith('Chet')) ?? '';

let folder: string;

shareVault(async () => {
  folder = mkdtempSync(join(tmpdir(), 'srvault-import-'));
  mkdirSync(join(folder, 'study'));
  writeFileSync(join(folder, 'study', 'IM0001'), readFileSync(join(FIXTURES, 'dicom', 'CT_small.dcm')));
  writeFileSync(join(folder, 'chet.json'), readFileSync(join(FIXTURES, 'fhir', PATIENT)));
  writeFileSync(join(folder, 'broken.json'), '{"resourceType":');
  writeFileSync(join(folder, 'cut.dcm'), 'no picture');
  writeFileSync(join(folder, 'letter.txt'), 'Dear colleague');
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function choose(page: Page) {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('import fhir');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await (await chooser).setFiles(folder);
  await expect(dialog.getByText('Nothing was imported yet.')).toBeVisible();
  return dialog;
}

test('a folder of FHIR and DICOM is counted, imported, and imported again without a change', async ({
  ready,
  desk,
}) => {
  const dialog = await choose(desk);
  const row = (name: RegExp) => dialog.getByRole('row', { name });
  await expect(row(/Patient ready to import 1/)).toBeVisible();
  await expect(row(/DICOM study ready to import 1/)).toBeVisible();
  await expect(dialog.getByText('2 cannot be imported')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'broken.json' })).toContainText('not JSON');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'cut.dcm' })).toContainText('not a DICOM file');
  await dialog.getByText('1 skipped').click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'letter.txt' })).toBeVisible();
  expect((await ready.admin.patients.list({ limit: 1 }).page()).items).toEqual([]);

  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(row(/Patient created 1/)).toBeVisible();
  await expect(row(/DICOM study created 1/)).toBeVisible();
  await expect(dialog.getByText('1 exam has no patient yet')).toBeVisible();
  // What needs a person stands above the table, whose lines fill the dialog.
  const top = async (words: string) => (await dialog.getByText(words).boundingBox())?.y ?? 0;
  const table = (await dialog.getByRole('table').boundingBox())?.y ?? 0;
  for (const words of ['1 exam has no patient yet', '2 cannot be imported'])
    expect(await top(words)).toBeLessThan(table);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeVisible();
  const [patient] = (await ready.admin.patients.list({ limit: 2 }).page()).items;
  expect(patient?.summary?.display_name).toMatch(/Thompson/);
  const studies = (await ready.admin.exams.list({ modality: 'CT' }).page()).items;
  expect(studies).toHaveLength(1);
  const files = await ready.admin
    .drive(ready.group)
    .list({ exam_id: studies[0]?.index.document_id ?? '', kind: 'file' })
    .page();
  expect(files.items).toHaveLength(1);

  const again = await choose(desk);
  await again.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(again.getByRole('row', { name: /Patient already here 1/ })).toBeVisible();
  await expect(again.getByRole('row', { name: /DICOM study already here 1/ })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(again).toBeHidden();
});

test('files dropped on the window are counted at once, failures by name, and come in', async ({
  ready,
  desk,
}) => {
  const files = ['IM0001', 'cut.dcm'].map((name) => ({
    name,
    base64: changedCt({ [TAGS.study]: '1.2.826.0.1.3680043.10.93.1' })
      .subarray(0, name === 'cut.dcm' ? 100 : undefined)
      .toString('base64'),
  }));
  const exams = () => ready.admin.exams.list({ limit: 100 }).toArray({ limit: 100 });
  const before = await exams();
  const wasTaken = await desk.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name));
    }
    const dropped = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('main')?.dispatchEvent(dropped);
    return dropped.defaultPrevented;
  }, files);
  expect(wasTaken).toBe(true);
  const dialog = desk.getByRole('dialog', { name: 'Import' });
  await expect(dialog.getByRole('row', { name: /DICOM study ready to import 1/ })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'cut.dcm' })).toContainText('not a DICOM file');
  expect(await exams()).toHaveLength(before.length);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('row', { name: /DICOM study created 1/ })).toBeVisible();
  expect(await exams()).toHaveLength(before.length + 1);
});

test('a disc dropped on the window comes in with all that lies in its folders, and its DICOMDIR is no failure', async ({
  ready,
  desk,
}) => {
  const disc = join(folder, 'disc');
  cpSync(join(FIXTURES, 'dicom', 'dicomdir'), disc, { recursive: true });
  const exams = () => ready.admin.exams.list({ limit: 100 }).toArray({ limit: 100 });
  const before = await exams();
  await dropFolder(desk, disc);
  const dialog = desk.getByRole('dialog', { name: 'Import' });
  await expect(dialog).toBeVisible();
  // Each of the 31 files is read first.
  await expect(dialog.getByRole('row', { name: /DICOM study ready to import 6/ })).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog.getByText('cannot be imported')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('31 files were read. What was created is sealed.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /DICOM study created 6/ })).toBeVisible();
  const made = await exams();
  expect(made).toHaveLength(before.length + 6);
});

/** Drops a folder by path, so that the page reads it itself. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  await session.detach();
}
