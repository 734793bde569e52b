/** Tests accidental loss or confusion outside a report: Back, selects beside a button, trashed patients, imports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { openExam, sealExam, sealPatient } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Throw away what you typed?' });
const goOn = (page: Page) => question(page).getByRole('button', { name: 'Go on editing' }).click();
const worklist = (page: Page) => page.getByRole('link', { name: 'Worklist' }).click();

test('Back after a refused link asks once more, and leads to where one came from', async ({ desk }) => {
  await goTo(desk, 'patients');
  await desk.getByRole('button', { name: 'New patient' }).click();
  const name = desk.getByRole('textbox', { name: 'Legal name' });
  await name.fill('Typed Before');
  const leave = desk.getByRole('dialog');
  for (const away of [() => worklist(desk), () => desk.evaluate(() => history.back())]) {
    await away();
    await expect(leave).toBeVisible();
    await leave.getByRole('button').first().click();
    await expect(leave).toHaveCount(0);
    await expect(name).toHaveValue('Typed Before');
    await expect.poll(() => desk.url()).toContain('#/patients/new');
  }
  await desk.evaluate(() => history.back());
  await leave.getByRole('button').nth(1).click();
  await expect(desk.getByRole('grid', { name: 'Patients' })).toBeVisible();
});

test('a chosen member, a chosen co-signer and typed systems are asked about', async ({ desk, ready }) => {
  const { admin, group } = ready;
  for (const display_name of ['Dr M. Stand', 'Dr P. Quill']) {
    await admin.principals.invite({ display_name, groups: [] });
  }
  await goTo(desk, 'settings/groups');
  const members = desk.getByRole('complementary', { name: /Members of/ });
  const role = members.getByRole('combobox', { name: 'Role', exact: true });
  await role.selectOption('owner');
  await worklist(desk);
  await goOn(desk);
  await expect(role).toHaveValue('owner');
  await members.getByRole('button', { name: 'Add', exact: false }).last().click();
  await expect(members.getByRole('listitem').filter({ hasText: /Stand|Quill/ })).toBeVisible();
  await worklist(desk);
  await expect(desk.getByRole('heading', { name: 'Today and open' }), 'added: nothing is lost').toBeVisible();

  await goTo(desk, 'settings/outbox');
  const systems = desk.getByRole('textbox', { name: 'Systems' });
  await systems.fill('ris=ris.clinic.example:2575');
  await worklist(desk);
  await goOn(desk);
  await desk.getByRole('button', { name: 'Keep the systems' }).click();
  await expect(desk.getByText('Saved', { exact: true })).toBeVisible();
  await worklist(desk);
  await expect(desk.getByRole('heading', { name: 'Today and open' })).toBeVisible();

  const id = await sealExam(admin, group, { patient_id, status: 'final' });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  await openExam(desk, id);
  await desk.getByTestId('signature-banner').getByRole('button', { name: 'Details' }).click();
  const panel = desk.getByRole('complementary', { name: 'Signatures' });
  const who = panel.getByRole('combobox', { name: 'Who' });
  await who.selectOption({ index: 1 });
  await desk.getByRole('tab', { name: /History/ }).click();
  await goOn(desk);
  await expect(who).not.toHaveValue('');
  await panel.getByRole('button', { name: 'Ask to co-sign' }).click();
  await expect(panel.getByText('Not co-signed yet')).toBeVisible();
  await desk.getByRole('tab', { name: /History/ }).click();
  await expect(question(desk)).toHaveCount(0);
});

test('a patient with exams is asked about before the trash, and the exams tell of it', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const { index } = await admin.patients.create({
    security_group_id: group,
    record: { display_name: 'Zander, Three', birth_date: '1970-01-02' },
  });
  await sealExam(admin, group, { title: 'CT open', patient_id: index.document_id, html: '' });
  await goTo(desk, `patients/${index.document_id}`);
  const toTrash = async () => {
    await desk.getByRole('button', { name: 'More' }).click();
    await desk.getByRole('menuitem', { name: 'Move to trash' }).click();
  };
  await toTrash();
  const ask = desk.getByRole('dialog', { name: 'Move Zander, Three to the trash?' });
  await expect(ask.getByRole('button', { name: 'Keep the patient' })).toBeFocused();
  await shoot(desk, 'trash-question');
  await desk.keyboard.press('Enter');
  await expect(ask).toHaveCount(0);
  await toTrash();
  await ask.getByRole('button', { name: 'Move to trash' }).click();
  await expect(desk.getByText('In the trash: Zander, Three')).toBeVisible();
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: /All exams/ }).click();
  const row = desk.getByRole('grid', { name: 'Exams' }).getByRole('row').filter({ hasText: 'CT open' });
  await expect(row).toContainText('in the trash');
  await shoot(desk, 'trash-mark');
  await row.dblclick();
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('in the trash');
  await shoot(desk, 'trash-mark-report');
});

test('an import names whose records the files hold, and asks before it stops', async ({ desk }) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-names-'));
  const study = '1.2.826.0.1.3680043.10.95.1';
  for (let at = 0; at < 40; at += 1) {
    const names = { [TAGS.patient_name]: 'Brant^Elio', [TAGS.study]: study };
    const numbers = { [TAGS.series]: `${study}.1`, [TAGS.instance]: `${study}.1.${at}` };
    writeFileSync(join(folder, `IM${at}.dcm`), changedCt({ ...names, ...numbers }));
  }
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('import fhir');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Import', exact: true });
  const chooser = desk.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await (await chooser).setFiles(folder);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Brant, Elio' })).toContainText('40 images');
  await shoot(desk, 'import-names');
  // Hold the request, so that it is still sealing.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await desk.route('**/v1/exams', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Sealing into the vault…')).toBeVisible();
  await desk.keyboard.press('Escape');
  const stop = desk.getByRole('dialog', { name: 'Stop the import?' });
  await expect(stop.getByRole('button', { name: 'Go on importing' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(stop).toHaveCount(0);
  letGo();
  await expect(dialog.getByRole('row', { name: /DICOM study created 1/ })).toBeVisible();
  await desk.unroute('**/v1/exams');
  await dialog.getByRole('button', { name: 'Done' }).click();
  rmSync(folder, { recursive: true, force: true });
});

test.describe('at 1440 pixels', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('rows of exams and patients are one line', async ({ desk, ready }) => {
    const title = 'CT chest with contrast, follow-up';
    // The patient's newest exam, which the list names.
    await sealExam(ready.admin, ready.group, { title, patient_id, exam_date: '2026-06-12T07:40:00Z' });
    for (const [route, name] of [
      ['worklist', 'Exams'],
      ['patients', 'Patients'],
    ] as const) {
      await goTo(desk, route);
      if (route === 'worklist') await desk.getByRole('button', { name: /All exams/ }).click();
      const row = desk
        .getByRole('grid', { name })
        .getByRole('row')
        .filter({ hasText: 'Kastellan, Mirela' })
        .filter({ hasText: title });
      await expect(row).toBeVisible();
      expect((await row.boundingBox())?.height).toBeLessThan(40);
      await shoot(desk, `rows-${route}`);
    }
  });
});
