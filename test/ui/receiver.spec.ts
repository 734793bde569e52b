/** Tests the settings for receiving DICOM, with a port that DCMTK sends to. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runPeer } from '#test/support/dicom/peer.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

const CT = join(import.meta.dirname, '..', 'fixtures', 'dicom', 'CT_small.dcm');

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

test('an administrator opens the port, sees what comes, and shuts it', async ({ ready: _, desk: page }) => {
  test.slow();
  const activities: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/v1/receiver'))
      activities.push(request.headers()['x-session-activity']);
  });
  await page.goto('/#/settings/receiver');
  await expect(page.getByRole('heading', { name: 'Receiving DICOM' })).toBeFocused();
  await expect(page.getByText('Nothing is received by C-STORE')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  const panel = page.getByRole('complementary', { name: 'C-STORE and worklist' });
  await panel.getByRole('checkbox', { name: 'Receive by C-STORE' }).check();
  await panel.getByRole('textbox', { name: 'DICOM port' }).fill('70000');
  await panel.getByRole('textbox', { name: 'May send' }).fill('CT1 at the north wing');
  await panel.getByRole('button', { name: 'Keep changes' }).click();
  await expect(panel.getByText('A port is a number from 1 to 65535.')).toBeVisible();
  await expect(panel.getByText('is not a valid sender')).toBeVisible();
  await expectAccessible(page, 'the receiver form with errors');
  await shoot(page, 'receiver-form');
  const port = await freePort();
  await panel.getByRole('textbox', { name: 'DICOM port' }).fill(port);
  await panel.getByRole('textbox', { name: 'AE title' }).fill('PRAXIS');
  await panel.getByRole('textbox', { name: 'May send' }).fill('CT1@127.0.0.1\n');
  await panel.getByRole('button', { name: 'Keep changes' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText(`echoscu -aec PRAXIS ADDRESS ${port}`)).toBeVisible();
  await expect(page.getByText('CT1@127.0.0.1')).toBeVisible();

  const sent = await runPeer('storescu', ['-aet', 'CT1', '-aec', 'PRAXIS', '127.0.0.1', port, CT]);
  expect(sent).toMatchObject({ code: 0 });
  await expect(
    page.getByText('1 picture or other DICOM object since the program started, the last from CT1'),
  ).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page, 'receiving');
  await shoot(page, 'receiver');

  await page.getByRole('button', { name: 'Change' }).click();
  await panel.getByRole('checkbox', { name: 'Receive by C-STORE' }).uncheck();
  await panel.getByRole('button', { name: 'Keep changes' }).click();
  await expect(page.getByText('Nothing is received by C-STORE')).toBeVisible();
  expect((await runPeer('echoscu', ['-aec', 'PRAXIS', '127.0.0.1', port])).code).not.toBe(0);
  // The screen's polling does not keep the session awake.
  expect(activities.length).toBeGreaterThan(1);
  expect(new Set(activities)).toEqual(new Set(['none']));
});
