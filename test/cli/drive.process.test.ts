/** `srvault drive` in special cases: streams, devices, folders, the trash. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, SRVAULT, srvault, startSrvault, textOf } from './run-srvault.ts';

const CONTENT = 'grey\u0000white\n'.repeat(5000);
let vault: LiveVault;
let env: Record<string, string>;
let file: string;
let id: string;

const drive = (args: readonly string[], input?: string) =>
  srvault(['drive', ...args], { env, ...(input === undefined ? {} : { input }) });
const ask = async (args: readonly string[], input?: string) =>
  documentOf(await drive([...args, '--json'], input));
const namesIn = async (...place: readonly string[]): Promise<string[]> =>
  (await ask(['ls', ...place])).items.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  vault = await startLiveVault();
  env = { SRVAULT_PROFILE: vault.profile };
  file = join(vault.root, 'scan.bin');
  writeFileSync(file, CONTENT);
  id = (await ask(['put', file])).items[0].node_id;
});
afterAll(() => vault.close());

describe('srvault drive get', () => {
  test('--out - gives the content and nothing else on stdout', async () => {
    const run = await drive(['get', id, '--out', '-']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout === CONTENT).toBe(true);
    expect((await drive(['get', id, '--out', '-', '--json'])).exitCode).toBe(2);
  });

  test(
    'streams through /dev/stdout, which stays what it is',
    onlyWhere(process.platform !== 'win32', 'Windows has no such files'),
    async () => {
      const target = join(vault.root, 'redirected');
      const link = join(vault.root, 'link-to-stdout');
      symlinkSync('/dev/stdout', link);
      const descriptor = openSync(target, 'w');
      const child = spawn(process.execPath, [SRVAULT, 'drive', 'get', id, '--out', link], {
        env: { ...process.env, ...env },
        stdio: ['ignore', descriptor, 'inherit'],
      });
      closeSync(descriptor);
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readFileSync(target, 'utf8') === CONTENT).toBe(true);
    },
  );

  test(
    'writes through a pipe and never renames over it',
    onlyWhere(process.platform !== 'win32', 'Windows has no such files'),
    async () => {
      const fifo = join(vault.root, 'fifo');
      execFileSync('mkfifo', [fifo]);
      const reader = spawn('cat', [fifo], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [run, read] = await Promise.all([
        drive(['get', id, '--out', fifo, '--json']),
        textOf(reader.stdout),
      ]);
      expect(run.exitCode).toBe(0);
      expect(read === CONTENT).toBe(true);
      expect(lstatSync(fifo).isFIFO()).toBe(true);
    },
  );

  test(
    'leaves a device a device, as root too',
    onlyWhere(process.platform === 'linux' && process.getuid?.() === 0, 'needs root'),
    async () => {
      const device = join(vault.root, 'null');
      // A device like /dev/null; if it cannot be created, the test fails.
      execFileSync('mknod', [device, 'c', '1', '3']);
      expect((await drive(['get', id, '--out', device, '--json'])).stderr).not.toContain('unexpected');
      expect(lstatSync(device).isCharacterDevice()).toBe(true);
    },
  );

  test('a folder is refused', async () => {
    const run = await drive(['get', id, '--out', vault.root]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('is a folder');
  });
});

describe('srvault drive put', () => {
  test('- reads stdin, and wants a name for it', async () => {
    expect((await drive(['put', '-'], 'x')).exitCode).toBe(2);
    const [node] = (await ask(['put', '-', '--name', 'piped.txt'], 'from a pipe')).items;
    expect(node).toMatchObject({ name: 'piped.txt', size: 11, status: 'ready' });
    expect((await drive(['get', node.node_id, '--out', '-'])).stdout).toBe('from a pipe');
  });

  test('--recursive takes a folder with all that is in it, and only then', async () => {
    const folder = join(vault.root, 'study');
    mkdirSync(join(folder, 'series'), { recursive: true });
    writeFileSync(join(folder, 'a.txt'), 'a');
    writeFileSync(join(folder, 'series', 'b.txt'), 'b');
    const refused = await drive(['put', folder]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--recursive');
    const { items } = await ask(['put', '--recursive', `${folder}/`]);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['study', 'a.txt', 'series', 'b.txt']);
    expect(await namesIn('--parent', items[2].node_id)).toEqual(['b.txt']);
  });
});

describe('srvault drive put --resume', () => {
  test('of another file of the same size stores that one whole; of another size it is refused', async () => {
    const client = vault.connect();
    const transfers = client.drive(vault.group).resumable;
    const bytes = PART_SIZE_BYTES + 10;
    const [before, after] = [Buffer.alloc(bytes, 'A'), Buffer.alloc(bytes, 'B')];
    const { node_id } = await transfers.start({ name: 'scan.bin', size: bytes });
    await transfers.putPart(node_id, 1, before.subarray(0, PART_SIZE_BYTES));
    const path = join(vault.root, 'changed.bin');
    writeFileSync(path, Buffer.concat([after, after]));
    const refused = await drive(['put', path, '--resume', node_id]);
    expect(refused.exitCode).toBe(EXIT.crypto);
    expect(refused.stderr).toMatch(/this file has .*another file, or it has changed/);
    expect(refused.stderr).not.toContain('unexpected');
    writeFileSync(path, after);
    const [node] = (await ask(['put', path, '--resume', node_id])).items;
    expect(node).toMatchObject({ node_id, status: 'ready', size: bytes });
    expect(node.sha256).toBe(createHash('sha256').update(after).digest('hex'));
    const stored = await client.drive(vault.group).download(node_id);
    expect(after.equals(await stored.bytes())).toBe(true);
  });

  test('of a folder, or of stdin, is refused before anything is made', async () => {
    const folder = join(vault.root, 'resumed-folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a');
    const { node_id } = await vault
      .connect()
      .drive(vault.group)
      .resumable.start({ name: 'one.txt', size: 1 });
    const refused = await drive(['put', '--recursive', folder, '--resume', node_id]);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not with a folder') });
    expect(await namesIn()).not.toContain('resumed-folder');
    const stdin = await drive(['put', '-', '--name', 'one.txt', '--resume', node_id], 'a');
    expect(stdin).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('needs a file') });
  });
});

describe('an empty value, as of a variable nobody set, is refused', () => {
  test.each([
    [['drive', 'get', '']],
    [['drive', 'get', '', '--out', 'x']],
    [['drive', 'put', 'FILE', '--resume', '']],
    [['drive', 'put', 'FILE', '']],
    [['exams', 'get', '']],
    [['exams', 'list', '--q', '']],
    [['export', 'dicom', '--exam', '', '--out', 'x.zip']],
    [['export', 'fhir', '--out', '']],
    [['credential', 'create', '--name', 'x', '--workstation', '--out', '']],
  ])('%j', async (words) => {
    const args = words.map((word) => (word === 'FILE' ? file : word));
    const run = await srvault(args, { env });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).not.toContain('unexpected');
  });
});

describe('srvault drive mv, rm, restore', () => {
  test('renames, moves, trashes, restores and purges', async () => {
    const folder = await ask(['mkdir', 'prior']);
    const [node] = (await ask(['put', '-', '--name', 'old.txt'], 'x')).items;
    expect(await ask(['mv', node.node_id, '--name', 'new.txt', '--parent', folder.node_id])).toMatchObject({
      name: 'new.txt',
      parent_id: folder.node_id,
    });
    expect((await ask(['mv', node.node_id, '--root'])).parent_id).toBeNull();
    expect((await drive(['mv', node.node_id])).exitCode).toBe(2);
    expect((await ask(['rm', node.node_id])).is_deleted).toBe(true);
    expect(await namesIn('--trash')).toContain('new.txt');
    expect((await ask(['restore', node.node_id])).is_deleted).toBe(false);
    expect((await drive(['rm', node.node_id, '--purge'])).exitCode).toBe(6);
    await ask(['rm', node.node_id]);
    await ask(['rm', node.node_id, '--purge']);
    expect((await drive(['restore', node.node_id])).exitCode).toBe(5);
  });
});

test('a reader that goes away ends the download quietly, and the session', async () => {
  const unlocked = async () =>
    (await vault.admin.session.list().toArray({ limit: 200 }))
      .filter(({ state }) => state === 'unlocked')
      .map(({ session_id }) => session_id);
  const before = await unlocked();
  const child = startSrvault(['drive', 'get', id, '--out', '-'], { env });
  child.stdout?.destroy();
  const said = textOf(child.stderr);
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(await said).toBe('');
  expect((await unlocked()).filter((each) => !before.includes(each))).toEqual([]);
});

describe(
  'what is printed onto a full disk',
  onlyWhere(process.platform === 'linux', '/dev/full is Linux’s'),
  () => {
    test.each([
      ['a list', ['exams', 'list']],
      ['one document', ['patients', 'list', '--json']],
      ['content', ['drive', 'get', 'ID', '--out', '-']],
      ['help', ['--help']],
    ])('%s is not told as done', async (_what, words) => {
      const full = openSync('/dev/full', 'w');
      const args = words.map((word) => (word === 'ID' ? id : word));
      const child = spawn(process.execPath, [SRVAULT, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      const said = textOf(child.stderr);
      const closed = new Promise((resolve) => child.once('close', resolve));
      expect(await said).toBe(
        'srvault: the printed output is not complete: The disk is full. Free space and try again.\n',
      );
      expect(await closed).toBe(EXIT.protocol);
    });
  },
);
