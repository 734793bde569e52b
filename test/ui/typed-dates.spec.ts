/** Dates as people type them: read by the reader's locale, said in words before anything is sealed, the other reading offered. */
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
