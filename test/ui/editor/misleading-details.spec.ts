/** Tests details that could mislead: lesion numbers, premature version notices, cut-off choices. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  caretAfter,
  draftSaved,
  field,
  openExam,
  report,
  saveState,
  sealBeside,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

test('names are typed behind the numbers of lesions, and Tab leaves the table without an empty row', async ({
  ready,
  desk,
}) => {
  const html = section('59776-5', 'Findings', '<p>Lead.</p>');
  await openExam(desk, await sealExam(ready.admin, ready.group, { html }));
  await caretAfter(desk, 'Lead.');
  await desk.keyboard.press('Control+K');
  await desk.getByRole('combobox').fill('measurement table');
  await expect(desk.getByRole('option', { name: 'New measurement table' })).toBeVisible();
  await desk.keyboard.press('Enter');
  const rows = report(desk).locator('tr');
  await expect(rows).toHaveCount(5);
  for (const lesion of ['Nodule', 'Node', 'Third']) {
    await desk.keyboard.type(lesion);
    for (const value of ['20', '10', '10']) {
      await desk.keyboard.press('Tab');
      await desk.keyboard.type(value);
    }
    await desk.keyboard.press('Tab');
  }
  await expect(rows).toHaveText([
    /Target lesion/,
    /^1 Nodule201010/,
    /^2 Node201010/,
    /^3 Third201010/,
    '',
    /^Sum of diameters603030/,
  ]);
  await desk.keyboard.press('Tab');
  await expect(rows).toHaveCount(5);
  await desk.keyboard.type('Behind.');
  await expect(report(desk).getByText('Behind.')).toBeVisible();
  await expect(rows.last()).toHaveText(/^Sum of diameters/);
});

test('the gate and the line say the version that is signed, and what an addendum is', async ({
  ready,
  desk,
}) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Seen.');
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toContainText('becomes version 2');
  await desk.evaluate(() => {
    const told = () => document.querySelector('.gate-panel header')?.textContent ?? '';
    const look = () => {
      if (told().includes('version 3')) document.body.setAttribute('data-told-early', '');
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await gate.getByRole('button', { name: 'Sign as final' }).click();
  await expect(saveState(desk)).toContainText(/^Signed as final by Dr A. Roe at .*, version 2$/);
  await expect(desk.locator('body')).not.toHaveAttribute('data-told-early', '');
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('Added words.');
  await desk.keyboard.press('Control+Enter');
  await expect(saveState(desk)).toContainText(/^Addendum added, signed by Dr A. Roe at .*, version 3$/);
});

test('a version that was taken in is the one the line speaks of', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'preliminary' });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Seen.');
  await draftSaved(desk);
  await desk.keyboard.press('Control+Enter');
  await expect(saveState(desk)).toContainText('Sealed as version 2');
  await sealBeside(ready.admin, id, (html) => html.replace('None.', 'CT in 3 months.'));
  await desk.getByRole('button', { name: /Take it in/ }).click();
  await expect(saveState(desk)).toContainText('Sealed as version 3');
});

const LONG = Array.from(
  { length: 15 },
  (_, at) => `Type ${at + 1}: good bony formation, angular promontory, cartilage reaching over the head`,
);

test('open fields say what they ask for; long choices are whole in the table and in their list', async ({
  ready,
  desk,
}) => {
  const choice = { kind: 'select', options: LONG };
  const cell = (inside: string) => `<td><p>${inside}</p></td>`;
  const html = section(
    '59776-5',
    'Findings',
    `<p>Effusion on the ${field('side', 'side', { kind: 'select', options: ['left', 'right'] })}.</p><table><tbody><tr><th><p>Hip</p></th><th><p>left</p></th><th><p>right</p></th></tr><tr><th><p>Type</p></th>${cell(field('left', 'type left', choice))}${cell(field('right', 'type right', choice, LONG[0]))}</tr></tbody></table>${'<p>A line.</p>'.repeat(8)}<p>At the end ${field('end', 'end', choice)}.</p>`,
  );
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  const open = report(desk).locator('[data-field="left"]');
  const before = (name: string) =>
    report(desk)
      .locator(`[data-field="${name}"]`)
      .evaluate((element) => getComputedStyle(element, '::before').content);
  await expect.poll(() => before('left')).toContain('[type left');
  const filled = report(desk).locator('[data-field="right"]');
  const isWhole = await filled.evaluate((element) => {
    const room = element.closest('td')?.getBoundingClientRect();
    const lines = [...element.getClientRects()];
    return room !== undefined && lines.length > 1 && lines.every(({ right }) => right <= room.right + 1);
  });
  expect(isWhole).toBe(true);
  await shoot(desk, 'fields-labels');
  for (const name of ['left', 'end']) {
    const asked = report(desk).locator(`[data-field="${name}"]`);
    await asked.scrollIntoViewIfNeeded();
    await asked.click();
    const list = desk.locator('.picklist');
    if ((await list.count()) === 0) await desk.keyboard.press('Control+Space');
    await expect(list).toBeVisible();
    await expect(asked).toBeInViewport({ ratio: 1 });
    await expect(list).toBeInViewport({ ratio: 1 });
    await expect(list.getByRole('option').first()).toBeInViewport();
    await shoot(desk, `pick-list-${name}`);
    await desk.keyboard.press('Escape');
  }
  await open.click();
  await desk.keyboard.press('Control+Space');
  await desk.keyboard.press('1');
  await expect(open).toHaveText(LONG[0] ?? '');
});

test('a press on the label of an open field writes into the field', async ({ ready, desk }) => {
  const size = (id: string) => field(id, 'size of the lesion', { kind: 'number', unit: 'mm' });
  const html = section(
    '59776-5',
    'Findings',
    `<p>Lesion ${size('a')} across, ${size('b')} along, ${size('c')}.</p>`,
  );
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  for (const [id, place] of [
    ['a', 3],
    ['b', 60],
    ['c', 100],
  ] as const) {
    const pressed = report(desk).locator(`[data-field="${id}"]`);
    await pressed.click({ position: { x: place, y: 10 } });
    await desk.keyboard.type(String(place));
    await expect(pressed).toHaveText(new RegExp(`^${place}`));
  }
  await expect(report(desk).locator('p')).toHaveText(/^Lesion 3.mm across, 60.mm along, 100( mm)?\.$/);
});

test('beside pictures the line of safety is whole', async ({ ready, desk }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await desk.keyboard.press('F7');
  await expect(desk.getByRole('region', { name: 'Pictures' })).toBeVisible();
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Seen.');
  await draftSaved(desk);
  const isWhole = await desk.locator('.saveline').evaluate((line) => {
    const { right } = line.getBoundingClientRect();
    return [...line.querySelectorAll('span')].every((part) => part.getBoundingClientRect().right <= right);
  });
  expect(isWhole).toBe(true);
  await shoot(desk, 'line-beside-pictures');
});
