/** Vault fixture with every person and program that can, could or may later unlock, and each one's secret. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { SessionOpenBody } from '#contract/access/session.ts';
import type { Unbranded } from '#contract/ids.ts';
import { type InProcessVault, PASSPHRASE as OWNER_PASSPHRASE } from '#lanes/runner/in-process-vault.ts';
import { CANARY } from '#lanes/tampering/small-vault.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type Rows, readAll } from './row-tamperings.ts';

const PASSPHRASE = 'lane: eleven copper kettles sing';

/** A secret with its owner and the table that stores its wrap; an invite is used up at once. */
export interface Way {
  readonly name: string;
  readonly principal_id: string;
  readonly kind: 'device' | 'passphrase' | 'recovery' | 'token' | 'invite';
  readonly body: Unbranded<SessionOpenBody>;
}

export interface Crowd {
  readonly ways: readonly Way[];
  /** A member of every group who stays unlocked, to observe the rest of the vault. */
  readonly bystander: VaultClient;
  /** Documents of the fixture, one per group, by the group's id. */
  readonly documents: ReadonlyMap<string, string>;
  /** Earlier rows: replaced wraps, withdrawn grants, marks set since. */
  readonly once: ReadonlyMap<string, Rows>;
}

/** `tables` whose earlier rows are kept. */
export async function gather(vault: InProcessVault, db: Database, tables: readonly string[]): Promise<Crowd> {
  const { client: ada, group } = vault;
  const { security_group_id: second } = await ada.groups.create({ name: `${CANARY} second` });
  const documents = new Map<string, string>();
  for (const security_group_id of [group, second]) {
    const { index } = await ada.patients.create({
      security_group_id,
      record: { display_name: `${CANARY} of ${security_group_id}` },
    });
    documents.set(security_group_id, index.document_id);
  }
  const viewer = [{ security_group_id: group, role: 'viewer' as const }];
  const both = [group, second].map((id) => ({ security_group_id: id, role: 'editor' as const }));
  const ben = await joins(vault, 'Ben', { groups: both });
  const cleo = await joins(vault, 'Cleo', { groups: [], is_admin: true });
  const bea = await joins(vault, 'Bea', { groups: both });
  const dan = await joins(vault, 'Dan', { groups: both });
  const script = await ada.credentials.create({ name: 'script', groups: viewer });
  const ended = await ada.credentials.create({ name: 'ended', groups: viewer });
  const dora = await ada.principals.invite({ display_name: 'Dora', groups: both });
  const founder = await ada.session.get();
  await ada.session.putPreferences({ canary: CANARY });
  const { recovery_key } = await ada.session.renewRecoveryKey({ current_passphrase: OWNER_PASSPHRASE });
  const once = new Map(tables.map((table) => [table, readAll(db, table)]));

  await ben.client.session.setPassphrase({
    passphrase: `${PASSPHRASE} anew`,
    current_passphrase: PASSPHRASE,
  });
  const benSecret = await ben.client.session.createDeviceSecret({
    current_passphrase: `${PASSPHRASE} anew`,
  });
  await ada.groups.removeMember(second, ben.principal_id);
  await ada.credentials.revoke(ended.credential_id);
  await ada.principals.disable(dan.principal_id);
  // Wait until an unlocked owner has rotated the keys of removed members.
  while (readAll(db, 'rotation_jobs').length > 0) await wait(20);
  const adaSecret = await ada.session.createDeviceSecret({ current_passphrase: OWNER_PASSPHRASE });
  for (const client of [ben.client, cleo.client, ada]) await client.session.lock();
  const { principal_id } = founder.principal;
  return {
    documents,
    once,
    bystander: bea.client,
    ways: [
      { name: 'Ada', principal_id, kind: 'device', body: adaSecret },
      { name: 'Ada', principal_id, kind: 'recovery', body: { recovery_key } },
      { name: 'Ben', principal_id: ben.principal_id, kind: 'device', body: benSecret },
      {
        ...{ name: 'Ben', principal_id: ben.principal_id, kind: 'passphrase' },
        body: { passphrase: `${PASSPHRASE} anew`, principal_id: ben.principal_id },
      },
      { name: 'Cleo', principal_id: cleo.principal_id, kind: 'device', body: cleo.secret },
      { name: 'Dan', principal_id: dan.principal_id, kind: 'device', body: dan.secret },
      {
        ...{ name: 'Dora', principal_id: dora.principal_id, kind: 'invite' },
        body: { invite_code: dora.invite_code, new_passphrase: PASSPHRASE },
      },
      { name: 'script', principal_id: script.principal_id, kind: 'token', body: { token: script.token } },
      { name: 'ended', principal_id: ended.principal_id, kind: 'token', body: { token: ended.token } },
    ],
  };
}

interface Joined {
  readonly client: VaultClient;
  readonly principal_id: string;
  readonly secret: { readonly device_secret: string };
}

async function joins(
  { client: ada, connect }: InProcessVault,
  display_name: string,
  rights: Omit<Parameters<VaultClient['principals']['invite']>[0], 'display_name'>,
): Promise<Joined> {
  const { principal_id, invite_code } = await ada.principals.invite({ display_name, ...rights });
  const client = await connect();
  await client.session.open({ invite_code, new_passphrase: PASSPHRASE });
  return {
    client,
    principal_id,
    secret: await client.session.createDeviceSecret({ current_passphrase: PASSPHRASE }),
  };
}
