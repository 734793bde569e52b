/** Tests drafting, sealing and signing as three actions, and the status each shows. */
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  saveState,
  sealExam,
  sealPatient,
  shell,
} from '#test/ui/support/report-page.ts';

let patientId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

/** A text that could not be saved is tried again after so long. */
const HELD_RETRY_MS = 4_000;

test('shows the patient, the exam and its version, and says that nothing is unsealed', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId, status: 'preliminary' });
  await openExam(desk, id);
  const banner = desk.getByRole('region', { name: 'Patient' });
  await expect(banner).toContainText('Kastellan, Mirela');
  await expect(banner).toContainText('14 Mar 1961');
  await expect(banner).toContainText('MRN 00482-117');
  await expect(banner).toContainText('CT chest');
  await expect(banner).toContainText('Preliminary');
  await expect(banner).toContainText('version 1, sealed');
  await atVersion(desk, 1);
  await expect(shell(desk)).toHaveAttribute('data-draft-rev', '');
  await expect(saveState(desk)).toHaveText('Sealed as version 1, no changes since');
});

test('typing seals a draft by itself, Ctrl+S seals it now, and neither makes a version', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Heart normal.');
  const first = await draftSaved(desk);
  await expect(saveState(desk)).toContainText('Unsealed changes since version 1');
  await expect(saveState(desk)).toContainText(/Draft saved \d\d:\d\d, encrypted on this computer/);
  await desk.keyboard.type(' Bones normal.');
  await desk.keyboard.press('Control+S');
  await draftSaved(desk, first);
  const draft = await ready.admin.exams.draft.get(id);
  expect(draft.record.report_html).toContain('Lungs clear. Heart normal. Bones normal.');
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(1);
});

test('moving the caret is no edit', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  for (const key of ['ArrowLeft', 'Home', 'Control+A', 'ArrowRight', 'Control+S'])
    await desk.keyboard.press(key);
  await expect(saveState(desk)).toHaveText('To report, version 1');
  await expect(ready.admin.exams.draft.get(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('Ctrl+Enter seals both forms of the report and ends the draft', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Follow-up in a year.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await expect(saveState(desk)).toContainText(/Sealed as version 2 at \d\d:\d\d/);
  await expect(shell(desk)).toHaveAttribute('data-draft-rev', '');
  const { record, index } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('No acute finding. Follow-up in a year.');
  expect(record.report_lexical).toContain('Follow-up in a year.');
  expect(record.custom_attributes).toEqual({ report: { status: 'preliminary' } });
  expect(index.meta.has_draft).toBe(false);
});

test('an unsealed draft is offered when the report is opened again, and can be given up', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Typed before the crash.');
  await draftSaved(desk);
  await desk.reload();
  await unlock(desk, ready.passphrase);
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Typed before the crash.');
  const found = desk.getByRole('region', { name: 'Unsealed draft' });
  await expect(found).toContainText(/You have an unsealed draft from \d\d:\d\d based on version 1/);
  await found.getByRole('button', { name: 'Discard' }).click();
  await expect(report(desk)).not.toContainText('Typed before the crash.');
  const [recovered] = await ready.admin.exams.drafts(id).toArray({ limit: 9 });
  const draft = await ready.admin.exams.discardedDraft(id, recovered?.draft_rev ?? '');
  expect(draft.record.report_html).toContain('Typed before the crash.');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Typed after it.');
  await draftSaved(desk);
  await desk.reload();
  await unlock(desk, ready.passphrase);
  await openExam(desk, id);
  await expect(found).toBeVisible();
  await desk.keyboard.type('x');
  await expect(found, 'an edit is an answer').toHaveCount(0);
});

test('leaving the report saves what was typed last', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' On the way out.');
  await goTo(desk, 'worklist');
  await expect
    .poll(async () => (await ready.admin.exams.get(id, { include_draft: true })).record.report_html)
    .toContain('On the way out.');
});

test('a lock flushes the draft, leaves no report in the page, and comes back to the same report', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Before the lock.');
  await desk.keyboard.press('Control+Alt+L');
  await expect(desk.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
  await expect.poll(() => desk.content()).not.toContain('Lungs clear.');
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(report(desk)).toContainText('Lungs clear. Before the lock.');
});

test('a session that ends from outside loses nothing: the text waits for the same person', {
  tag: '@smoke',
}, async ({ ready, vault, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  const other = vault.client();
  await other.session.open({ passphrase: ready.passphrase });
  // Type first, because the page learns of the session's end at once; no draft has this text yet.
  await desk.keyboard.type(' Typed as the session went.');
  await other.session.lock({ all: true });
  await expect(desk.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(report(desk)).toContainText('Typed as the session went.');
  await draftSaved(desk);
  await ready.admin.session.open({ passphrase: ready.passphrase });
});

test('a report that opens slowly after the unlock has the text that waited for it', async ({
  ready,
  vault,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  const other = vault.client();
  await other.session.open({ passphrase: ready.passphrase });
  await desk.keyboard.type(' Typed as the session went.');
  await other.session.lock({ all: true });
  await expect(desk.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
  // Read at once and answered late: meanwhile texts that wait are saved by themselves.
  await desk.route(`**/v1/exams/${id}?*`, async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 2 * HELD_RETRY_MS));
    await route.fulfill({ response });
  });
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(report(desk)).toContainText('Lungs clear.');
  await desk.unrouteAll({ behavior: 'wait' });
  await expect(report(desk)).toContainText('Typed as the session went.');
  await draftSaved(desk);
  await ready.admin.session.open({ passphrase: ready.passphrase });
});
