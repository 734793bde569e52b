/**
 * Tests what a hand-over page may claim. Anyone with file and passphrase can change and reseal it, so it must not
 * call such text signed.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { BUNDLE_HEADER } from '#crypto/handover/handover-format.ts';
import { deriveHandoverKey, openJwe } from '#crypto/handover/open-handover.ts';
import { createHandoverSealer } from '#crypto/handover/seal-handover.ts';
import { signatureFileText } from '#crypto/proof/signature-file.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { type PageWatch, watchPage } from './support/page-watch.ts';
import { sealExam, sealPatient, section } from './support/report-page.ts';

const PASSPHRASE = 'harbour slate ninth lantern';
const FIGURES = ['00', '01'].map(
  (end) => `<figure data-picture="0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e${end}">An image</figure>`,
);
const HTML = section('59776-5', 'Findings', `<p>A nodule of 11 mm.</p>${FIGURES.join('')}`);

type Resource = Record<string, unknown> & { readonly resourceType: string; readonly id: string };
interface Bundle {
  readonly entry: { resource: Resource }[];
}

let file: string;
/** The same report as Markdown: a form that the signature binds as well. */
let markdown: string;
/** Of a second version of another patient's report. */
let foreignSignature: string;
const watches: PageWatch[] = [];

test.afterEach(() => {
  for (const watch of watches.splice(0)) watch.check();
});

shareVault(async ({ admin, group }) => {
  const patient_id = await sealPatient(admin, group);
  const id = await sealExam(admin, group, { html: HTML, patient_id, title: 'CT chest', status: 'final' });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  const pieces: Uint8Array[] = [];
  for await (const piece of await admin.exchange.handOver(id, { passphrase: PASSPHRASE, files: [] }))
    pieces.push(piece);
  file = Buffer.concat(pieces).toString('utf8');
  const { bytes } = await admin.exams.reportFile(id, { format: 'md' });
  markdown = Buffer.from(bytes).toString('utf8');
  const other = await sealExam(admin, group, { html: HTML, title: 'MR brain', status: 'final' });
  const { version_id: second } = await admin.exams.edit(other, (record) => ({ ...record, title: 'MR head' }));
  const signed = await admin.exams.sign(other, { version_id: second ?? '', intent: 'final' });
  foreignSignature = signatureFileText(signed.file);
});

/** Opens the bundle, changes it and reseals it under the same passphrase. */
async function resealed(change: (bundle: Bundle) => void): Promise<string> {
  const block = (id: string) => new RegExp(`(id="${id}">)([^<]*)`);
  const opening = JSON.parse(block('opening').exec(file)?.[2] ?? '');
  const key = await deriveHandoverKey(PASSPHRASE, opening.kdf, () => undefined);
  if (key === undefined) throw new Error('The passphrase is not the one the file commits to.');
  const plain = openJwe(key, block('bundle').exec(file)?.[2] ?? '', BUNDLE_HEADER);
  const bundle: Bundle = JSON.parse(new TextDecoder().decode(plain));
  change(bundle);
  const { kdf, seal } = await createHandoverSealer(PASSPHRASE);
  const sealed = seal(BUNDLE_HEADER, new TextEncoder().encode(JSON.stringify(bundle)));
  return file
    .replace(block('opening'), (_all, tag: string) => `${tag}${JSON.stringify({ ...opening, kdf })}`)
    .replace(block('bundle'), (_all, tag: string) => `${tag}${sealed}`);
}

async function open(browser: Browser, html: string): Promise<Page> {
  const path = join(mkdtempSync(join(tmpdir(), 'srvault-handover-')), 'handover.html');
  writeFileSync(path, html);
  const context = await browser.newContext({ offline: true, locale: 'en-GB' });
  const page = await context.newPage();
  // A file has no origin.
  watches.push(watchPage(page, 'null'));
  await page.goto(pathToFileURL(path).href);
  await page.getByLabel(/^Passphrase/).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.locator('#opened')).toBeVisible();
  return page;
}

const find = ({ entry }: Bundle, type: string) => {
  const found = entry.find(({ resource }) => resource.resourceType === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found.resource;
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

function changeText(bundle: Bundle): void {
  find(bundle, 'DiagnosticReport')['presentedForm'] = [
    { contentType: 'text/html; charset=utf-8', data: base64('<p>No malignancy. Discharge.</p>') },
  ];
}

test('the text and the patient shown under a signature that holds are those it binds', async ({
  browser,
}) => {
  const page = await open(browser, file);
  await expect(page.locator('#signatures')).toContainText('The signatures are valid');
  await expect(page.locator('#signatures')).not.toContainText('differs');
  await expect(page.locator('#signatures')).toContainText('srvault verify-report');
  await expect(page.locator('#report')).toContainText('A nodule of 11 mm.');
  await expect(page.locator('#patient')).toHaveText('Mirela Ana Kastellan');
  await expect(page.locator('#patient-lines')).toContainText('14 Mar 1961');
  await expect(page.locator('#exam')).toHaveText('CT chest');
  await page.screenshot({ path: 'test-results/handover-proof.png' });
  await page.context().close();
});

test('a changed text, patient, title and signer are not shown as signed, and named as different', async ({
  browser,
}) => {
  const html = await resealed((bundle) => {
    changeText(bundle);
    find(bundle, 'DiagnosticReport')['code'] = { text: 'CT abdomen' };
    find(bundle, 'Patient')['name'] = [{ text: 'Somebody Else' }];
    const [signature] = JSON.parse(JSON.stringify(find(bundle, 'Provenance')['signature']));
    find(bundle, 'Provenance')['signature'] = [{ ...signature, who: { display: 'Dr Other' } }];
  });
  const page = await open(browser, html);
  await expect(page.locator('#report')).toContainText('A nodule of 11 mm.');
  await expect(page.locator('#patient')).toHaveText('Mirela Ana Kastellan');
  await expect(page.locator('#exam')).toHaveText('CT chest');
  await expect(page.locator('#opened')).not.toContainText(/No malignancy|Somebody Else|CT abdomen|Dr Other/);
  for (const part of ['text', 'name', 'title'])
    await expect(page.locator('#signatures .bad').filter({ hasText: part })).toContainText(
      'differs from the signed one',
    );
  await page.screenshot({ path: 'test-results/handover-differs.png' });
  await page.context().close();
});

test('a text without signed bytes is nobody’s, whatever an earlier version was signed as', async ({
  browser,
}) => {
  const html = await resealed((bundle) => {
    changeText(bundle);
    bundle.entry.splice(
      bundle.entry.findIndex(({ resource }) => resource.id === 'signed-report'),
      1,
    );
    find(bundle, 'Parameters')['parameter'] = [{ name: 'version', valueInteger: 9 }];
  });
  const page = await open(browser, html);
  await expect(page.locator('#report')).toContainText('No malignancy. Discharge.');
  await expect(page.locator('#signatures')).not.toContainText('The signatures are valid');
  await expect(page.locator('#signatures .good')).toHaveCount(0);
  await expect(page.locator('#signatures .bad')).toContainText('Nobody signed this text');
  await page.screenshot({ path: 'test-results/handover-unsigned.png' });
  await page.context().close();
});

test('a changed signed report is not shown as signed', async ({ browser }) => {
  const html = await resealed((bundle) => {
    changeText(bundle);
    const signed = bundle.entry.find(({ resource }) => resource.id === 'signed-report');
    if (signed === undefined) throw new Error('no signed report');
    signed.resource['content'] = [
      { attachment: { contentType: 'text/html', data: base64('<main><p>All well.</p></main>') } },
    ];
  });
  const page = await open(browser, html);
  await expect(page.locator('#signatures .good')).toHaveCount(0);
  await expect(page.locator('#signatures .bad')).toContainText('A signature is not valid');
  await page.context().close();
});

test('no words of the sender’s stand in the signed text in the place of pictures', async ({ browser }) => {
  const html = await resealed((bundle) => {
    const [missing, broken] = bundle.entry.filter(({ resource }) => resource.resourceType === 'Media');
    if (missing === undefined || broken === undefined) throw new Error('no figures');
    missing.resource['content'] = { title: 'Addendum of Dr Other: no malignancy.' };
    Object.assign(broken.resource, {
      ...{ status: 'completed', width: 10, height: 10 },
      content: { contentType: 'image/png', title: 'Addendum: discharge.', data: base64('no picture') },
    });
  });
  const page = await open(browser, html);
  await expect(page.locator('#signatures')).toContainText('The signatures are valid');
  await expect(page.locator('#report figure').filter({ hasText: 'Picture not shown.' })).toHaveCount(2);
  await expect(page.locator('#report')).not.toContainText(/Addendum/);
  await expect(page.locator('#report img')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/handover-no-pictures.png' });
  await page.context().close();
});

test('a signature of another report is not said to be of an earlier version', async ({ browser }) => {
  const html = await resealed((bundle) => {
    const own = JSON.parse(JSON.stringify(find(bundle, 'Provenance')));
    own.id = 'another';
    own.signature[0].data = base64(foreignSignature);
    bundle.entry.push({ resource: own });
  });
  const page = await open(browser, html);
  const signatures = page.locator('#signatures');
  await expect(signatures).toContainText('another text');
  await expect(signatures).not.toContainText('an earlier version.');
  await expect(signatures.locator('.good')).toHaveCount(0);
  await expect(signatures.locator('.bad')).toContainText('A signature is not valid');
  await page.context().close();
});

test('another signed form of the report is no page to show', async ({ browser }) => {
  const html = await resealed((bundle) => {
    changeText(bundle);
    const signed = bundle.entry.find(({ resource }) => resource.id === 'signed-report');
    if (signed === undefined) throw new Error('no signed report');
    signed.resource['content'] = [{ attachment: { contentType: 'text/html', data: base64(markdown) } }];
  });
  const page = await open(browser, html);
  await expect(page.locator('#signatures .good')).toHaveCount(0);
  await expect(page.locator('#signatures .bad')).toContainText('A signature is not valid');
  await expect(page.locator('#signatures')).toContainText('ask the sender');
  await page.context().close();
});
