/** Tests expired certificates: vaults created years ago by a fake clock, opened today. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import type { Role } from '#contract/access/roles.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { openVault } from '#server/app/open-vault.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { createTestClock } from '#test/support/clock.ts';
import { documentOf, srvault } from './run-srvault.ts';

const PASSPHRASE = 'correct horse battery staple';
const DAY_MS = 24 * 60 * 60 * 1000;
const TWO_YEARS_DAYS = 731;

const root = mkdtempSync(join(tmpdir(), 'srvault-ends-'));
afterAll(() => rmSync(root, { recursive: true }));

interface OldVault {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly group: SecurityGroupId;
  readonly env: Record<string, string>;
  /** Credential folder by role. */
  readonly profile: (role: Role) => string;
}

/** Creates a vault as of some days ago and closes it. */
async function foundDaysAgo(name: string, days: number): Promise<OldVault> {
  const dataDir = join(root, name, 'vault');
  const stateDir = join(root, name, 'state');
  const clock = createTestClock(Date.now() - days * DAY_MS);
  const { services, pki, close } = await openVault({ dataDir, stateDir, clock });
  const { security_group_id } = await services.vault.init({
    name: 'Practice',
    owner: { display_name: 'Dr A' },
    passphrase: PASSPHRASE,
  });
  const peer = { cn: 'desktop', fingerprint: pki.desktop().fingerprint, isDesktop: true };
  const opened = await services.sessions.open({ passphrase: PASSPHRASE }, peer);
  const actor = services.sessions.actorOf(services.sessions.find(opened.session_token, peer));
  for (const role of ['editor', 'owner'] as const) {
    const created = await services.credentials.create(actor, {
      name: role,
      groups: [{ security_group_id, role }],
    });
    mkdirSync(join(root, name, role), { mode: 0o700 });
    writeCredentialFolder(join(root, name, role), created);
  }
  await close();
  return {
    dataDir,
    stateDir,
    group: security_group_id,
    env: { SRVAULT_STATE_DIR: stateDir, SRVAULT_PASSPHRASE: PASSPHRASE },
    profile: (role) => join(root, name, role),
  };
}

async function serve({ dataDir, stateDir }: OldVault): Promise<RunningServer> {
  const server = await startServer({ dataDir, stateDir, port: 0, logger: pino({ level: 'silent' }) });
  onTestFinished(server.close);
  return server;
}

/** Unlocks the founder, because the CA's key is available only while a session is open. */
async function unlock({ services, pki }: RunningServer): Promise<void> {
  const { fingerprint } = pki.desktop();
  await services.sessions.open({ passphrase: PASSPHRASE }, { cn: 'desktop', fingerprint, isDesktop: true });
}

async function doctorOf({ dataDir, env }: OldVault): Promise<string[]> {
  const run = await srvault(['doctor', '--data', dataDir, '--json'], { env });
  return documentOf(run).findings.map(({ code }: { code: string }) => code);
}

describe('a clock that was once far ahead', () => {
  /** Unlocks once as an administrator under a clock set ahead, and closes. */
  async function openAhead({ dataDir, stateDir }: OldVault, days: number): Promise<void> {
    const clock = createTestClock(Date.now() + days * DAY_MS);
    const { services, pki, close } = await openVault({ dataDir, stateDir, clock });
    const peer = { cn: 'desktop', fingerprint: pki.desktop().fingerprint, isDesktop: true };
    await services.sessions.open({ passphrase: PASSPHRASE }, peer);
    await services.vault.renewCertificatesIfDue();
    await services.vault.whenIdle();
    await close();
  }

  test.each([[800], [4_000]])('by %i days: everybody reaches the vault once it is right', async (days) => {
    const vault = await foundDaysAgo(`ahead-${days}`, 0);
    await openAhead(vault, days);
    const found = await doctorOf(vault);
    expect(found.filter((code) => code.startsWith('certificate_'))).toEqual([]);
    const server = await serve(vault);
    const groups = await srvault(['groups', 'list', '--data', vault.dataDir, '--json'], { env: vault.env });
    expect(groups.exitCode).toBe(0);
    // A client that trusts only the earlier CA.
    const profile = vault.profile('editor');
    const listed = await srvault(['patients', 'list', '--profile', profile, '--url', server.url, '--json']);
    expect(listed.exitCode).toBe(0);
    // Certificates issued under the wrong clock end when it is discovered.
    const { items } = documentOf(
      await srvault(['certificate', 'list', '--data', vault.dataDir, '--json'], { env: vault.env }),
    );
    for (const kind of ['server', 'desktop'])
      expect(items.find((item: { kind: string }) => item.kind === kind).days_left).toBeLessThan(
        TWO_YEARS_DAYS + 31,
      );
  });
});

describe('a clock that was ahead by less, or from the first day on', () => {
  /** Unlocks once as an administrator under that clock; `issue` also issues a credential. */
  async function openUnder(
    { dataDir, stateDir, group, profile }: OldVault,
    days: number,
    issue = false,
  ): Promise<void> {
    const clock = createTestClock(Date.now() + days * DAY_MS);
    const { services, pki, close } = await openVault({ dataDir, stateDir, clock });
    const peer = { cn: 'desktop', fingerprint: pki.desktop().fingerprint, isDesktop: true };
    const opened = await services.sessions.open({ passphrase: PASSPHRASE }, peer);
    await services.vault.renewCertificatesIfDue();
    await services.vault.whenIdle();
    if (issue) {
      const actor = services.sessions.actorOf(services.sessions.find(opened.session_token, peer));
      const grant = { security_group_id: group, role: 'viewer' } as const;
      const created = await services.credentials.create(actor, { name: 'late', groups: [grant] });
      mkdirSync(profile('viewer'), { mode: 0o700 });
      writeCredentialFolder(profile('viewer'), created);
    }
    await close();
  }

  async function reach(vault: OldVault, role: Role): Promise<void> {
    const found = await doctorOf(vault);
    expect(found.filter((code) => code.startsWith('certificate_'))).toEqual([]);
    const server = await serve(vault);
    const groups = await srvault(['groups', 'list', '--data', vault.dataDir, '--json'], { env: vault.env });
    expect(groups.exitCode).toBe(0);
    const profile = ['--profile', vault.profile(role), '--url', server.url];
    const listed = await srvault(['patients', 'list', ...profile, '--json']);
    expect(listed.exitCode).toBe(0);
  }

  test('by a year: what was renewed and issued that day is valid today', async () => {
    const vault = await foundDaysAgo('ahead-year', 350);
    await openUnder(vault, 0);
    await openUnder(vault, 365, true);
    await reach(vault, 'viewer');
  });

  test.each([[365], [4_000]])('a vault founded %i days ahead is reached today', async (days) => {
    await reach(await foundDaysAgo(`founded-ahead-${days}`, -days), 'editor');
  });
});

describe('a vault nobody opened for three years', () => {
  test('is renewed by one command where nobody serves it', async () => {
    const vault = await foundDaysAgo('unserved', 1096);
    expect(await doctorOf(vault)).toContain('certificate_ended');
    const run = await srvault(['certificate', 'renew', '--data', vault.dataDir, '--json'], {
      env: vault.env,
    });
    expect(run.exitCode).toBe(0);
    const { items } = documentOf(run);
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['ca', 'server', 'desktop', 'client', 'client'],
    ]);
    const days = (kind: string) =>
      items.find((item: { kind: string }) => item.kind === kind).days_left as number;
    expect(days('server')).toBeGreaterThan(700);
    expect(days('desktop')).toBeGreaterThan(700);
    expect(days('client')).toBeLessThan(0);
    expect(await doctorOf(vault)).toEqual([]);
  });

  test('opens over its socket, and the unlock renews it without ending the session', async () => {
    const vault = await foundDaysAgo('served', 1096);
    const old = join(root, 'served', 'old');
    cpSync(join(vault.dataDir, 'pki'), join(old, 'pki'), { recursive: true });
    const server = await serve(vault);
    const list = await srvault(['certificate', 'list', '--data', vault.dataDir, '--json'], {
      env: vault.env,
    });
    expect(list.exitCode).toBe(0);
    expect(documentOf(list).items.map(({ days_left }: { days_left: number }) => days_left > 0)).toEqual([
      ...[true, true, true, false, false],
    ]);
    const renewed = await srvault(['groups', 'list', '--data', vault.dataDir, '--json'], { env: vault.env });
    expect(renewed.exitCode).toBe(0);
    expect(await doctorOf(vault)).toEqual([]);

    const today = createRawClient(server.url, readCa(vault.dataDir), readDesktop(vault.dataDir));
    onTestFinished(today.close);
    expect((await today.send('/healthz')).status).toBe(200);
    // A CA no longer in the folder counts as expired.
    const before = createRawClient(server.url, readCa(vault.dataDir), readDesktop(old));
    onTestFinished(before.close);
    expect((await before.send('/healthz')).json.error.code).toBe('client_certificate_required');
  });

  test('refuses an ended certificate of a credential until an administrator renews it into its folder', async () => {
    const vault = await foundDaysAgo('client', 1096);
    const folder = vault.profile('editor');
    const token = readFileSync(join(folder, 'token'), 'utf8');
    expect(documentOf(await srvault(['status', '--profile', folder, '--json']))).toMatchObject({
      is_expired: true,
      certificate_days_left: expect.any(Number),
    });
    const renew = await srvault(['credential', 'renew', '--out', folder, '--data', vault.dataDir, '--json'], {
      env: vault.env,
    });
    expect(renew.exitCode).toBe(0);
    expect(documentOf(renew)).toMatchObject({ out: folder });
    expect(readFileSync(join(folder, 'token'), 'utf8')).toBe(token);

    const server = await serve(vault);
    // The server's own certificate expired too; the same unlock renews it.
    const check = (role: Role) =>
      srvault(['status', '--check', '--profile', vault.profile(role), '--url', server.url, '--json']);
    const good = await check('editor');
    expect(documentOf(good)).toMatchObject({ is_expired: false, check: { state: 'unlocked' } });
    const ended = await check('owner');
    expect(ended.exitCode).toBe(3);
    expect(documentOf(ended).error.code).toBe('client_certificate_required');
  });
});

describe('a certificate with less than 30 days left', () => {
  test('is renewed by the command that uses it, where a key is at hand; else the command says so', async () => {
    const vault = await foundDaysAgo('soon', TWO_YEARS_DAYS - 20);
    const server = await serve(vault);
    const days = async (role: Role) => {
      const args = ['--profile', vault.profile(role), '--json'];
      return documentOf(await srvault(['status', ...args])).certificate_days_left as number;
    };
    const use = (role: Role) =>
      srvault(['drive', 'ls', '--profile', vault.profile(role), '--url', server.url, '--json']);
    expect(await days('editor')).toBeLessThan(30);
    const editor = await use('editor');
    expect(editor).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('expires in') });
    expect(await days('editor')).toBeLessThan(30);
    const locked = await use('owner');
    expect(locked).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('expires in') });
    await unlock(server);
    const owner = await use('owner');
    expect(owner).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('was renewed') });
    expect(await days('owner')).toBeGreaterThan(700);
    expect((await use('owner')).stderr).toBe('');
  });

  test('ending the credential ends every certificate it ever had', async () => {
    const vault = await foundDaysAgo('revoked', TWO_YEARS_DAYS - 20);
    const server = await serve(vault);
    await unlock(server);
    const folder = vault.profile('owner');
    const old = join(root, 'revoked', 'old');
    cpSync(folder, old, { recursive: true });
    const args = ['--profile', folder, '--url', server.url, '--json'];
    const renewed = documentOf(await srvault(['credential', 'renew', ...args]));
    const use = (profile: string) =>
      srvault(['status', '--check', '--profile', profile, '--url', server.url, '--json']);
    expect((await use(old)).exitCode).toBe(0);
    const revoke = ['credential', 'revoke', renewed.credential_id, '--data', vault.dataDir, '--json'];
    expect((await srvault(revoke, { env: vault.env })).exitCode).toBe(0);
    for (const profile of [folder, old]) {
      const refused = await use(profile);
      expect(documentOf(refused).error.code).toBe('client_certificate_required');
    }
  });
});
