/** Tests that crash dumps contain no plaintext of an open vault. Source: evidence design, D-9. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Command, foundVault, SERVE, type VaultUnderTest } from '#lanes/torture/served-vault.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { searchMemory } from '#test/support/process-memory.ts';
import { keysOfVault } from '#test/support/vault-keys.ts';

const LAUNCHER = join(ROOT, 'cli', 'launcher.mjs');
const NAME = 'ZilpzalpAlba';
/** Signals of a native fault and of an engine assertion. */
const SIGNALS = ['SIGSEGV', 'SIGABRT'] as const;
/** Built at run time, so that it is in memory but in no argument. */
const CONTROL =
  "globalThis.kept = Buffer.from(['Zilpzalp', 'Alba'].join('')); console.log('ready'); setInterval(() => {}, 60_000);";

interface Process {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
}

/** Kills a process and returns what remains of its memory. */
type Dump = (process: Process, signal: NodeJS.Signals, folder: string) => Promise<Buffer[]>;

const scratch = mkdtempSync(join(tmpdir(), 'srvault-dumps-'));
let vault: VaultUnderTest;
let canaries: Record<string, Buffer>;
let dump: Dump | undefined;

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  vault = await foundVault(scratch);
  const keys = Object.entries(await keysOfVault(vault)).map(
    ([name, key]) => [name, Buffer.from(key)] as const,
  );
  canaries = { ...Object.fromEntries(keys), name: Buffer.from(NAME) };
  dump = await findDump();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the command in its own folder with unlimited core dumps of Linux's default memory kinds. */
function dumping(folder: string, command: Command): Command {
  mkdirSync(folder, { recursive: true });
  return [
    '/bin/sh',
    '-c',
    'echo 0x33 > /proc/self/coredump_filter; ulimit -c "$(ulimit -Hc)"; cd "$0"; exec "$@"',
    folder,
    ...command,
  ];
}

const bySystem: Dump = async (crashing, signal, folder) => {
  await crashing.kill(signal);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file)));
};

/** Dumps by a debugger that applies the same filter, for systems that pipe core dumps to a program. */
const byDebugger: Dump = async (crashing, signal, folder) => {
  execFileSync('gcore', ['-o', join(folder, 'core'), String(crashing.pid)], { stdio: 'ignore' });
  return bySystem(crashing, signal, folder);
};

/** Returns a method that can dump an unprotected process; undefined without one. */
async function findDump(): Promise<Dump | undefined> {
  for (const [name, dump] of Object.entries({ bySystem, byDebugger })) {
    const folder = join(scratch, `control-${name}`);
    const control = await startControl(folder);
    const dumps = await dump(control, 'SIGSEGV', folder).catch(() => []);
    await control.kill('SIGKILL');
    if (dumps.some((each) => each.includes(NAME))) return dump;
  }
  return undefined;
}

async function startControl(folder: string): Promise<Process> {
  const [program, ...args] = dumping(folder, [process.execPath, '-e', CONTROL]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, kill };
}

/** Serves an unlocked vault with a patient read, so that the searched texts are in memory. */
async function serveUnlocked(command: Command) {
  const served = await vault.serve(command);
  const { index } = await served.client.patients.create({
    security_group_id: vault.group,
    record: { display_name: NAME },
  });
  await served.client.patients.get(index.document_id);
  const hits = searchMemory(served.pid, canaries);
  for (const name of Object.keys(canaries)) expect(hits[name]?.all, name).toBeGreaterThan(0);
  return served;
}

function foundIn(dumps: readonly Buffer[]): string[] {
  const found = Object.entries(canaries).filter(([, each]) => dumps.some((file) => file.includes(each)));
  return found.map(([name]) => name);
}

describe(
  'a vault that crashes while it is unlocked',
  onlyWhere(process.platform === 'linux', 'core dumps are looked at on Linux alone'),
  () => {
    test.for(SIGNALS)(
      'by %s leaves no key and no name in the core dump',
      { timeout: 300_000 },
      async (signal, context) => {
        if (dump === undefined)
          return context.skip('no core dump of a process that minds nothing is found here');
        const folder = join(scratch, signal);
        const served = await serveUnlocked(dumping(folder, [process.execPath, ...SERVE]));
        const dumps = await dump(served, signal, folder);
        expect(dumps).toHaveLength(1);
        expect(foundIn(dumps)).toEqual([]);
      },
    );

    test('leaves no core dump at all where `srvault serve` started it', async () => {
      const folder = join(scratch, 'launched');
      const served = await serveUnlocked(dumping(folder, [process.execPath, LAUNCHER, 'serve']));
      const limits = readFileSync(`/proc/${served.pid}/limits`, 'utf8');
      expect(limits).toMatch(/^Max core file size +0 +0 /m);
      expect(await bySystem(served, 'SIGSEGV', folder)).toEqual([]);
    });

    test('tells nothing of its memory or environment in a report of Node’s', async () => {
      const folder = join(scratch, 'report');
      const asked = ['--report-on-signal', `--report-directory=${folder}`, '--report-filename=report.json'];
      const served = await serveUnlocked(
        dumping(folder, ['/usr/bin/env', `SRVAULT_PASSPHRASE=${NAME}`, process.execPath, ...asked, ...SERVE]),
      );
      process.kill(served.pid, 'SIGUSR2');
      const read = () => readFileSync(join(folder, 'report.json'));
      await expect.poll(() => JSON.parse(read().toString())).toHaveProperty('javascriptHeap');
      expect(foundIn([read()])).toEqual([]);
      await served.kill();
    });
  },
);
