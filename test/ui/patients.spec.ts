/** Patients: list, page, form with errors, conflict; a new exam; trash and purge. */
import { expect, test, unlock } from './support/fixtures.ts';
import { sealSamples } from './support/sample-records.ts';

test.describe('patients', () => {
  test('a patient is written, refused with reasons beside the fields, and sealed', async ({
    page,
    ready,
  }) => {
    await unlock(page);
    await page.getByRole('link', { name: 'Patients' }).click();
    await page.getByRole('button', { name: 'New patient' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Legal name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Birth date' }).fill('31 Feb 1961');
    await page.getByRole('textbox', { name: 'Email' }).fill('m.kastellan.example.org');
    await page.getByRole('button', { name: 'Create patient' }).click();
    await expect(page.getByText('3 entries need a change')).toBeVisible();
    await expect(page.getByText('February 1961 had 28 days. Write for example 1961-02-28.')).toBeVisible();
    await expect(page.getByText('An address has an @ in it.')).toBeVisible();
    await page.getByRole('link', { name: 'Birth date' }).click();
    await expect(page.getByRole('textbox', { name: 'Birth date' })).toBeFocused();

    await page.getByRole('textbox', { name: 'Birth date' }).fill('14.3.1961');
    await page.getByRole('textbox', { name: 'Email' }).fill('m.kastellan@example.org');
    await page.getByRole('textbox', { name: 'Legal name' }).fill('Mirela Ana Kastellan');
    await page.getByRole('textbox', { name: 'Display name' }).fill('Kastellan, Mirela');
    await page.getByRole('textbox', { name: 'Value' }).fill('00482-117');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Kastellan, Mirela' })).toBeVisible();
    await expect(page.getByText('born 14 Mar 1961')).toBeVisible();

    const [patient] = await ready.admin.patients.list().toArray({ limit: 2 });
    expect(patient?.summary).toMatchObject({
      legal_name: 'Mirela Ana Kastellan',
      birth_date: '1961-03-14T00:00:00.000Z',
      identifiers: [{ type: 'MRN', value: '00482-117' }],
    });
  });

  test('a possible duplicate is shown while typing', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.goto('/#/patients/new');
    await page.getByRole('textbox', { name: 'Value' }).fill('00482-117');
    const panel = page.getByRole('complementary', { name: 'Possible duplicates' });
    await expect(panel).toContainText('Kastellan, Mirela');
    await panel.getByRole('link', { name: 'Open instead' }).click();
    await expect(page.getByRole('heading', { name: 'Kastellan, Mirela' })).toBeVisible();
  });

  test('a version sealed meanwhile is shown beside mine, and nothing is lost', async ({ page, ready }) => {
    const ids = await sealSamples(ready.admin, ready.group);
    const id = ids.patients.get('Kastellan, Mirela') ?? '';
    await unlock(page);
    await page.goto(`/#/patients/${id}/edit`);
    await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0199');
    await ready.admin.patients.edit(id, (record) => ({
      ...record,
      email: 'm@example.org',
      phone: '+1 555 0100',
    }));
    await page.getByRole('button', { name: 'Seal changes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing is lost' })).toContainText('Version 2');
    const panel = page.getByRole('complementary', { name: 'Yours and theirs' });
    await expect(panel).toContainText('+1 555 0100');
    await panel.getByRole('radiogroup', { name: 'Email' }).getByRole('radio', { name: 'Theirs' }).click();
    await page.getByRole('button', { name: 'Seal mine on top' }).click();
    await expect(page.getByText('Sealed, version 3')).toBeVisible();
    const view = await ready.admin.patients.get(id);
    expect(view.record).toMatchObject({ phone: '+1 555 0199', email: 'm@example.org' });
  });

  test('the page shows exams, versions and demographics', async ({ page, ready }) => {
    const ids = await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.goto(`/#/patients/${ids.patients.get('Kastellan, Mirela')}`);
    await expect(page.getByRole('row', { name: /CT chest with contrast, follow-up/ })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Demographics' })).toContainText('14 March 1961');
    await page.getByRole('tab', { name: /Exams/ }).press('ArrowLeft');
    await expect(page.getByRole('tab', { name: /History/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('cell', { name: 'Dr A. Roe' })).toBeVisible();
  });

  test('a new exam takes the patient by type-ahead and a template', async ({ page, ready }) => {
    const ids = await sealSamples(ready.admin, ready.group);
    await ready.admin.templates.create({
      security_group_id: ready.group,
      record: {
        title: 'US abdomen complete',
        modality: 'US',
        report_html: '<h2>Findings</h2><p>Liver normal.</p>',
      },
    });
    await unlock(page);
    await page.getByRole('button', { name: 'New exam' }).click();
    await expect(page.getByRole('combobox', { name: 'Patient' })).toBeFocused();
    await page.keyboard.type('00482');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Kastellan, Mirela');
    await page.getByRole('button', { name: 'Create exam' }).click();
    await expect(page.getByText('An exam needs a title')).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('US abdomen');
    await page.getByRole('textbox', { name: 'Modality' }).fill('us');
    await page.getByRole('textbox', { name: 'Exam date' }).fill('12 May 2026');
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'US abdomen complete' });
    await page.getByRole('button', { name: 'Create exam' }).click();
    await expect(page).toHaveURL(/#\/exams\//);
    const [exam] = await ready.admin.exams.list({ q: 'US abdomen' }).toArray({ limit: 1 });
    const view = await ready.admin.exams.get(exam?.index.document_id ?? '');
    expect(view.index.meta.patient_id).toBe(ids.patients.get('Kastellan, Mirela'));
    expect(view.record).toMatchObject({
      title: 'US abdomen',
      modality: 'US',
      exam_date: '2026-05-12T00:00:00.000Z',
    });
    expect(view.record.report_html).toContain('Liver normal.');
  });
});

test.describe('trash', () => {
  test('restores, and purges only after the word was typed', async ({ page, ready }) => {
    const ids = await sealSamples(ready.admin, ready.group);
    const hand = ids.exams.get('XR hand left, three views @ Abernale, Josip') ?? '';
    const neck = ids.exams.get('US thyroid and neck @ Abernale, Josip') ?? '';
    await ready.admin.exams.delete(hand);
    await ready.admin.exams.delete(neck);
    await unlock(page);
    await page.getByRole('link', { name: 'Trash' }).click();
    await page
      .getByRole('row', { name: /US thyroid/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(page.getByRole('row', { name: /US thyroid/ })).toHaveCount(0);
    await page
      .getByRole('row', { name: /XR hand/ })
      .getByRole('button', { name: 'Purge' })
      .click();
    const purge = page.getByRole('button', { name: 'Purge' });
    await expect(purge).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type('purge');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The trash is empty')).toBeVisible();
    expect((await ready.admin.exams.get(neck)).index.is_deleted).toBe(false);
    await expect(ready.admin.exams.get(hand)).rejects.toMatchObject({ code: 'not_found' });
  });
});
