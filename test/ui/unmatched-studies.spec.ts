/** Tests unmatched studies received over DICOMweb: listed, compared, assigned in two steps, undone. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { expectAccessible } from './support/axe.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, test, unlock } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

const STUDY = '1.2.826.0.1.3680043.10.97.1';

const study = (name: string, uid: string) =>
  changedCt({
    [TAGS.patient_name]: name,
    [TAGS.patient_id]: '4MR1',
    [TAGS.study]: uid,
    [TAGS.series]: `${uid}.1`,
    [TAGS.instance]: `${uid}.1.1`,
  });
const nobody = (page: Page) => page.getByText('Every study has found its patient.');

test('a study is compared with the record that comes near, assigned, and taken back', async ({
  desk: page,
  ready: { admin, group },
  vault,
}) => {
  const near = await admin.patients.create({
    security_group_id: group,
    record: { legal_name: 'Kastellan, Mirela', birth_date: '1961-03-14', identifiers: [{ value: '0-4MR1' }] },
  });
  await vault.receive(group, [study('Kastellan^Mirella', STUDY)]);
  await page.getByRole('button', { name: 'To match' }).click();
  await expect(page.getByRole('button', { name: /Kastellan, Mirella/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Sent identity and records' });
  await expect(table.getByRole('radio')).toHaveCount(1);
  await expect(table.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(table.getByRole('row', { name: /Family name/ })).toContainText('same');
  await expect(table.getByRole('row', { name: /Given name/ })).toContainText('differs');
  await expect(table.getByRole('row', { name: /MRN/ })).toContainText('written differently');
  const assign = page.getByRole('button', { name: 'Assign' });
  await expect(assign).toHaveAttribute('aria-disabled', 'true');
  await page.screenshot({ path: join('test-results', 'to-match.png') });

  await page.getByRole('button', { name: /Kastellan, Mirella/ }).focus();
  await table.getByText('This patient').click();
  await expect(table.getByRole('radio')).toBeChecked();
  await expect(page.getByText('1 image goes to Kastellan, Mirela')).toBeVisible();
  await assign.click();
  await expect(nobody(page)).toBeVisible();
  const { items } = await admin.exams.list({ patient_id: near.index.document_id }).page();
  expect(items).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /Kastellan, Mirella/ })).toBeVisible();
});

test('by keys alone: N makes a patient of what was sent', async ({
  desk: page,
  ready: { admin, group },
  vault,
}) => {
  await vault.receive(group, [study('Lindt^Ben', `${STUDY}.2`)]);
  await goTo(page, 'worklist/to-match');
  await page.getByRole('main', { name: 'Match a study' }).getByRole('button', { name: 'Later' }).focus();
  await page.keyboard.press('n');
  await expect(page.getByText('1 image goes to a new patient, Lindt, Ben.')).toBeVisible();
  await page.getByRole('button', { name: 'Assign' }).press('Enter');
  await expect(nobody(page)).toBeVisible();
  const { items } = await admin.patients.list({ q: 'Lindt' }).page();
  expect(items).toMatchObject([{ summary: { legal_name: 'Lindt, Ben' } }]);
});

test('a new patient who may be one of the records is asked about first', async ({
  desk: page,
  ready: { admin, group },
  vault,
}) => {
  // No birth date and a number written in another manner: the sender's values fit nobody with certainty.
  const record = { legal_name: 'Arnauld, Petra', identifiers: [{ type: 'MRN', value: '004-MR1' }] };
  const known = await admin.patients.create({ security_group_id: group, record });
  await vault.receive(group, [study('Arnauld^Petra', `${STUDY}.5`)]);
  await goTo(page, 'worklist/to-match');
  await page.getByRole('button', { name: 'New patient' }).click();
  const assign = page.getByRole('button', { name: 'Assign' });
  await assign.click();
  const question = page.getByRole('dialog', { name: 'Is this person already here?' });
  await expect(question).toContainText('Arnauld, Petra');
  await expect(question).toContainText('same number');
  await page.screenshot({ path: join('test-results', 'to-match-known.png') });
  await question.getByRole('button', { name: 'This patient' }).click();
  await expect(page.getByText('1 image goes to Arnauld, Petra')).toBeVisible();
  const here = { q: 'Arnauld' };
  expect((await admin.patients.list(here).page()).items).toHaveLength(1);

  await page.getByRole('button', { name: 'New patient' }).click();
  await assign.click();
  await question.getByRole('button', { name: 'Create another all the same' }).click();
  await expect(nobody(page)).toBeVisible();
  expect((await admin.patients.list(here).page()).items).toHaveLength(2);
  const { items } = await admin.exams.list({ patient_id: known.index.document_id }).page();
  expect(items).toEqual([]);
});

test('at 960 px and in every theme rows and columns are whole and readable', async ({
  desk: page,
  ready: { admin, group },
  vault,
}) => {
  for (const [legal_name, birth_date] of [
    ['Oberhauser, Magdalena', '1958-02-11'],
    ['Oberhauser, Magda', '1985-02-11'],
    ['Oberhauser, Marlene', '1958-11-02'],
  ] as const)
    await admin.patients.create({ security_group_id: group, record: { legal_name, birth_date } });
  await vault.receive(group, [
    study('Oberhauser^Magdalene', `${STUDY}.6`),
    study('Thalbach^Anna', `${STUDY}.7`),
  ]);
  await page.setViewportSize({ width: 960, height: 720 });
  await goTo(page, 'worklist/to-match');
  await page.getByRole('button', { name: /Oberhauser, Magdalene/ }).click();
  const table = page.getByRole('table', { name: 'Sent identity and records' });
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  expect(await clippedTexts(page)).toEqual([]);
  await shoot(page, 'to-match-960');
  for (const theme of ['light', 'dark', 'dim']) {
    await page.locator('html').evaluate((root, chosen) => root.setAttribute('data-theme', chosen), theme);
    await expectAccessible(page, `to match, ${theme}`);
  }
  // The last column is reached by scrolling, its labels stay.
  await table.getByRole('columnheader').last().scrollIntoViewIfNeeded();
  await expect(table.getByRole('rowheader', { name: 'Family name' })).toBeInViewport();
});

test('an imported exam whose patient cannot be told is compared and given to its own record', async ({
  desk: page,
  ready: { admin, group },
}) => {
  const record = { legal_name: 'Ada Moor', birth_date: '1950-05-05', identifiers: [{ value: 'ONE' }] };
  const near = await admin.patients.create({ security_group_id: group, record });
  const own = await admin.patients.create({
    security_group_id: group,
    record: { ...record, birth_date: '1950-05-06' },
  });
  const ids = { record_id: own.index.document_id, near_id: near.index.document_id };
  const sent = { name: 'Moor^Ada', id: 'ONE', birth_date: '1950-05-06', sex: null };
  await admin.exams.create({
    security_group_id: group,
    record: { title: 'CT head', custom_attributes: { to_match: { ...sent, ...ids } } },
  });
  await goTo(page, 'worklist/to-match');
  await expect(page.getByRole('button', { name: /Moor, Ada/ })).toContainText('CT head, imported');
  const table = page.getByRole('table', { name: 'Sent identity and records' });
  await expect(table.getByRole('radio')).toHaveCount(1);
  await expect(table.getByRole('row', { name: /Born/ })).toContainText('differs');
  await table.getByText('This patient').click();
  await expect(page.getByText('This exam goes to Ada Moor')).toBeVisible();
  await page.screenshot({ path: join('test-results', 'to-match-import.png') });
  await page.getByRole('button', { name: 'New patient' }).click();
  await expect(page.getByText('This exam goes to a new patient, Moor, Ada.')).toBeVisible();
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(nobody(page)).toBeVisible();
  const { items } = await admin.exams.list({ patient_id: own.index.document_id }).page();
  expect(items).toHaveLength(1);
  expect((await admin.patients.list({}).page()).items).toHaveLength(2);
});

test('the unlock screen says how much came while locked, and the unlock where it is', async ({
  desk: page,
  ready: { admin, group },
  vault,
}) => {
  await vault.receive(group, []);
  await admin.session.lock({ all: true });
  await vault.receive(group, [study('Moreau^Ada', `${STUDY}.3`), study('Moreau^Ada', `${STUDY}.4`)]);
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'arrived while locked' });
  await expect(notice).toContainText('2 studies arrived while locked, sealed');
  await expect(notice).toContainText('2 images');
  await expect(page.getByText('Moreau')).toHaveCount(0);
  await page.screenshot({ path: join('test-results', 'unlock-inbox.png') });
  await unlock(page);
  await expect(page.getByText('2 studies arrived while locked, 0 filed under their exams')).toBeVisible();
  await expect(page.getByRole('button', { name: 'To match 2' })).toBeVisible();
});
