/** Tests that communications under a wrong patient's name do not count after the report is moved. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { listenForMllp } from '#test/support/mllp-listener.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { openExam, report, SHORT_REPORT } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';
import { daysFromNow, followUp } from './support/tracked-exam.ts';

shareVault();

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Correct the exam' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Critical result' });
const banner = (page: Page) => page.getByTestId('moved-report');
const WRONG = 'Brandt, Ilse';
const RIGHT = 'Ostrander-Vey, Halvor';

async function newPatient(client: VaultClient, group: string, display_name: string): Promise<string> {
  const view = await client.patients.create({
    security_group_id: group,
    record: {
      display_name,
      birth_date: '1968-02-02',
      identifiers: [{ type: 'MRN', value: display_name.slice(0, 8) }],
    },
  });
  return view.index.document_id;
}

/** Seals an exam with a communicated critical result and a closed follow-up, both under the wrong patient. */
async function sealTold(client: VaultClient, group: string, wrong: string, status: string | undefined) {
  const done = { exam_id: null, reason: 'was told and declined', done_by: 'Dr A. Roe', done_at: 't' };
  const view = await client.exams.create({
    security_group_id: group,
    patient_id: wrong,
    record: {
      title: 'CT abdomen',
      modality: 'CT',
      exam_date: daysFromNow(-1),
      report_html: SHORT_REPORT,
      custom_attributes: {
        ...(status === undefined ? {} : { report: { status } }),
        critical_result: {
          category: 'red',
          finding: 'Free air',
          found_at: `${daysFromNow(-1)}T10:00:00.000Z`,
          told_whom: 'Dr Stand, surgery',
          how: 'phone',
          told_at: `${daysFromNow(-1)}T10:05:00.000Z`,
          read_back: true,
        },
        follow_ups: [{ ...followUp('MR of the liver', daysFromNow(20)), done }],
      },
    },
  });
  return view;
}

async function choose(page: Page, label: string, typed: string): Promise<void> {
  const picker = sheet(page).getByRole('combobox', { name: label, exact: true });
  await picker.fill(typed);
  await expect(sheet(page).getByRole('option')).toHaveCount(1);
  await picker.press('Enter');
}

async function move(page: Page, act: string, asksBoth: boolean): Promise<void> {
  await page.keyboard.press('F2');
  await sheet(page).getByRole('button', { name: 'Another patient' }).click();
  await choose(page, 'Patient', 'ostr');
  await expect(sheet(page).getByText(/Dr Stand, surgery was told of the critical result/)).toBeVisible();
  if (asksBoth) await choose(page, 'Patient the report is moved from', 'brandt');
  await sheet(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('reported at the wrong patient');
  await sheet(page).getByRole('button', { name: act }).click();
  if (asksBoth) {
    // A signed report is checked under its new name first; the next press signs it.
    await expect(sheet(page).getByRole('alert')).toContainText(
      'The critical result was told under another patient’s name',
    );
    await page.waitForTimeout(1_500);
    await sheet(page).getByRole('button', { name: act }).click();
  }
  await expect(sheet(page)).toBeHidden();
}

test('a signed report: told under the wrong name is untold everywhere until it is confirmed', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const wrong = await newPatient(admin, group, WRONG);
  const right = await newPatient(admin, group, RIGHT);
  const sealed = await sealTold(admin, group, wrong, 'final');
  const id = sealed.index.document_id;
  await admin.exams.sign(id, { version_id: sealed.version_id ?? '', intent: 'final' });
  const ris = await listenForMllp(['AA']);
  await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
  await admin.exchange.hl7.queue(id, { receiver: 'ris' });
  await expect.poll(() => ris.received.length).toBe(1);
  await openExam(desk, id);
  await expect(desk.getByRole('button', { name: /Critical result: told Dr Stand/ })).toBeVisible();
  await move(desk, 'Seal and sign as corrected', true);

  const status = desk.getByRole('button', { name: `Critical result: told under the name of ${WRONG}` });
  await expect(status).toBeVisible();
  await expect(banner(desk)).toContainText(`this report belonged to ${WRONG}`);
  await expect(banner(desk)).toContainText('Recommended under that name: MR of the liver');
  await expect(banner(desk)).toContainText('Sent under that name to ris');
  await ris.close();
  await expectAccessible(desk, 'a moved report');
  await shoot(desk, 'moved-report');
  const moved = await admin.exams.get(id);
  expect(moved.index.meta.patient_id).toBe(right);
  expect(moved.summary.critical_result).toMatchObject({
    told_whom: '',
    told_at: '',
    read_back: false,
    told_before: [{ told_whom: 'Dr Stand, surgery', patient_id: wrong }],
  });
  expect(moved.summary.follow_ups).toMatchObject([{ done: null, stood_under: [{ patient_id: wrong }] }]);

  await goTo(desk, 'worklist');
  await expect(desk.getByRole('link', { name: '1 critical result not told' })).toBeVisible();
  await goTo(desk, 'worklist/critical');
  const grid = desk.getByRole('grid', { name: 'Critical results' });
  await expect(grid).toContainText(`told under the name of ${WRONG}`);
  await grid.getByRole('row').filter({ hasText: 'Free air' }).click();
  const panel = desk.getByRole('complementary', { name: 'Follow-up' });
  await expect(panel).toContainText(/Told Dr Stand, surgery, .* under the name of Brandt, Ilse/);
  await shoot(desk, 'moved-report-tracker');
  await goTo(desk, 'worklist/follow-ups');
  await desk.getByRole('row').filter({ hasText: 'MR of the liver' }).click();
  await expect(panel).toContainText(`Belonged to ${WRONG} until then; what was done there`);

  await openExam(desk, id);
  await status.click();
  await expect(
    dialog(desk).getByText(`This result counts as not told for ${RIGHT}.`, { exact: false }),
  ).toBeVisible();
  await shoot(desk, 'moved-report-confirm');
  await dialog(desk)
    .getByRole('button', { name: `Confirm for ${RIGHT}` })
    .click();
  await expect(dialog(desk)).toHaveCount(0);
  await expect(desk.getByRole('button', { name: /Critical result: told Dr Stand/ })).toBeVisible();
  const confirmed = await admin.exams.get(id);
  expect(confirmed.summary.critical_result).toMatchObject({
    told_whom: 'Dr Stand, surgery',
    told_patient_id: right,
    told_before: [{ patient_id: wrong }],
  });
  await banner(desk).getByRole('button', { name: 'Confirm: everyone who had it was told' }).click();
  await expect(banner(desk)).toHaveCount(0);
  // Later notes do not change the text, so the corrected version's signature stays valid.
  await expect(desk.getByText(/After signing, only notes beside the text changed/)).toBeVisible();
  await goTo(desk, 'worklist');
  await expect(desk.getByRole('link', { name: /critical result not told/ })).toHaveCount(0);
});

test('an exam that is being written: the gate stops until somebody tells again', async ({ desk, ready }) => {
  const { admin, group } = ready;
  const wrong = await newPatient(admin, group, 'Brandtner, Ilse');
  await newPatient(admin, group, 'Ostrowski, Halina');
  const { index } = await sealTold(admin, group, wrong, undefined);
  await openExam(desk, index.document_id);
  await desk.keyboard.press('F2');
  await sheet(desk).getByRole('button', { name: 'Another patient' }).click();
  await choose(desk, 'Patient', 'ostrow');
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('wrong patient');
  await sheet(desk).getByRole('button', { name: 'Seal the change' }).click();
  await expect(sheet(desk)).toBeHidden();
  await expect(banner(desk)).toContainText('this exam belonged to Brandtner, Ilse');
  await report(desk).focus();
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toContainText('The critical result was told under another patient’s name');
  await shoot(desk, 'moved-report-gate');
  await gate.getByRole('button', { name: 'Record critical result' }).click();
  await dialog(desk).getByLabel('Told whom').fill('Dr Falk, ward 3');
  await dialog(desk).getByRole('textbox', { name: 'Told at' }).focus();
  await desk.keyboard.press('n');
  await dialog(desk).getByText('Read back by the receiver').click();
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await expect(gate).not.toContainText('told under another patient');
});
