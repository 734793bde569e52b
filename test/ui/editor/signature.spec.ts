/** Tests personal signatures: created by signing, shown beside the report, verified on a separate page. */
import { readFileSync } from 'node:fs';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  openExam,
  report,
  saveState,
  sealBeside,
  sealExam,
  sealPatient,
  section,
  signAsFinal,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patientId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

const TEXT =
  section('59776-5', 'Findings', '<p>Lungs clear.</p>') +
  section('19005-8', 'Impression', '<p>Normal chest.</p>');

test('signing as final signs with both keys; the files prove it on a page without the vault', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: TEXT,
    patient_id: patientId,
    title: 'CT chest',
  });
  await openExam(desk, id);
  await report(desk).click();
  await signAsFinal(desk);
  await atVersion(desk, 2);
  const banner = desk.getByTestId('signature-banner');
  await expect(banner).toContainText('Signed as final by Dr A. Roe');
  const { items } = await ready.admin.exams.signatures(id);
  expect(items.map(({ intent, seq }) => [intent, seq])).toEqual([['final', 2]]);

  await banner.getByRole('button', { name: 'Details' }).click();
  const panel = desk.getByRole('complementary', { name: 'Signatures' });
  await expect(panel.getByRole('listitem')).toHaveText([
    /First key, Ed25519/,
    /Second key, ML-DSA-65/,
    /Text of version 2/,
    /Made a member by the founder/,
  ]);
  await expect(desk.getByRole('button', { name: 'Close panel' })).toBeInViewport({ ratio: 1 });
  await desk.screenshot({ path: 'test-results/signature.png' });
  await panel.getByRole('tab', { name: /History/ }).click();
  await expect(desk.getByRole('complementary', { name: 'History' })).toContainText(
    'Signed as final by Dr A. Roe',
  );

  await banner.getByRole('button', { name: 'Hand over' }).click();
  await expect(desk.getByRole('dialog', { name: /^Hand over/ })).toBeVisible();
  await desk.keyboard.press('Escape');

  const saved = async (name: string) => {
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      banner.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };
  const files = [await saved('Save report'), await saved('Save signature file')];
  const payload = files.map(({ name, path }) => ({
    name,
    mimeType: 'text/plain',
    buffer: readFileSync(path),
  }));

  await desk.keyboard.press('Control+p');
  await expect(desk.locator('.closing .proof')).toContainText('Signed as final by Dr A. Roe');
  await desk.keyboard.press('Escape');

  await desk.evaluate(() => {
    location.hash = '#/verify';
  });
  await desk.context().setOffline(true);
  const chooser = desk.getByTestId('verify-files');
  await chooser.setInputFiles(payload.slice(0, 1));
  await expect(desk.getByText(/Now drop the signature file of/)).toBeVisible();
  await chooser.setInputFiles(payload.slice(1));
  await expect(desk.getByRole('region', { name: 'This is the report that was signed' })).toContainText(
    'Dr A. Roe',
  );
  const changed = payload.map((file, at) =>
    at === 0 ? { ...file, buffer: Buffer.from(file.buffer.toString().replace('Normal', 'Abnormal')) } : file,
  );
  await chooser.setInputFiles(changed);
  const refused = desk.getByRole('region', { name: 'This is not the report that was signed' });
  await expect(refused.getByRole('listitem').first()).toContainText('The text was changed after signing');
  await expect(desk.getByText('2 reports checked: 1 good, 1 refused')).toBeVisible();
  const pdf = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 …') };
  await chooser.setInputFiles([pdf, ...payload.slice(1)]);
  const unbound = desk.getByRole('region', { name: 'This is a PDF' });
  await expect(unbound.getByRole('listitem').first()).toContainText('A signature cannot cover a PDF');
  await expect(unbound).toContainText('Ask for the report as HTML, Markdown or text');
  await desk.screenshot({ path: 'test-results/verify.png' });
  await desk.context().setOffline(false);
});

test('what is opened while a signature is still being read stays open', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: TEXT,
    patient_id: patientId,
    title: 'CT abdomen',
  });
  await openExam(desk, id);
  await report(desk).click();
  const held = Promise.withResolvers<void>();
  let isSigned = false;
  let reads = 0;
  // Hold only the request of signing; the event causes another.
  await desk.route(/\/signatures$/, async (route) => {
    if (route.request().method() === 'POST') isSigned = true;
    else if (isSigned && reads++ === 0) await held.promise;
    await route.continue();
  });
  await signAsFinal(desk);
  await desk.getByTestId('signature-banner').getByRole('button', { name: 'Details' }).click();
  const panel = desk.getByRole('complementary', { name: 'Signatures' });
  await expect(panel).toBeVisible();
  const read = desk.waitForResponse(/\/signatures$/);
  held.resolve();
  await (await read).finished();
  // Wait a turn, because the gate would close in the same one.
  await desk.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(panel.getByRole('region', { name: 'Dr A. Roe' })).toBeVisible();
});

test('a follow-up and a told result leave the report signed, on screen and on paper; a changed word does not', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html: TEXT,
    patient_id: patientId,
    title: 'CT delivered',
    status: 'final',
  });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Follow-up: none' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Follow-up' });
  await dialog.getByRole('textbox', { name: 'What and why' }).fill('CT in a year');
  await dialog.getByRole('button', { name: '3 months' }).click();
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  await atVersion(desk, 2);
  const banner = desk.getByTestId('signature-banner');
  await expect(banner).toContainText('Signed as final by Dr A. Roe');
  await expect(banner).toContainText('The text is exactly that of signed version 1.');
  await expect(saveState(desk)).toContainText('Later changes are addenda or amendments');
  await expect(saveState(desk).locator('.state')).toHaveClass(/s-final/);
  await shoot(desk, 'signed-noted');
  await desk.keyboard.press('Control+p');
  await expect(desk.getByText(/Signed as final by Dr A\. Roe.*two keys, fingerprint/)).toBeAttached();
  await desk.keyboard.press('Escape');
  await sealBeside(admin, id, (html) => html.replace('Lungs clear.', 'Lungs clean.'));
  await openExam(desk, await sealExam(admin, group, { title: 'Between' }));
  await openExam(desk, id);
  await expect(banner).toContainText('This version is not signed. Version 1 was.');
  await expect(saveState(desk)).toContainText('not signed. Another version was; open Signatures to see it.');
  await expect(saveState(desk).locator('.state')).toHaveClass(/s-draft/);
  await shoot(desk, 'signed-other');
  await desk.keyboard.press('Control+p');
  await expect(desk.getByText(/none of this text: another version was signed/)).toBeAttached();
  await expect(desk.getByText(/two keys, fingerprint/)).toHaveCount(0);
});
