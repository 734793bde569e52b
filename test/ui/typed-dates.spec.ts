/**
 * Tests typed dates: parsed by the reader's locale, repeated in words before sealing, with the other reading offered.
 */
import { expect, goTo, shareVault, test } from './support/fixtures.ts';

import { shoot } from './support/shoot.ts';

shareVault();
test.use({ locale: 'en-US' });

test('an American birth date is month first, said in words; the other day is one press away', async ({
  desk,
  ready,
}) => {
  await goTo(desk, 'patients/new');
  await desk.getByRole('textbox', { name: 'Legal name' }).fill('Ottilie Brandt');
  const birth = desk.getByRole('textbox', { name: 'Birth date' });
  await birth.fill('03/04/1961');
  await expect(desk.getByText('Read as 4 March 1961.')).toBeVisible();
  await shoot(desk, 'typed-date');
  await desk.getByRole('button', { name: '3 April 1961 instead' }).click();
  await expect(birth).toHaveValue('1961-04-03');
  await expect(desk.getByText('3 April 1961', { exact: true })).toBeVisible();
  await birth.fill('03/04/1961');
  await birth.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Ottilie Brandt' })).toBeVisible();
  const { record } = await ready.admin.patients.get(desk.url().split('/').at(-1) ?? '');
  expect(record.birth_date).toMatch(/^1961-03-04/);
});

test('an exam date with a time is said with it, month first, and the other day keeps the time', async ({
  desk,
  ready,
}) => {
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: /^New exam/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('MR brain');
  const date = dialog.getByRole('textbox', { name: 'Exam date' });
  await date.fill('03/04/2026 2:30 PM');
  await expect(dialog.getByText('Read as 4 March 2026, 14:30.')).toBeVisible();
  await shoot(desk, 'typed-date-and-time');
  await dialog.getByRole('button', { name: '3 April 2026, 14:30 instead' }).click();
  await expect(date).toHaveValue('2026-04-03 14:30');
  await expect(dialog.getByText('3 April 2026, 14:30', { exact: true })).toBeVisible();
  await date.fill('03/04/2026 14:75');
  await dialog.getByRole('button', { name: /^Create exam/ }).click();
  await expect(date).toHaveAccessibleDescription(/This is not a date/);
  await date.fill('03/04/2026 14:30');
  await dialog.getByRole('button', { name: /^Create exam/ }).click();
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeFocused();
  const { record } = await ready.admin.exams.get(desk.url().split('/').at(-1) ?? '');
  // The page's time zone is Berlin.
  expect(record.exam_date).toBe('2026-03-04T13:30:00.000Z');
});

test('when somebody was told is asked alike', async ({ desk, ready }) => {
  const { index } = await ready.admin.exams.create({
    security_group_id: ready.group,
    record: { title: 'CT head' },
  });
  await goTo(desk, `exams/${index.document_id}`);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  const told = dialog.getByRole('textbox', { name: 'Told at' });
  await told.fill('03/04/2026 2:30 PM');
  await expect(dialog.getByText('Read as 4 March 2026, 14:30.')).toBeVisible();
  await dialog.getByRole('button', { name: '3 April 2026, 14:30 instead' }).click();
  await expect(told).toHaveValue('2026-04-03 14:30');
});

test('an age nobody reaches and a year far off are asked about', async ({ desk }) => {
  await goTo(desk, 'patients/new');
  await desk.getByRole('textbox', { name: 'Legal name' }).fill('Ottilie Brandt');
  const birth = desk.getByRole('textbox', { name: 'Birth date' });
  await birth.fill('1875-03-14');
  await birth.press('Enter');
  await expect(birth).toHaveAccessibleDescription(/That would be an age of 15\d years/);
  await birth.fill('0000-03-14');
  await expect(birth).toHaveAccessibleDescription(/The year 0 is too far off/);
  await shoot(desk, 'typed-date-asked');
});
