/** Tests all administrative commands from a terminal, beside a running server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seenSecrets } from '#sdk/new-secrets.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

/** Time limit, because each command is a process that takes seconds on a slow machine. */
const PROCESSES_MS = 180_000;

const OTHER = 'quiet orchard 41 lantern bay';
const NEXT = 'copper meadow 7 distant bell';

let vault: LiveVault;
let env: Record<string, string>;
let founder: string;

beforeAll(async () => {
  vault = await startLiveVault();
  env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  founder = (await vault.admin.session.get()).principal.principal_id;
});
afterAll(() => vault.close());

/** Runs an administrative command of the founder and returns its JSON document. */
async function admin(args: readonly string[], more: Record<string, string> = {}) {
  const run = await srvault([...args, '--data', vault.dataDir, '--json'], { env: { ...env, ...more } });
  return { exitCode: run.exitCode, document: documentOf(run), stderr: run.stderr };
}

function secretFile(name: string, secret: string): string {
  const file = join(vault.root, name);
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return file;
}

describe('srvault persons, groups', () => {
  test(
    'a person is invited, joins, and may do what their role says until they are put out',
    async () => {
      const invited = await admin(['persons', 'invite', '--name', 'Dr B', '--group', vault.group]);
      const { principal_id, invite_code } = invited.document;
      const surplus = await admin(['persons', 'accept', invite_code]);
      expect(surplus).toMatchObject({ exitCode: 2, document: { error: { code: 'usage' } } });
      expect(surplus.document.error.message).toMatch(/^error: too many arguments for 'accept'\./);
      expect(surplus.stderr + JSON.stringify(surplus.document)).not.toContain(invite_code);
      const invite = ['--invite-file', secretFile('invite', invite_code)];
      const passphrase = ['--new-passphrase-file', secretFile('other', OTHER)];
      const accepted = await admin(['persons', 'accept', ...invite, ...passphrase]);
      expect(accepted.document).toEqual({ principal_id, recovery_key: expect.any(String) });
      // Once while the folder is served, once without a server.
      for (const command of [['groups', 'list'], ['verify']]) {
        const unsaid = await admin(command);
        expect(unsaid).toMatchObject({ exitCode: 7, document: { error: { code: 'invalid_request' } } });
        expect(unsaid.stderr).toContain(`--as ${principal_id} (Dr B)`);
        expect(unsaid.stderr).toContain(`--as ${founder} (`);
      }
      const own = { SRVAULT_PASSPHRASE: OTHER };
      const forbidden = await admin(['groups', 'create', 'Mine', '--as', principal_id], own);
      expect(forbidden).toMatchObject({ exitCode: 4, document: { error: { code: 'permission_denied' } } });
      const disabled = await admin(['persons', 'disable', principal_id, '--as', founder]);
      expect(disabled.document).toMatchObject({ principal_id, state: 'disabled' });
      const shut = await admin(['groups', 'list', '--as', principal_id], own);
      expect(shut).toMatchObject({ exitCode: 3, document: { error: { code: 'credential_rejected' } } });
      const { document } = await admin(['persons', 'list']);
      expect(document.items).toContainEqual(expect.objectContaining({ principal_id, state: 'disabled' }));
    },
    PROCESSES_MS,
  );

  test.each([
    [[], 'revoked'],
    [['--keep-credentials'], 'kept'],
  ])(
    'persons disable %j: what that person issued is %s, and listed with its maker',
    async (more, state) => {
      const name = `Dr Leaver ${state}`;
      const group = ['--group', vault.group, '--role', 'owner'];
      const invited = await admin(['persons', 'invite', '--name', name, ...group, '--admin']);
      const { principal_id, invite_code } = invited.document;
      const invite = ['--invite-file', secretFile(`invite-${state}`, invite_code)];
      const passphrase = ['--new-passphrase-file', secretFile(`leaver-${state}`, OTHER)];
      await admin(['persons', 'accept', ...invite, ...passphrase]);
      const out = join(vault.root, `script-${state}`);
      const issue = ['credential', 'create', '--name', `script ${state}`, ...group, '--out', out];
      const own = { SRVAULT_PASSPHRASE: OTHER };
      const issued = await admin([...issue, '--as', principal_id], own);
      const { credential_id } = issued.document;
      const disabled = await admin(['persons', 'disable', principal_id, '--as', founder, ...more]);
      expect(disabled.document.issued_credentials).toMatchObject([{ credential_id, state }]);
      const listed = await admin(['credential', 'list', '--as', founder]);
      const found = listed.document.items.find(
        (each: Record<string, unknown>) => each['credential_id'] === credential_id,
      );
      expect(found).toMatchObject({ created_by: principal_id });
      expect(found.revoked_at === null).toBe(state === 'kept');
    },
    PROCESSES_MS,
  );

  test(
    'a group gets members and loses them, but never its last owner',
    async () => {
      const { document } = await admin(['groups', 'create', 'Cardiology']);
      const { security_group_id } = document;
      const program = (await vault.connect().session.get()).principal.principal_id;
      const added = await admin(['groups', 'add', security_group_id, program, '--role', 'editor']);
      expect(added.document).toMatchObject({ principal_id: program, role: 'editor' });
      const members = await admin(['groups', 'members', security_group_id]);
      expect(members.document.items.map(({ role }: { role: string }) => role).sort()).toEqual([
        'editor',
        'owner',
      ]);
      expect((await admin(['groups', 'remove', security_group_id, program])).exitCode).toBe(0);
      const last = await admin(['groups', 'remove', security_group_id, founder]);
      expect(last).toMatchObject({ exitCode: 6, document: { error: { code: 'has_dependents' } } });
      const { document: list } = await admin(['groups', 'list']);
      expect(list.items).toContainEqual(expect.objectContaining({ name: 'Cardiology', member_count: 1 }));
    },
    PROCESSES_MS,
  );
});

describe('srvault settings', () => {
  test('changes what is named and nothing else; a wrong name or value changes nothing', async () => {
    const before = (await admin(['settings', 'get'])).document;
    const set = await admin(['settings', 'set', 'idle_lock_seconds=601', 'storage_credit_bytes=none']);
    expect(set.document).toEqual({ ...before, idle_lock_seconds: 601, storage_credit_bytes: null });
    const name = await admin(['settings', 'set', 'idle=3']);
    expect(name).toMatchObject({ exitCode: 2, document: { error: { code: 'usage' } } });
    const value = await admin(['settings', 'set', 'time_precision=century']);
    expect(value).toMatchObject({ exitCode: 7, document: { error: { code: 'invalid_request' } } });
    expect((await admin(['settings', 'get'])).document).toEqual(set.document);
  });
});

describe('srvault sessions', () => {
  test('shows who is in and ends a session at once', async () => {
    const client = vault.connect();
    const { session_id } = await client.session.get();
    const { document } = await admin(['sessions', 'list']);
    expect(document.items.map((item: { session_id: string }) => item.session_id)).toContain(session_id);
    expect((await admin(['sessions', 'end', session_id])).document).toMatchObject({ session_id });
    const again = await admin(['sessions', 'end', session_id]);
    expect(again).toMatchObject({ exitCode: 5, document: { error: { code: 'not_found' } } });
  });
});

describe('srvault passphrase change, recovery-key renew', () => {
  test('the new passphrase opens, the old one does not; a forgotten one is replaced by recovery key', async () => {
    const next = secretFile('next', NEXT);
    const changed = await admin(['passphrase', 'change', '--new-passphrase-file', next]);
    expect(changed).toMatchObject({ exitCode: 0, document: { changed: true, principal_id: founder } });
    expect((await admin(['settings', 'get'])).exitCode).toBe(3);
    const renewed = await admin(['recovery-key', 'renew'], { SRVAULT_PASSPHRASE: NEXT });
    const { recovery_key } = renewed.document;
    const weak = await admin(
      ['passphrase', 'change', '--recovery-key-file', secretFile('recovery', recovery_key)],
      { SRVAULT_NEW_PASSPHRASE: 'password' },
    );
    expect(weak).toMatchObject({ exitCode: 7, document: { error: { code: 'invalid_request' } } });
    const back = await admin(['passphrase', 'change', '--recovery-key-file', join(vault.root, 'recovery')], {
      SRVAULT_NEW_PASSPHRASE: PASSPHRASE,
    });
    expect(back.exitCode).toBe(0);
    expect((await admin(['settings', 'get'])).exitCode).toBe(0);
  });

  test('a new way into the account is told to its person, until that was seen', async () => {
    const { session } = vault.admin;
    const { secrets = [] } = await session.get();
    await session.putPreferences({ views: 1, seen_secrets: seenSecrets(secrets) });
    expect((await admin(['settings', 'get'])).stderr).toBe('');
    expect((await admin(['recovery-key', 'renew', '--shares'])).exitCode).toBe(0);
    for (const command of [
      ['settings', 'get'],
      ['groups', 'list'],
    ]) {
      const told = await admin(command);
      expect(told.exitCode).toBe(0);
      expect(told.stderr).toContain('new ways into your account: a recovery key or shares (2');
      expect(told.stderr).not.toContain('a passphrase');
    }
    expect(await session.getPreferences()).toEqual({ views: 1, seen_secrets: seenSecrets(secrets) });
  });

  test('secrets never come from the command line, and none is asked for where nobody sits', async () => {
    const run = await srvault(['persons', 'accept', '--data', vault.dataDir], { env });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('--invite-file');
  });
});

describe('srvault exams draft, exams patient', () => {
  async function withProfile(args: readonly string[], input?: unknown) {
    const run = await srvault([...args, '--profile', vault.profile, '--url', vault.url, '--json'], {
      env,
      ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    });
    return { exitCode: run.exitCode, document: documentOf(run) };
  }

  test('a draft is written, read, put aside and found again', async () => {
    const { document: exam } = await withProfile(['exams', 'create'], { title: 'CT head' });
    const id = exam.index.document_id;
    const put = await withProfile(['exams', 'draft', 'put', id], {
      ...exam,
      record: { title: 'CT head, again' },
    });
    expect(put.document).toMatchObject({ base_version_id: exam.version_id });
    const open = await withProfile(['exams', 'draft', 'get', id]);
    expect(open.document.record.title).toBe('CT head, again');
    const next = ['exams', 'draft', 'put', id, '--base', exam.version_id, '--expected'];
    const { draft_rev } = put.document;
    expect((await withProfile([...next, draft_rev], { title: 'CT head, later' })).exitCode).toBe(0);
    expect((await withProfile([...next, draft_rev], { title: 'late' })).exitCode).toBe(6);
    expect((await withProfile(['exams', 'draft', 'put', id], { title: 'no base' })).exitCode).toBe(2);
    const { document: discarded } = await withProfile(['exams', 'draft', 'discard', id]);
    const { document: list } = await withProfile(['exams', 'draft', 'list', id]);
    expect(list.items.map((item: { draft_rev: string }) => item.draft_rev)).toEqual([discarded.draft_rev]);
    const found = await withProfile(['exams', 'draft', 'get', id, '--rev', discarded.draft_rev]);
    expect(found.document.record.title).toBe('CT head, later');
    expect((await withProfile(['exams', 'draft', 'get', id])).exitCode).toBe(5);
  });

  test('an exam is linked to a patient, and to none', async () => {
    const { document: patient } = await withProfile(['patients', 'create'], { legal_name: 'Ada Example' });
    const { document: exam } = await withProfile(['exams', 'create'], { title: 'MR knee' });
    const id = exam.index.document_id;
    const linked = await withProfile(['exams', 'patient', id, '--patient', patient.index.document_id]);
    expect(linked.document.meta.patient_id).toBe(patient.index.document_id);
    const none = await withProfile(['exams', 'patient', id, '--none']);
    expect(none.document.meta.patient_id ?? null).toBeNull();
    expect((await withProfile(['exams', 'patient', id])).exitCode).toBe(2);
  });
});
