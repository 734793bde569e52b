/** Tests the focus: never on the page body, and restored to its earlier place. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { beLate } from './support/late-page.ts';
import {
  atVersion,
  field,
  openExam,
  report,
  saveState,
  sealExam,
  sealPatient,
  section,
  shell,
} from './support/report-page.ts';
import { SETTINGS } from './support/screens.ts';

let patientId: string;
let examId: string;
let signedId: string;
let fieldsId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
  examId = await sealExam(admin, group, { patient_id: patientId, title: 'CT one' });
  signedId = await sealExam(admin, group, { patient_id: patientId, title: 'CT two', status: 'final' });
  fieldsId = await sealExam(admin, group, {
    title: 'US fields',
    html: section(
      '59776-5',
      'Findings',
      `<p>Liver ${field('f1', 'Liver')} and ${field('f2', 'Spleen')}.</p>`,
    ),
  });
});

/** Returns the focused element's name; BODY must never have it. */
async function somewhere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY');
}

test('every screen takes the focus', async ({ desk }) => {
  const routes = [
    ...['worklist', 'patients', 'patients/new', `patients/${patientId}`, `patients/${patientId}/edit`],
    ...['templates', 'files', 'trash', `exams/${examId}`, `exams/${signedId}`],
    ...['worklist/follow-ups', 'worklist/critical', 'worklist/to-match', 'verify'],
    ...SETTINGS.map((name) => `settings/${name}`),
  ];
  for (const route of [...routes, ...routes.toReversed()]) {
    await goTo(desk, route);
    await expect(desk.getByRole('main').first()).toBeVisible();
    await somewhere(desk);
  }
});

test('a report that opens takes the focus and the next key', async ({ desk }) => {
  await goTo(desk, 'worklist');
  await desk.getByRole('grid', { name: 'Exams' }).getByText('CT one').click();
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('First words. ');
  await expect(report(desk).locator('p').first()).toHaveText('First words. Lungs clear.');
});

test('a report with open fields opens in the first, its content selected', async ({ desk }) => {
  await openExam(desk, fieldsId);
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('normal');
  await expect(report(desk)).toContainText('Liver normal and');
});

test('a report opened again has its caret where it was', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await report(desk).getByText('No acute finding.').click();
  await desk.keyboard.press('End');
  await goTo(desk, 'worklist');
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await openExam(desk, id);
  const outline = desk.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('link', { name: /Impression/ })).toHaveAttribute('aria-current', 'true');
  await expect(desk.getByRole('contentinfo')).toContainText(/^Impression/);
  await desk.keyboard.type(' Again.');
  await expect(report(desk)).toContainText('No acute finding. Again.');
  await desk.keyboard.press('Control+Alt+L');
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type(' Unlocked.');
  await expect(report(desk)).toContainText('No acute finding. Again. Unlocked.');
});

test('an addendum begins with the caret in its empty line, an amendment in the text', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { status: 'final' });
  await openExam(desk, id);
  await expect(report(desk)).toBeFocused();
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Later words.');
  await expect(report(desk).locator('p').first()).toHaveText('Later words.');
  await openExam(desk, await sealExam(ready.admin, ready.group, { status: 'final' }));
  await desk.getByRole('button', { name: 'Amend' }).click();
  await desk.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Side was wrong');
  await desk.keyboard.press('Enter');
  await expect(report(desk)).not.toHaveAttribute('aria-readonly', 'true');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Side. ');
  await expect(report(desk).locator('p').first()).toHaveText('Side. Lungs clear.');
});

/** Delays timers and frames, so that keys come first. */
const late = (page: Page) => page.evaluate(beLate, { timers: 400 });

test('no key is lost between a command of the palette, or a dialog, and the text it opens', async ({
  ready,
  desk,
}) => {
  const signed = async () => {
    await openExam(desk, await sealExam(ready.admin, ready.group, { status: 'final' }));
    await expect(report(desk)).toBeFocused();
  };
  const pick = async (command: string) => {
    await desk.keyboard.press('Control+K');
    await desk.keyboard.type(command);
    await expect(desk.getByRole('option').first()).toContainText(command);
    await desk.keyboard.press('Enter');
  };
  await signed();
  await late(desk);
  await pick('Add addendum');
  await desk.keyboard.type('Small effusion.');
  await expect(report(desk).locator('p').first()).toHaveText('Small effusion.');
  await signed();
  await pick('Amend');
  await desk.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Side was wrong');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('Side. ');
  await expect(report(desk).locator('p').first()).toHaveText('Side. Lungs clear.');
  await ready.admin.templates.create({
    security_group_id: ready.group,
    record: { title: 'Knee', modality: 'MR', report_html: '<p>Menisci</p>' },
  });
  await goTo(desk, 'templates');
  await expect(desk.getByText('Knee').first()).toBeVisible();
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: '<p></p>' }));
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('F9');
  await desk.keyboard.type('knee');
  await expect(desk.getByRole('dialog').getByRole('option').first()).toContainText('Knee');
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toContainText('Menisci');
  await desk.keyboard.type(' intact.');
  await expect(report(desk)).toContainText('intact.');
});

test('Enter right behind the key of the sign gate signs, and leaves the text alone', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Words. ');
  await late(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  await desk.keyboard.press('Enter');
  await atVersion(desk, 2);
  await expect(report(desk).locator('p').first()).toHaveText('Words. Lungs clear.');
});

test('words typed at the problem the gate has led to stay there', async ({ ready, desk }) => {
  const html =
    section('59776-5', 'Findings', '<p>Lesion of [mm] size.</p>') +
    section('19005-8', 'Impression', '<p>Benign.</p>');
  await openExam(
    desk,
    await sealExam(ready.admin, ready.group, {
      html,
      patient_id: await sealPatient(ready.admin, ready.group),
    }),
  );
  await expect(report(desk)).toBeFocused();
  await late(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  await desk.keyboard.press('Enter');
  for (const key of '9 mm in') {
    await desk.keyboard.press(key === ' ' ? 'Space' : key);
    await desk.waitForTimeout(100);
  }
  await expect(report(desk)).toContainText('Lesion of 9 mm in size.');
});

test('a key that seals while a signature is still on its way seals once it has arrived', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await expect(report(desk)).toBeFocused();
  let isSigned = () => {};
  const signed = new Promise<void>((resolve) => {
    isSigned = resolve;
  });
  await desk.route('**/signatures', async (route) => {
    if (route.request().method() === 'POST') await signed;
    await route.continue();
  });
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(desk.getByRole('button', { name: /^Sign as final/ })).toBeFocused();
  await desk.keyboard.press('Enter');
  await atVersion(desk, 2);
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('Later words.');
  await desk.keyboard.press('Control+Enter');
  await desk.keyboard.press('Control+Enter');
  isSigned();
  await atVersion(desk, 3);
  await expect(saveState(desk)).toContainText('Addendum added, signed by');
  await expect(shell(desk)).toHaveAttribute('data-version-seq', '3');
});

test('dialogs, sheets, views and menus give the focus back to the text', async ({ desk }) => {
  await openExam(desk, examId);
  const text = report(desk);
  await text.getByText('None.').click();
  await desk.keyboard.press('End');
  for (const [open, close] of [
    ['F1', 'Escape'],
    ['F9', 'Escape'],
    ['Control+K', 'Escape'],
    ['Control+P', 'Escape'],
    ['Control+Shift+H', 'Escape'],
    ['Control+F', 'Escape'],
  ] as const) {
    await desk.keyboard.press(open);
    await expect
      .poll(() => desk.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .not.toBe('report');
    await somewhere(desk);
    await desk.keyboard.press(close);
    await expect(text, `after ${open}`).toBeFocused();
    await desk.keyboard.type('+');
  }
  await expect(text).toContainText('None.++++++');
});

test('what is pressed beside the text takes no word away', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId });
  await openExam(desk, id);
  await expect(report(desk)).toBeFocused();
  await late(desk);
  await report(desk).getByText('None.').click();
  await desk.keyboard.press('End');
  const banner = desk.getByRole('region', { name: 'Patient' });
  const status = desk.getByRole('contentinfo');
  const presses = [
    () => banner.locator('.name').click(),
    () => status.getByText(/words/).click(),
    () => banner.getByRole('button', { name: 'Seal version' }).click(),
    async () => {
      await status.getByRole('button', { name: /Critical/ }).click();
      await expect(desk.getByRole('dialog')).toBeVisible();
      await desk.keyboard.press('Escape');
      await expect(desk.getByRole('dialog')).toHaveCount(0);
    },
    async () => {
      await desk.getByRole('toolbar', { name: 'Report' }).getByRole('button', { name: 'Field' }).click();
      await desk.getByRole('menuitem', { name: 'New field' }).click();
      await expect(desk.getByRole('dialog')).toBeVisible();
      await desk.keyboard.press('Escape');
      await expect(desk.getByRole('dialog')).toHaveCount(0);
    },
  ];
  for (const press of presses) {
    await press();
    await desk.keyboard.type('+');
  }
  await expect(report(desk)).toContainText('None.+++++');
});

test('a new patient has its first action focused', async ({ desk }) => {
  await goTo(desk, 'patients/new');
  await desk.getByRole('textbox', { name: 'Display name' }).fill('Dunmore, Tavia');
  await desk.getByRole('button', { name: 'Create patient' }).click();
  await expect(desk.getByRole('button', { name: 'New exam' })).toBeFocused();
});
