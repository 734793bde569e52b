/** Tests filling a template by keyboard: fields, pick lists, numbers, macros. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { withNodeDom } from '#test/support/node-dom.ts';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import {
  caretAfter,
  draftSaved,
  field,
  openExam,
  report,
  sealExam,
  section,
} from '#test/ui/support/report-page.ts';

const MRRT = readFileSync(new URL('../../fixtures/templates/us_fast.html', import.meta.url), 'utf8');

const FORM = [
  section(
    '59776-5',
    'Findings',
    `<p>Contrast ${field('contrast', 'Contrast', { kind: 'number', unit: 'mL' })} given, phase ${field(
      'phase',
      'Phase',
      { kind: 'select', options: ['native', 'arterial', 'portal venous'] },
    )}.</p><p>Heart ${field('heart', 'Heart', { preset: 'normal' })} in size.</p>`,
  ),
  section('19005-8', 'Impression', `<p>${field('imp', 'Conclusion', { completion: 'prohibit' })} today.</p>`),
].join('');

shareVault(async ({ admin, group }) => {
  await admin.templates.create({
    security_group_id: group,
    tags: ['macro'],
    record: {
      title: '.nlchest',
      report_html: `<p>Lungs ${field('l', 'Lungs', { preset: 'clear' })}, pleura ${field('p', 'Pleura', { preset: 'free' })}.</p>`,
      custom_attributes: { kind: 'macro' },
    },
  });
});

const pickList = (page: Page) => page.getByRole('listbox', { name: 'Phase' });
const fields = (page: Page) => report(page).locator('[data-field]');

test('readers aloud are told what a field is called, its kind, its unit, and whether it is open', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  const told = desk.getByTestId('field-told');
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('F8');
  await expect(told).toHaveText('Contrast, Number, mL, open');
  await expect(report(desk).getByRole('group', { name: 'Contrast' })).toHaveCount(1);
  await desk.keyboard.type('80');
  await desk.keyboard.press('Tab');
  await expect(told).toHaveText('Phase, One choice, open');
  await desk.keyboard.press('Shift+Tab');
  await expect(told).toHaveText(/^Contrast, Number, mL, 80/);
  const heading = report(desk).getByRole('heading', { name: 'Findings', exact: true });
  await expect(heading, 'its code is for the eye').toHaveCount(1);
});

test('Tab walks the fields and selects what they show, so that typing replaces it', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('.5');
  await desk.keyboard.press('Tab');
  await expect(fields(desk).first()).toHaveText('0.5\u00A0mL');
  await expect(fields(desk).first()).toHaveAttribute('data-field-filled', 'true');
  await expect(pickList(desk).getByRole('option')).toHaveText([/native/, /arterial/, /portal venous/]);
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.type('80');
  await desk.keyboard.press('Tab');
  await expect(fields(desk).first()).toHaveText('80\u00A0mL');
});

test('in a pick list digits choose, letters filter, Enter accepts and goes on', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('2');
  await expect(fields(desk).nth(1)).toHaveText('arterial');
  await expect(pickList(desk)).toHaveCount(0);
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+Space');
  await desk.keyboard.type('por');
  await expect(pickList(desk).getByRole('option')).toHaveText([/portal venous/]);
  await desk.keyboard.press('Enter');
  await expect(fields(desk).nth(1)).toHaveText('portal venous');
  await desk.keyboard.type('enlarged');
  await expect(fields(desk).nth(2)).toHaveText('enlarged');
});

test('F8 finds what is unfilled, Enter accepts a default, the outline counts', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  const outline = desk.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('link', { name: /Findings/ })).toContainText('0/3');
  await expect(outline).toContainText('1 field must be filled');
  await desk.keyboard.press('Shift+F8');
  await desk.keyboard.type('Normal chest');
  await desk.keyboard.press('F8');
  await desk.keyboard.type('90');
  await desk.keyboard.press('F8');
  await desk.keyboard.press('1');
  await desk.keyboard.press('Enter');
  await expect(fields(desk).nth(2)).toHaveAttribute('data-field-filled', 'true');
  await expect(outline.getByRole('link', { name: /Findings/ })).toContainText('3/3');
  await expect(outline).toContainText('No field is left to fill');
});

test('Enter behind the last field goes to the first open one, so that no second value joins its own', async ({
  ready,
  desk,
}) => {
  const measured = (id: string, label: string) =>
    `<p>${field(id, label, { kind: 'number', unit: 'mm' })}.</p>`;
  const id = await sealExam(ready.admin, ready.group, {
    html:
      section('59776-5', 'Findings', measured('a', 'Nodule')) +
      section('19005-8', 'Impression', measured('b', 'Largest nodule')),
  });
  await openExam(desk, id);
  await desk.keyboard.press('Shift+F8');
  await desk.keyboard.type('11');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('30');
  await desk.keyboard.press('Enter');
  await expect(fields(desk)).toHaveText(['30\u00A0mm', '11\u00A0mm']);
});

/** Inserts a phrase at once, as dictation does. */
const say = (page: Page, text: string) => page.keyboard.insertText(text);

test('a field is gone to by its words: said in one piece, or chosen in the palette; typed they stay words', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  await desk.keyboard.type('90');
  await say(desk, ' next field');
  await expect(pickList(desk)).toBeVisible();
  await say(desk, 'Nächstes Feld.');
  await say(desk, 'enlarged');
  await expect(fields(desk).nth(2)).toHaveText('enlarged');
  await say(desk, 'previous field');
  await say(desk, 'next open field');
  await say(desk, 'next field');
  await say(desk, 'sign report');
  await expect(desk.getByRole('complementary', { name: 'Sign as final' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(fields(desk)).toHaveText(['90\u00A0mL', '___', 'enlarged', '___']);
  await report(desk).focus();
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('next field');
  await desk.keyboard.press('Enter');
  await expect(pickList(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('next field');
  await expect(fields(desk).nth(2)).toHaveText('next field');
});

test('All normal fills what has a normal text and leaves the rest open', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: FORM });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'All normal' }).click();
  await expect(fields(desk).nth(2)).toHaveAttribute('data-field-filled', 'true');
  await expect(fields(desk).nth(2)).toHaveClass(/auto/);
  await expect(fields(desk).nth(3)).not.toHaveAttribute('data-field-filled', 'true');
  await desk.keyboard.press('Control+S');
  await draftSaved(desk);
});

test('fills an imported template of eleven fields without the mouse', async ({ ready, desk }) => {
  const template = withNodeDom(() => parseMrrtTemplate(MRRT));
  const id = await sealExam(ready.admin, ready.group, { html: template.report_html });
  await openExam(desk, id);
  const count = await fields(desk).count();
  expect(count).toBeGreaterThanOrEqual(11);
  const columns = () =>
    report(desk)
      .getByRole('table')
      .first()
      .evaluate((table: HTMLTableElement) =>
        [...(table.rows[0]?.cells ?? [])].map((cell) => Math.round(cell.getBoundingClientRect().left)),
      );
  const before = await columns();
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('F8');
  for (let at = 0; at < count; at += 1) {
    const isChoice = (await desk.locator('.picklist').count()) > 0;
    await desk.keyboard.type(isChoice ? '1' : '7');
    if (isChoice && (await desk.locator('.picklist [aria-multiselectable="true"]').count()) > 0) {
      await desk.keyboard.press('Escape');
    }
    await desk.keyboard.press('F8');
  }
  await expect(desk.getByRole('navigation', { name: 'Outline' })).toContainText('No field is left to fill');
  expect(await columns(), 'columns stay where they are').toEqual(before);
});

test('an abbreviation and a space become the macro; one undo takes it back', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await goTo(desk, 'templates');
  await expect(desk.getByText('.nlchest').first()).toBeVisible();
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await expect(async () => {
    await desk.keyboard.type(' .nlchest ');
    await expect(report(desk)).toContainText('Lungs clear, pleura free.', { timeout: 500 });
  }).toPass();
  await desk.keyboard.press('Control+Z');
  await expect(report(desk)).toContainText('.nlchest');
  await expect(report(desk)).not.toContainText('pleura');
});

test('F9 inserts a template into an empty report, the first field ready to fill', async ({ ready, desk }) => {
  await ready.admin.templates.create({
    security_group_id: ready.group,
    record: { title: 'Chest form', modality: 'CT', report_html: FORM },
  });
  const id = await sealExam(ready.admin, ready.group, { html: '<p></p>' });
  await goTo(desk, 'templates');
  await expect(desk.getByText('Chest form').first()).toBeVisible();
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('F9');
  await desk.keyboard.type('chest form');
  await desk.keyboard.press('Enter');
  await expect(fields(desk)).toHaveCount(4);
  await desk.keyboard.type('70');
  await expect(fields(desk).first()).toHaveText('70');
});

test('an empty report offers the templates that fit, the usual one of its modality first', async ({
  ready,
  desk,
}) => {
  const template = async (title: string, modality: string) => {
    const record = { title, modality, report_html: FORM };
    return (await ready.admin.templates.create({ security_group_id: ready.group, record })).index.document_id;
  };
  await template('CT head form', 'CT');
  const usual = await template('CT usual form', 'CT');
  await template('Knee form', 'MR');
  await ready.admin.session.putPreferences({ default_templates: { CT: usual } });
  const id = await sealExam(ready.admin, ready.group, { html: '<p></p>', title: 'CT head' });
  await unlock(desk);
  await openExam(desk, id);
  const offer = desk.getByRole('region', { name: 'This report is empty' });
  await expect(offer.getByRole('button').first()).toHaveText('CT usual form');
  await expect(offer.getByRole('button').nth(1)).toHaveText('CT head form');
  await expect(offer, 'a form of another modality').not.toContainText('Knee form');
  await offer.getByRole('button', { name: 'CT usual form' }).click();
  await expect(fields(desk)).toHaveCount(4);
  await expect(offer).toBeHidden();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('70');
  await expect(fields(desk).first()).toHaveText('70');
  await ready.admin.session.putPreferences({});
});

test('a field below the fold comes into sight, whichever key goes there', async ({ ready, desk }) => {
  const lines = Array.from({ length: 60 }, (_, at) => `<p>Line ${at + 1}.</p>`).join('');
  const html = section(
    '59776-5',
    'Findings',
    `<p>First ${field('first', 'First')}.</p>${lines}<p>Side ${field('side', 'Side', {
      kind: 'select',
      options: ['left', 'right'],
    })}.</p>${lines}<p>Last ${field('last', 'Last')}.</p>`,
  );
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  const inSight = (name: string) =>
    expect
      .poll(async () => {
        const box = await report(desk).locator(`[data-field="${name}"]`).boundingBox();
        const bar = await desk.getByRole('contentinfo').boundingBox();
        return box !== null && bar !== null && box.y > 0 && box.y + box.height < bar.y;
      }, name)
      .toBe(true);
  await report(desk).click({ position: { x: 200, y: 30 } });
  await desk.keyboard.press('Control+Home');
  await desk.keyboard.press('Tab');
  await inSight('first');
  await desk.keyboard.press('F8');
  await inSight('side');
  await expect(desk.getByRole('listbox', { name: 'Side' })).toBeInViewport();
  await desk.keyboard.press('1');
  await inSight('last');
  await desk.keyboard.press('Shift+Tab');
  await inSight('side');
});
