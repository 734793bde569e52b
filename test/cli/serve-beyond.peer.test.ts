/** Tests a vault served to other computers; the second computer is a network namespace. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requirePrograms } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { documentOf, SRVAULT, srvault, startSrvault, textOf } from './run-srvault.ts';

const PASSPHRASE = 'correct horse battery staple';
const NAMESPACE = `srvault-${process.pid}`;
const HERE = `sv${process.pid}h`.slice(0, 15);
const THERE = `sv${process.pid}t`.slice(0, 15);
/** Address from the block reserved for benchmarks (RFC 2544), used in no real network. */
const HERE_ADDRESS = '198.18.77.1';
const THERE_ADDRESS = '198.18.77.2';
/** Address that the second computer cannot reach. */
const NOWHERE = '198.18.99.9';

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Creates the second computer; returns the reason if that is impossible. */
function secondComputer(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are Linux’s';
  try {
    ip('netns', 'add', NAMESPACE);
  } catch {
    return 'no network namespace could be made: that needs root and «ip» of iproute2';
  }
  onTestFinished(() => {
    ip('netns', 'del', NAMESPACE);
    rmSync(join('/etc/netns', NAMESPACE), { recursive: true, force: true });
  });
  ip('link', 'add', HERE, 'type', 'veth', 'peer', 'name', THERE, 'netns', NAMESPACE);
  onTestFinished(() => void ip('link', 'del', HERE));
  ip('addr', 'add', `${HERE_ADDRESS}/30`, 'dev', HERE);
  ip('link', 'set', HERE, 'up');
  ip('-n', NAMESPACE, 'addr', 'add', `${THERE_ADDRESS}/30`, 'dev', THERE);
  ip('-n', NAMESPACE, 'link', 'set', THERE, 'up');
  // `ip netns exec` mounts this over /etc/hosts of the namespace.
  mkdirSync(join('/etc/netns', NAMESPACE), { recursive: true });
  writeFileSync(
    join('/etc/netns', NAMESPACE, 'hosts'),
    `127.0.0.1 localhost\n${HERE_ADDRESS} vault.clinic\n`,
  );
  return undefined;
}

function fromThere(args: readonly string[]) {
  const command = ['netns', 'exec', NAMESPACE, process.execPath, SRVAULT, ...args];
  return JSON.parse(execFileSync('ip', command, { encoding: 'utf8', stdio: 'pipe' }));
}

describe('srvault serve --host', () => {
  test.each(['--host', '--name'])(
    '%s without a name, as of a variable nobody set, opens nothing',
    async (option) => {
      const data = join(testTempDir(), 'vault');
      const run = await srvault(['serve', '--data', data, '--port', '0', option, '']);
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toContain(`«${option} <name...>» has an empty value`);
      expect(existsSync(data)).toBe(false);
    },
  );

  test('0.0.0.0 wants to know what clients call this computer', async () => {
    const run = await srvault(['serve', '--data', join(testTempDir(), 'vault'), '--host', '0.0.0.0']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('--name');
  });

  test('a name nobody can resolve gets a sentence', async () => {
    const root = testTempDir();
    const args = ['--data', join(root, 'vault'), '--port', '0', '--host', 'no-such-computer.invalid'];
    const run = await srvault(['serve', ...args], { env: { SRVAULT_STATE_DIR: join(root, 'state') } });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /no-such-computer\.invalid (?:is a name this computer cannot|cannot be) resolve/,
    );
  });

  test('a second computer reaches it by the name of its certificate', async (context) => {
    requirePrograms(context, 'ip', 'openssl');
    const reason = secondComputer();
    if (reason !== undefined) context.skip(reason);
    const root = testTempDir();
    const data = join(root, 'vault');
    const env = { SRVAULT_STATE_DIR: join(root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
    const init = ['init', '--data', data, '--workspace', 'W', '--owner', 'O', '--json'];
    const { security_group_id } = documentOf(await srvault(init, { env }));
    const beyond = ['--host', '0.0.0.0', '--name', 'vault.clinic', HERE_ADDRESS];
    const log = ['--log-level', 'debug', '--log-format', 'plain'];
    const server = startSrvault(['serve', '--data', data, '--port', '0', ...beyond, ...log], { env });
    const said = textOf(server.stderr);
    const [line] = await new Promise<string[]>((resolve) => {
      createInterface({ input: server.stdout ?? process.stdin }).once('line', (first) => resolve([first]));
    });
    const { port } = new URL(JSON.parse(line ?? '').url);
    // The certificate lacks the name; this unlock renews it.
    const profile = join(root, 'profile');
    const create = ['--name', 'ward', '--group', security_group_id, '--role', 'editor', '--out', profile];
    const created = await srvault(['credential', 'create', '--data', data, ...create, '--json'], { env });
    expect(created.exitCode).toBe(0);
    for (const host of ['vault.clinic', HERE_ADDRESS]) {
      const url = `https://${host}:${port}`;
      const status = fromThere(['status', '--check', '--profile', profile, '--url', url, '--json']);
      expect(status.check.state).toBe('unlocked');
    }
    // A workstation there joins through the responding one of two addresses, and its person accepts the invite.
    const room = join(root, 'room');
    const addresses = [`https://${NOWHERE}:${port}`, `https://vault.clinic:${port}`];
    const workstation = ['--name', 'Room 2', '--workstation', '--address', ...addresses, '--out', room];
    await srvault(['credential', 'create', '--data', data, ...workstation], { env });
    const { items } = documentOf(await srvault(['persons', 'list', '--data', data, '--json'], { env }));
    const founder = items.find(({ is_admin }: { is_admin: boolean }) => is_admin).principal_id;
    const person = ['--name', 'Dr B', '--group', security_group_id, '--role', 'editor', '--json'];
    const invited = documentOf(await srvault(['persons', 'invite', '--data', data, ...person], { env }));
    const secrets = { invite: invited.invite_code, passphrase: 'violet lantern ninth harbour' };
    for (const [name, content] of Object.entries(secrets))
      writeFileSync(join(root, name), content, { mode: 0o600 });
    const files = ['--invite-file', join(root, 'invite'), '--passphrase-file', join(root, 'passphrase')];
    const joining = ['--credential', room, '--founder', invited.founder_key, ...files, '--json'];
    expect(fromThere(['join', '--data', join(root, 'there'), ...joining])).toMatchObject({
      name: 'W',
      addresses: [{ state: 'unreachable' }, { state: 'answers' }],
      principal_id: invited.principal_id,
    });
    // Renewing without a server keeps the names.
    server.kill('SIGTERM');
    const lines = (await said).trim().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^\S+Z DEBUG answered .*status=200/));
    const renew = ['certificate', 'renew', 'server', '--data', data, '--as', founder, '--json'];
    expect((await srvault(renew, { env })).exitCode).toBe(0);
    const certificate = join(data, 'pki', 'server.crt');
    const names = execFileSync('openssl', ['x509', '-in', certificate, '-noout', '-ext', 'subjectAltName']);
    expect(names.toString()).toContain('vault.clinic');
  });
});
