/**
 * Tests the screens of a remote vault: every theme and each reason. The desktop's answers are scripted;
 * test/main/remote-vault.peer.test.ts tests the real ones.
 */
import { ADDRESS_STATES } from '#main/preload/bridge.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, test, unlock } from './support/fixtures.ts';
import { callsOf, inDesktop } from './support/in-desktop.ts';

const FOUNDER = '4f18b7c20e95d3a177e019fca64b2d58'.padEnd(64, '0');
const ADDRESSES = ['https://vault.northgate.example:8743', 'https://vault-2.northgate.example:8743'];
const PLACE = {
  kind: 'elsewhere',
  name: 'Northgate Imaging',
  founder_key: FOUNDER,
  certificate_ends_at: '2028-05-11T10:00:00.000Z',
  addresses: ADDRESSES,
} as const;

test.describe('first run', () => {
  test.use({ empty: true });

  const offered = {
    vaultPlace: { kind: 'here' },
    chooseCredential: { client_cn: 'reading-room-2-1a2b3c4d', addresses: ADDRESSES },
    askVault: {
      addresses: ADDRESSES.map((address, at) => ({ address, state: at === 0 ? 'answers' : 'unreachable' })),
      vault: {
        workspace_id: '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f',
        name: PLACE.name,
        founder_key: FOUNDER,
      },
    },
  };

  test('joins once, however fast it is pressed twice', async ({ page }) => {
    await inDesktop(page, offered);
    await page.goto('/');
    await page.getByRole('radio', { name: 'On this computer' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Choose the folder…' }).click();
    await page.getByText('My invitation shows the same key').click();
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await expect.poll(() => callsOf(page, 'joinVault')).toBe(1);
    await expect(page.getByRole('button', { name: 'Opening' })).toBeVisible();
    expect(await callsOf(page, 'joinVault')).toBe(1);
  });

  test('names the addresses, shows the founder’s key and waits for the tick', async ({ page }) => {
    await inDesktop(page, offered);
    await page.goto('/');
    await expectAccessible(page, 'create, with the choice of a place');
    await page.getByRole('radio', { name: 'On this computer' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('heading', { name: 'Open a vault' })).toBeVisible();
    await expectAccessible(page, 'before a credential is chosen');
    await page.getByRole('button', { name: 'Choose the folder…' }).click();
    await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveText([
      /vault\.northgate\.example:8743\s*answers, in use/,
      /vault-2\.northgate\.example:8743\s*does not answer/,
    ]);
    await expect(page.getByTestId('founder-key').locator('span')).toHaveText(
      FOUNDER.slice(0, 32).match(/.{4}/g) ?? [],
    );
    await expect(page.getByRole('checkbox', { name: 'My invitation shows the same key' })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Go on' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'the founder’s key');
    await page.getByRole('button', { name: 'Not the same' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was stored.');
    await expect(page.getByTestId('founder-key')).toHaveCount(0);
    await expectAccessible(page, 'not the same');
  });
});

test.describe('settings', () => {
  const probed = {
    current_address: `https://${ADDRESS_STATES[0]}.example:8743`,
    addresses: ADDRESS_STATES.map((state) => ({
      address: `https://${state.replaceAll('_', '-')}.example:8743`,
      state,
    })),
  };

  test('say of each address what it gave, and ask before the computer forgets the vault', async ({
    page,
    ready,
  }) => {
    await inDesktop(page, {
      vaultPlace: PLACE,
      probeVault: probed,
      getSettings: { content_protection: false },
    });
    await unlock(page, ready.passphrase);
    await goTo(page, 'settings/place');
    await expect(page.getByRole('heading', { name: 'Where the vault lies' })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveText([
      /answers, in use/,
      /does not answer/,
      /certificate that this credential does not trust/,
      /certificate not valid today/,
      /not served under this name/,
      /refuses this credential: revoked/,
      /the certificate of this credential has expired/,
      /runs an older version/,
      /no vault there/,
      /another vault than agreed/,
    ]);
    await page.getByRole('button', { name: 'Open this computer’s own vault instead' }).click();
    await expect(page.getByText('This computer deletes its certificate for that vault')).toBeVisible();
    await expectAccessible(page, 'where the vault lies');
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByText('This computer deletes its certificate for that vault')).toHaveCount(0);
  });

  test('of this computer’s own vault offer to open another, and a browser offers nothing', async ({
    page,
    ready,
  }) => {
    await unlock(page, ready.passphrase);
    await goTo(page, 'settings/workspace');
    await expect(page.getByRole('link', { name: 'Vault', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Where it lies' })).toHaveCount(0);
    await inDesktop(page, { vaultPlace: { kind: 'here' }, getSettings: { content_protection: false } });
    await unlock(page, ready.passphrase);
    await goTo(page, 'settings/place');
    await expect(page.getByRole('button', { name: 'Choose the folder…' })).toBeVisible();
    await expectAccessible(page, 'another machine');
  });
});

test('an invitation carries the founder’s key', async ({ page, ready }) => {
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/people');
  await page.getByRole('button', { name: 'Invite a person' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Dr B. Poe');
  await page.getByRole('button', { name: 'Create invite' }).click();
  const { founder_key } = await ready.admin.vault.get();
  await expect(page.getByTestId('founder-key').locator('span')).toHaveText(
    founder_key?.slice(0, 32).match(/.{4}/g) ?? [],
  );
});
