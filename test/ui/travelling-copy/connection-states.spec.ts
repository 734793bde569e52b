/**
 * Tests the appearance of a travelling copy in each connection state. Its status is scripted;
 * test/ui/travelling-copy/sync-round-trip.spec.ts uses a real vault.
 */
import type { Page } from '@playwright/test';
import type { PendingChange, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { generateId } from '#server/system/generate-id.ts';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { sealBeside, sealExam } from '#test/ui/support/report-page.ts';
import { type SampleIds, sealSamples } from '#test/ui/support/sample-records.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import type { InitializedVault } from '#test/ui/support/ui-vault.ts';

const HOUR_MS = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

let samples: SampleIds;

async function statusOf({ admin, group }: InitializedVault): Promise<TravellingCopyStatus> {
  const { workspace_id } = await admin.vault.get();
  const written = await Promise.all(
    ['CT chest with contrast, follow-up @ Kastellan, Mirela', 'US abdomen complete @ Dunmore, Tavia'].map(
      (key) => admin.exams.get(samples.exams.get(key) ?? ''),
    ),
  );
  if (workspace_id === null) throw new Error('The vault is there.');
  return {
    workspace_id,
    name: 'Northgate Imaging',
    taken_at: ago(60),
    clinic: {
      standing: 'away',
      since: ago(40),
      exchanged_at: ago(40),
      next_try_at: new Date(Date.now() + 40_000).toISOString(),
      is_exchanging: false,
      certificate_ends_at: '2028-05-11T08:00:00.000Z',
    },
    opens_until: ago(-30 * 24 + 40),
    waits: written.map(({ index }, at) => ({
      kind: 'document',
      id: index.document_id,
      resource: 'exams',
      security_group_id: index.security_group_id,
      patient_id: index.meta.patient_id ?? null,
      exam_id: null,
      version: at + 1,
      is_new: false,
      bytes: 18_000 - at * 6_000,
      changed_at: ago(20 - at),
      state: 'waits',
      code: null,
    })),
    pins: [],
    taken: [
      {
        security_group_id: group,
        name: 'Radiology',
        since: ago(90 * 24),
        patients: 120,
        exams: 412,
        templates: 8,
        bytes: 38_000_000,
        files: 1_260,
        files_here: 84,
        is_whole: true,
        pulled_at: ago(40),
      },
    ],
    addresses: ['https://vault.northgate.example:8743', 'https://vault-2.northgate.example:8743'].map(
      (address, at) => ({ address, answers: false, answered_at: ago(40 + at * 50) }),
    ),
  };
}

/** Opens a page of a travelling copy; `answer` is its scripted status. */
async function travels(page: Page, answer: { status: TravellingCopyStatus }): Promise<void> {
  await page.route('**/v1/vault', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), travelling: true } });
  });
  await page.route('**/v1/travel{,/**}', (route) => route.fulfill({ json: answer.status }));
}

test('away: what waits is named, in the title bar counted, and acts that need the clinic wait', async ({
  page,
  ready,
}) => {
  const answer = { status: await statusOf(ready) };
  await travels(page, answer);
  await unlock(page, ready.passphrase);
  await page.getByRole('link', { name: 'Away, 2 changes wait' }).click();
  await expect(page.getByRole('heading', { name: 'Travelling copy' })).toBeFocused();
  await expect(page.getByText('away since')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Changes that wait' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('table', { name: 'Changes that wait' })).toContainText('Kastellan, Mirela');
  await expect(page.getByRole('table', { name: 'Taken along' })).toContainText('412 exams');
  await expect(page.getByRole('table', { name: 'Addresses' })).toContainText('No answer');
  await expectAccessible(page, 'away');
  await shoot(page, 'travel-away');
  await page.getByRole('button', { name: 'Take along more' }).click();
  await expectAccessible(page, 'take along');
  await shoot(page, 'travel-take');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change: Addresses' }).click();
  const addresses = page.getByRole('dialog').getByRole('textbox', { name: 'Addresses' });
  await expect(addresses).toHaveValue('vault.northgate.example:8743\nvault-2.northgate.example:8743');
  await expectAccessible(page, 'addresses');
  await shoot(page, 'travel-addresses');
  await page.keyboard.press('Escape');
  await goTo(page, 'settings/people');
  const invite = page.getByRole('button', { name: 'Invite a person' });
  await expect(invite).toHaveAttribute('aria-disabled', 'true');
  await expect(invite).toHaveAccessibleDescription('waits for the clinic');
  await expectAccessible(page, 'people, away');
  await shoot(page, 'travel-people');
  await goTo(page, 'settings/groups');
  await expect(page.getByRole('button', { name: 'New group' })).toHaveAccessibleDescription(
    'waits for the clinic',
  );
  await shoot(page, 'travel-groups');
  await goTo(page, 'settings/workspace');
  await expect(page.getByRole('group').getByText('waits for the clinic')).toBeVisible();
  await goTo(page, 'settings/security');
  await expect(page.getByRole('button', { name: 'Change the passphrase' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await shoot(page, 'travel-security');
});

test('with the clinic and nothing waiting the title bar says nothing; an ordinary vault has no such page', async ({
  page,
  ready,
}) => {
  const status = await statusOf(ready);
  const answer = {
    status: { ...status, waits: [], clinic: { ...status.clinic, standing: 'with' as const } },
  };
  await travels(page, answer);
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/travel');
  await expect(page.getByText('The clinic has all you wrote.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /Away|wait/ })).toHaveCount(0);
  await page.unroute('**/v1/vault');
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/workspace');
  await expect(page.getByRole('link', { name: 'Vault', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Travelling copy' })).toHaveCount(0);
});

test('a clinic that asks for the passphrase, one that refuses, and a change it did not take', async ({
  page,
  ready,
}) => {
  const status = await statusOf(ready);
  const answer = { status: { ...status, clinic: { ...status.clinic, standing: 'passphrase' as const } } };
  await travels(page, answer);
  await unlock(page, ready.passphrase);
  await page.getByRole('link', { name: 'The clinic asks for your passphrase' }).click();
  const field = page.getByRole('textbox', { name: 'Your passphrase at the clinic' });
  await field.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'This is not your passphrase at the clinic. Nothing was sent or lost. Try again.',
  );
  await expectAccessible(page, 'passphrase');
  await shoot(page, 'travel-passphrase');
  const [first, ...rest] = status.waits;
  if (!first) throw new Error('Something waits.');
  const refused: PendingChange = { ...first, state: 'refused', code: 'document_deleted' };
  Object.assign(answer, {
    status: { ...status, waits: [refused, ...rest], clinic: { ...status.clinic, standing: 'refused' } },
  });
  await goTo(page, 'settings/about');
  await goTo(page, 'settings/travel');
  await expect(page.getByRole('heading', { name: 'The clinic refuses this copy' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Not taken/ })).toContainText('It is in the clinic’s trash.');
  await expectAccessible(page, 'refused');
  await shoot(page, 'travel-refused');
  const ended = { ...status.clinic, standing: 'ended' as const, certificate_ends_at: ago(1) };
  Object.assign(answer, { status: { ...status, clinic: ended } });
  await goTo(page, 'settings/about');
  await goTo(page, 'settings/travel');
  await expect(page.getByRole('heading', { name: 'The certificate of this copy has ended' })).toBeVisible();
  await expect(
    page.getByText('Ask an administrator of the clinic’s vault for a new credential.'),
  ).toBeVisible();
  const soon = { ...status.clinic, standing: 'with' as const, certificate_ends_at: ago(-20 * 24) };
  Object.assign(answer, { status: { ...status, clinic: soon } });
  await goTo(page, 'settings/about');
  await goTo(page, 'settings/travel');
  await expect(page.getByRole('heading', { name: /^The certificate of this copy ends / })).toBeVisible();
});

test('a report that met another version: told, led to, compared as the clinic’s and mine', async ({
  page,
  ready,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  const status = await statusOf(ready);
  const [first] = status.waits;
  if (!first) throw new Error('Something waits.');
  const other: PendingChange = { ...first, id: generateId<string>() };
  const met: PendingChange = { ...first, id, version: 2, state: 'conflict' };
  const answer = { status: { ...status, waits: [other, met] } };
  await travels(page, answer);
  await unlock(page, ready.passphrase);
  await expect(page.getByRole('link', { name: 'Away, 2 changes wait' })).toBeVisible();
  const { record, version_id } = await ready.admin.exams.get(id);
  await sealBeside(ready.admin, id, (html) => html.replace('No acute finding.', 'Nothing acute.'));
  const mine = (record.report_html ?? '').replace('No acute finding.', 'No acute finding, my words.');
  await ready.admin.exams.draft.put(id, {
    record: { title: record.title, report_html: mine },
    base_version_id: version_id,
  });
  Object.assign(answer, {
    status: { ...status, waits: [met], clinic: { ...status.clinic, standing: 'with', since: ago(0) } },
  });
  await goTo(page, 'settings/travel');
  const told = page.getByRole('region', { name: 'Notices' });
  await expect(told).toContainText('The clinic has another version of 1 report. Both texts are kept.');
  await expect(page.getByRole('banner').getByRole('link', { name: '1 change to compare' })).toBeVisible();
  await page.getByRole('link', { name: /^Compare/ }).click();
  const banner = page.getByRole('alert');
  await expect(banner).toContainText('While you were away Dr A. Roe sealed version 2 at the clinic');
  await expect(banner).toContainText(
    'Your text is now a draft based on version 1. What you choose becomes version 3.',
  );
  await expect(banner).toContainText('Your other change is at the clinic already.');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('The clinic, version 2').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('Yours, written while away').filter({ visible: true })).toBeVisible();
  const track = page.getByRole('radiogroup', { name: 'Impression: take' });
  await expect(track.getByRole('radio')).toHaveText(['The clinic', 'Mine', 'Both']);
  await expect(page.getByRole('contentinfo')).toContainText(
    /Back at the clinic since .*, 1 of 2 changes sent/,
  );
  await expectAccessible(page, 'conflict after travelling');
  await shoot(page, 'travel-conflict');
});
