/** Fills an empty vault through its routes with every kind of row, for freezing. Returns the secrets that open it. */
import type { VaultClient } from '#sdk/client.ts';
import { newId } from '#test/support/ids.ts';
import { openPlainVault, type PlainVault } from './plain-vault.ts';
import { sampleBytes, writeDocuments, writeDrive, writeReceivedAndSigned } from './sample-content.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FOUNDER_PASSPHRASE = 'quiet lantern mosaic 42 harbour';
const MEMBER_PASSPHRASE = 'velvet compass orchard 17 ember';

export interface VaultSecrets {
  readonly founder: {
    readonly principal_id: string;
    readonly passphrase: string;
    readonly recovery_key: string;
    readonly device_secret: string;
  };
  readonly member: {
    readonly principal_id: string;
    readonly passphrase: string;
    readonly recovery_key: string;
  };
  /** Tokens of a valid and a revoked credential. */
  readonly token: string;
  readonly revoked_token: string;
  /** Unused invite; expires 7 days after freezing. */
  readonly invite_code: string;
}

export interface FilledVault {
  readonly secrets: VaultSecrets;
  /** Frozen time, in milliseconds since the epoch. */
  readonly frozenAtMs: number;
}

export async function fillVault(folder: {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly nowMs: number;
}): Promise<FilledVault> {
  const begun = await begin(folder);
  // Start again, so that rows written at a start are included: the abandoned transfer is discarded.
  const vault = await openPlainVault({ ...folder, nowMs: folder.nowMs + 8 * DAY_MS });
  try {
    return await fill(vault, begun.recovery_key);
  } finally {
    await vault.close();
  }
}

async function begin(folder: Parameters<typeof openPlainVault>[0]): Promise<{ recovery_key: string }> {
  const vault = await openPlainVault(folder);
  try {
    const founder = vault.connect();
    const created = await founder.vault.init({
      name: 'Quillfeather Imaging',
      owner: { display_name: 'Dr. Ada Quillfeather' },
      passphrase: FOUNDER_PASSPHRASE,
    });
    await founder.session.open({ passphrase: FOUNDER_PASSPHRASE });
    const drive = founder.drive(created.security_group_id);
    await drive.resumable.start({ name: 'given up.dcm', size: 30_000 });
    return created;
  } finally {
    await vault.close();
  }
}

async function fill(vault: PlainVault, recoveryKey: string): Promise<FilledVault> {
  const founder = vault.connect();
  const opened = await founder.session.open({ passphrase: FOUNDER_PASSPHRASE });
  const home = opened.session.groups[0]?.security_group_id ?? newId();
  const second = (await founder.groups.create({ name: 'Second opinion' })).security_group_id;
  await founder.groups.create({ name: 'Archive of 2019' });
  await founder.settings.patch({
    time_precision: 'day',
    idle_lock_seconds: 1200,
    storage_credit_bytes: 1_000_000_000,
    draft_retention_days: 45,
    hl7_receivers: 'ris=127.0.0.1:1',
  });
  await founder.imaging.patchReceiver({
    ae_title: 'QUILLFEATHER',
    allow: [{ ae_title: 'CT_NORTH_2', address: '10.0.0.7' }],
    stow: false,
  });
  await founder.session.putPreferences({
    saved_views: [{ name: 'Unfinished chests', q: 'chest' }],
    macros: { nad: 'No abnormality detected.' },
  });
  const people = await invite(vault, founder, home, second);
  const credentials = await issueCredentials(founder, home, second);

  const writers = { founder, member: people.member, home, second };
  await writeDocuments(vault, writers);
  await writeDrive(founder, home);
  await writeReceivedAndSigned(vault, writers);
  await retire(vault, founder, people.leaver_id, credentials.revoked_id);
  // After the rotation: new rows beside rewrapped ones.
  await founder.patients.create({
    security_group_id: home,
    record: { legal_name: 'Olga Newgeneration', birth_date: '2001-02-03' },
  });
  await founder.drive(home).upload(sampleBytes(700), { name: 'after the rotation.txt' });
  vault.clock.advance(1000);

  const { device_secret } = await founder.session.createDeviceSecret({
    current_passphrase: FOUNDER_PASSPHRASE,
  });
  const { invite_code } = await founder.principals.invite({
    display_name: 'Dr. Nils Notyet',
    groups: [{ security_group_id: second, role: 'viewer' }],
  });
  return {
    secrets: {
      founder: {
        principal_id: opened.session.principal.principal_id,
        passphrase: FOUNDER_PASSPHRASE,
        recovery_key: recoveryKey,
        device_secret,
      },
      member: people.member_secrets,
      token: credentials.token,
      revoked_token: credentials.revoked_token,
      invite_code,
    },
    frozenAtMs: vault.clock.nowMs(),
  };
}

async function invite(vault: PlainVault, founder: VaultClient, home: string, second: string) {
  const invited = await founder.principals.invite({
    display_name: 'Dr. Ben Accepted',
    groups: [
      { security_group_id: home, role: 'editor' },
      { security_group_id: second, role: 'viewer' },
    ],
  });
  const member = vault.connect();
  const joined = await member.session.open({
    invite_code: invited.invite_code,
    new_passphrase: MEMBER_PASSPHRASE,
  });
  await member.session.putPreferences({ key_map: { save: 'ctrl+s' } });
  const leaver = await founder.principals.invite({
    display_name: 'Dr. Lea Leaver',
    // An administrator who leaves, so that the CA is replaced.
    is_admin: true,
    groups: [{ security_group_id: home, role: 'viewer' }],
  });
  await vault
    .connect()
    .session.open({ invite_code: leaver.invite_code, new_passphrase: 'granite willow 88 sunday kite' });
  return {
    member,
    leaver_id: leaver.principal_id,
    member_secrets: {
      principal_id: invited.principal_id,
      passphrase: MEMBER_PASSPHRASE,
      recovery_key: joined.recovery_key ?? '',
    },
  };
}

async function issueCredentials(founder: VaultClient, home: string, second: string) {
  const kept = await founder.credentials.create({
    name: 'PACS bridge',
    groups: [
      { security_group_id: home, role: 'editor' },
      { security_group_id: second, role: 'viewer' },
    ],
  });
  const revoked = await founder.credentials.create({
    name: 'Old importer',
    groups: [{ security_group_id: home, role: 'owner' }],
  });
  return { token: kept.token, revoked_token: revoked.token, revoked_id: revoked.credential_id };
}

/** Disables two members and waits for the rotations. */
async function retire(
  vault: PlainVault,
  founder: VaultClient,
  leaverId: string,
  credentialId: string,
): Promise<void> {
  await founder.principals.disable(leaverId);
  await vault.services.rotations.whenIdle();
  vault.clock.advance(1000);
  await founder.credentials.revoke(credentialId);
  await vault.services.rotations.whenIdle();
  vault.clock.advance(1000);
}
