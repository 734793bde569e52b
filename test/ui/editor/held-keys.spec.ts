/** Tests keys typed while another report opens: they are held, and reach that report only. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { holdRequests } from '#test/ui/support/hold-requests.ts';
import { draftSaved, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';

const html = (text: string) => section('59776-5', 'Findings', `<p>${text}</p>`);

shareVault();

test('keys typed during a change of exam are shown, wait for its report, and reach no other', async ({
  ready,
  desk,
}) => {
  const ids = new Map([
    ['CT one', await sealExam(ready.admin, ready.group, { title: 'CT one', html: html('First.') })],
    ['CT two', await sealExam(ready.admin, ready.group, { title: 'CT two', html: html('First.') })],
  ]);
  const rows = desk.getByRole('grid').getByRole('row', { name: /CT (?:one|two)/ });
  await expect(rows).toHaveCount(2);
  const isOneAbove = (await rows.first().textContent())?.includes('CT one') === true;
  const [second = '', first = ''] = isOneAbove ? ids.values() : [...ids.values()].toReversed();
  await openExam(desk, second);
  await expect(report(desk)).toBeFocused();
  const opening = await holdRequests(desk, `**/v1/exams/${first}?*`);
  await desk.keyboard.press('Control+PageDown');
  await desk.keyboard.type('Effusion on the left. ');
  await opening.asked;
  await expect(desk.getByText('Effusion on the left.')).toBeVisible();
  await desk.keyboard.type('Hip free. ');
  await expect(desk.getByText(/Effusion on the left\. Hip free\./)).toBeVisible();
  opening.release();
  await expect(report(desk)).toContainText('Effusion on the left. Hip free. First.');
  await desk.keyboard.type('Knee free. ');
  await expect(report(desk)).toContainText('Hip free. Knee free. First.');
  await draftSaved(desk);
  expect((await ready.admin.exams.get(second, { include_draft: true })).record.report_html).not.toContain(
    'free',
  );
});

test('keys held for a report that does not open are told, never written into another', async ({
  ready,
  desk,
}) => {
  const first = await sealExam(ready.admin, ready.group, { html: html('First.') });
  const second = await sealExam(ready.admin, ready.group, { html: html('Second.') });
  await openExam(desk, first);
  await expect(report(desk)).toContainText('First.');
  const opening = await holdRequests(desk, `**/v1/exams/${second}?*`);
  await desk.evaluate((id) => {
    location.hash = `#/exams/${id}`;
  }, second);
  await opening.asked;
  await desk.keyboard.type('Lost words');
  await desk.evaluate((id) => {
    location.hash = `#/exams/${id}`;
  }, first);
  await expect(report(desk)).toContainText('First.');
  await expect(desk.getByText('Not entered, because the report was not open: “Lost words”')).toBeVisible();
  await expect(report(desk)).not.toContainText('Lost');
  opening.release();
});
