/** Tests receivers in the settings, sending a report, and the state of its message. */
import { X509Certificate } from 'node:crypto';
import { certificateFromPem } from '#contract/exchange/receivers.ts';
import { makeTestCa } from '#test/support/certificates.ts';
import { listenForMllp } from '#test/support/mllp-listener.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { openExam, report, sealExam, sealPatient, section } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

test('an administrator names a system; a report goes there, refused first, then taken', async ({
  ready,
  desk,
}) => {
  const ris = await listenForMllp(['AE', 'AA']);
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html: section('59776-5', 'Findings', '<p>A nodule of 11 mm.</p>'),
    title: 'CT chest',
    status: 'final',
    patient_id: await sealPatient(admin, group),
  });
  await desk.goto('/#/settings/outbox');
  const systems = desk.getByLabel('Systems', { exact: true });
  await systems.fill('ris=nowhere');
  await expect(desk.getByText('Write one system per line')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Keep the systems' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await systems.fill(`ris=${ris.place}\nkis=kis.clinic.example:2575`);
  await expect(desk.getByText('others can read the reports on the network')).toBeVisible();
  await desk.getByRole('button', { name: 'Keep the systems' }).click();
  await expect(
    desk
      .getByRole('status')
      .filter({ hasText: /saved|kept/i })
      .first(),
  ).toBeVisible();

  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('Send to a system');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Send CT chest' });
  await dialog.getByRole('button', { name: 'Send', exact: false }).first().click();
  await expect(dialog.getByText('Refused: AE told')).toBeVisible();
  // What no system has taken is removed only after a question; Enter keeps it.
  await dialog.getByRole('button', { name: 'Remove the message to ris' }).click();
  const ask = desk.getByRole('dialog', { name: 'Remove the message to ris?' });
  await expect(ask).toContainText('Kastellan, Mirela');
  await expect(ask).toContainText('CT chest');
  await shoot(desk, 'outbox-remove');
  await desk.keyboard.press('Enter');
  await expect(ask).toHaveCount(0);
  await expect(dialog.getByText('Refused: AE told')).toBeVisible();
  await desk.screenshot({ path: 'test-results/outbox-dialog.png' });
  await dialog.getByRole('button', { name: 'Send now to ris' }).click();
  await expect(dialog.getByText('Accepted: AA told')).toBeVisible();
  expect(ris.received).toHaveLength(2);
  await desk.keyboard.press('Escape');

  await desk.goto('/#/settings/outbox');
  await expect(desk.getByRole('link', { name: 'CT chest' })).toBeVisible();
  await expect(desk.getByRole('rowheader', { name: /CT chest/ })).toContainText('Kastellan, Mirela');
  await desk.screenshot({ path: 'test-results/outbox-settings.png' });
  await desk.getByRole('button', { name: 'Remove the message to ris' }).click();
  await expect(desk.getByText('Nothing was sent yet.')).toBeVisible();
  await ris.close();

  await systems.fill('kis=tls://kis.clinic.example:2576');
  await expect(
    desk.getByText('kis: its certificate must come from an authority this computer trusts.'),
  ).toBeVisible();
  await expect(desk.getByText('others can read the reports on the network')).toBeHidden();
  const file = (text: string) => ({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const chooser = desk.locator('.receiver-ca input[type=file]');
  await chooser.setInputFiles(file('no certificate'));
  await expect(desk.getByText('This file is not a PEM certificate.')).toBeVisible();
  const { certificatePem } = await makeTestCa();
  await chooser.setInputFiles(file(certificatePem));
  await expect(desk.getByText('kis: its certificate must come from the authority given here.')).toBeVisible();
  const fingerprint = new X509Certificate(certificatePem).fingerprint256;
  await expect(desk.getByText(fingerprint)).toBeVisible();
  await expect(systems).toHaveValue('kis=tls://kis.clinic.example:2576');
  await shoot(desk, 'outbox-tls');
  await desk.getByRole('button', { name: 'Keep the systems' }).click();
  await expect
    .poll(async () => (await admin.settings.get()).hl7_receivers)
    .toBe(`kis=tls://kis.clinic.example:2576?ca=${certificateFromPem(certificatePem)}`);

  // Wait for the response, because unsaved text would ask on leaving.
  await expect(desk.getByRole('button', { name: 'Keep the systems' })).toBeDisabled();
  await desk.goto('/#/worklist');
  await expect(systems).toBeHidden();
  await desk.goto('/#/settings/outbox');
  await expect(desk.getByText(fingerprint)).toBeVisible();
  await expect(systems).toHaveValue('kis=tls://kis.clinic.example:2576');
  await systems.fill('kis2=tls://kis.clinic.example:2576\nris=tls://ris.clinic.example:2576');
  await desk.getByRole('button', { name: 'Keep the systems' }).click();
  const place = `tls://kis.clinic.example:2576?ca=${certificateFromPem(certificatePem)}`;
  await expect
    .poll(async () => (await admin.settings.get()).hl7_receivers)
    .toBe(`kis2=${place} ris=tls://ris.clinic.example:2576`);
  await desk.getByRole('button', { name: 'Remove the certificate authority given for kis2' }).click();
  await desk.getByRole('button', { name: 'Keep the systems' }).click();
  await expect
    .poll(async () => (await admin.settings.get()).hl7_receivers)
    .toBe('kis2=tls://kis.clinic.example:2576 ris=tls://ris.clinic.example:2576');
});

test('a second Enter sends no second message', async ({ ready, desk }) => {
  const { admin, group } = ready;
  const ris = await listenForMllp(['AA', 'AA', 'AA']);
  await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
  const id = await sealExam(admin, group, { status: 'final', patient_id: await sealPatient(admin, group) });
  await openExam(desk, id);
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('Send to a system');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Send CT chest' });
  await dialog.getByRole('button', { name: 'Send', exact: false }).first().focus();
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Enter');
  await expect(dialog.getByText('Accepted: AA told')).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(dialog.getByText('Queued for ris: version 1.')).toBeVisible();
  await dialog.getByLabel('System', { exact: true }).focus();
  expect(
    await admin.exchange.hl7.list({ security_group_id: group, exam_id: id }).toArray({ limit: 9 }),
  ).toHaveLength(1);
  expect(ris.received).toHaveLength(1);
  await ris.close();
});
