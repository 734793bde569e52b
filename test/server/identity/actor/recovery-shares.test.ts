import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let vault: VaultCreated;

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await fixture.parts.vault.init({
    name: 'Practice',
    owner: { display_name: 'Ada' },
    passphrase: PASSPHRASE,
  });
});
afterAll(() => fixture.dispose());

function openBy(recovery_shares: string[]) {
  return fixture.parts.sessions.open({ recovery_shares }, peerOf('desktop'));
}

test('any two of three open and may set a passphrase; fewer, foreign and older ones do not', async () => {
  const { sessions, core } = fixture.parts;
  const ada = await openActor(fixture, { passphrase: PASSPHRASE });
  const live = { opened_by: 'passphrase', fingerprint: 'any' } as const;
  const present = { current_passphrase: PASSPHRASE };
  const { recovery_shares: old } = await sessions.renewRecoveryShares(ada.actor, live, present);
  const renewed = await sessions.renewRecoveryShares(ada.actor, live, present);
  const { recovery_shares: shares, threshold } = renewed;
  expect([shares.length, threshold]).toEqual([3, 2]);
  const [a = '', b = '', c = ''] = shares;
  const before = core.ledger.records().length;
  const toldBefore = sessions.recoveries(ada.actor).total;
  for (const pair of [
    [a, b],
    [c, a],
    [b, c],
    [a.toLowerCase().replaceAll('-', ' '), b, c],
  ])
    expect((await openBy(pair)).session.principal.display_name).toBe('Ada');
  const notices = core.ledger.records().slice(before);
  expect(notices.map(({ record }) => record.action)).toEqual(Array(4).fill('recover'));
  const told = sessions.recoveries(ada.actor);
  expect(told.total).toBe(4 + toldBefore);
  expect(told.items[0]).toMatchObject({ display_name: 'Ada', principal_id: ada.actor.principal_id });
  expect(told.items.map(({ seq }) => seq)).toEqual(
    told.items.map(({ seq }) => seq).toSorted((x, y) => y - x),
  );
  for (const pair of [[a, a], [a, old[1] ?? ''], old.slice(0, 2), [a, vault.recovery_key]])
    expect(await codeOf(() => openBy(pair))).toBe('credential_rejected');
  expect(await codeOf(() => sessions.open({ recovery_key: vault.recovery_key }, peerOf('other')))).toBe(
    'credential_rejected',
  );
  expect(core.ledger.records().length).toBe(before + 4);
});
