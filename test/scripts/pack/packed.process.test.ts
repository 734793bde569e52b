/** Runs `npm run pack` and installs the tarballs in an empty project. Needs the package registry. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

const PASSPHRASE = 'violet harbour mosaic 7 lantern';
const INSTALL_MS = 300_000;
const MIB = 1024 * 1024;

const folder = makeTempDir();
const project = join(folder.path, 'project');
// Environment without npm's and the vault's settings, but with the registry's.
const strangers = Object.entries(process.env).filter(
  ([name]) => !/^(npm_(?!config_)|SRVAULT_|VITEST|NODE_ENV|NODE_OPTIONS)/i.test(name),
);
const env = {
  ...Object.fromEntries(strangers),
  // PATH starts with this Node, which `npx` and shebangs use.
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  SRVAULT_PASSPHRASE: PASSPHRASE,
  SRVAULT_STATE_DIR: join(folder.path, 'state'),
};
let tarballs: string[];
let server: ChildProcess | undefined;

const inProject = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: project, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
/** Runs the installed program directly, because npx takes longer than the command. */
const srvault = (...args: readonly string[]) =>
  JSON.parse(inProject(join(project, 'node_modules', '.bin', 'srvault'), [...args, '--json']));
const installed = (name: string) => join(project, 'node_modules', '@sealed-records', name);

beforeAll(() => {
  const out = join(folder.path, 'out');
  const packed = spawnSync(process.execPath, [join(ROOT, 'scripts', 'pack', 'pack.ts'), '--out', out], {
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  tarballs = readdirSync(out)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(out, name));
  execFileSync('mkdir', [project]);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', type: 'module' }));
  inProject('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]);
}, INSTALL_MS);
afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('close', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  folder.remove();
});

describe('the tarballs', () => {
  test('are the two, the SDK readable with its maps and under a few megabytes unpacked', () => {
    expect(tarballs.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual([
      `sealed-records-sdk-${PROGRAM_VERSION}.tgz`,
      `sealed-records-vault-${PROGRAM_VERSION}.tgz`,
    ]);
    const bytes = readdirSync(installed('sdk'), { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(installed('sdk'), name)))
      .reduce((sum, info) => sum + (info.isFile() ? info.size : 0), 0);
    // Not minified, with source maps, so that errors are readable. Measured 3.9 MiB: 1.1 code, 2.4 maps with sources,
    // 0.4 declarations. Twice the code would mean an additional bundled package.
    expect(bytes).toBeLessThan(5 * MIB);
    const code = readdirSync(join(installed('sdk'), 'dist')).filter((name) => name.endsWith('.js'));
    const codeBytes = code.reduce(
      (sum, name) => sum + statSync(join(installed('sdk'), 'dist', name)).size,
      0,
    );
    expect(codeBytes).toBeLessThan(1.5 * MIB);
    const dist = readdirSync(join(installed('sdk'), 'dist'));
    for (const file of dist.filter((name) => name.endsWith('.js'))) expect(dist).toContain(`${file}.map`);
  });

  test('bring no Electron, no sources and no tests; the SDK no database', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed('sdk'), 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).sort()).toEqual(['@types/node', 'typebox', 'undici']);
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('electron');
    const files = ['sdk', 'vault'].flatMap((name) =>
      readdirSync(installed(name), { recursive: true, encoding: 'utf8' }),
    );
    expect(files.filter((name) => /(?<!\.d)\.tsx?$|\.test\.|\.sqlite|\.key$/.test(name))).toEqual([]);
    const maps = readdirSync(installed('vault'), { recursive: true, encoding: 'utf8' });
    expect(maps.filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});

describe('in an empty project', () => {
  test('an uncaught error of the SDK prints a few lines with the name of its class', () => {
    const script = `import { VaultApiError } from '@sealed-records/sdk';
throw new VaultApiError({ code: 'not_found', message: 'There is nothing here.', status: 404 }, {});`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('VaultApiError: There is nothing here.');
    expect(run.stderr.length).toBeLessThan(2_000);
    const thrown = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', "import { connect } from '@sealed-records/sdk/node'; connect({});"],
      { cwd: project, encoding: 'utf8', env: { ...env, SRVAULT_PROFILE: '' } },
    );
    expect(thrown.stderr).toContain('name the credential folder');
    expect(thrown.stderr.length).toBeLessThan(2_000);
  });

  test('the packages ask for no newer Node than the transport does: a vault brings its own', () => {
    const enginesOf = (path: string) =>
      JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).engines.node;
    expect(enginesOf(installed('sdk'))).toBe('>=20.18.1');
    expect(enginesOf(installed('vault'))).toBe('>=20.18.1');
    expect(enginesOf(join(project, 'node_modules', 'undici'))).toBe('>=20.18.1');
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('strict TypeScript checks a script and our declarations: %s, %s', (module, resolution) => {
    writeFileSync(join(project, 'typed.ts'), TYPED);
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
        ...['--skipLibCheck', 'false', '--lib', 'es2022', '--target', 'es2022'],
        ...['--module', module, '--moduleResolution', resolution, 'typed.ts'],
      ],
      { cwd: project, encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('npx srvault makes, serves and checks a vault, and a script of the SDK works with it', async () => {
    const init = ['init', '--data', 'vault', '--workspace', 'Northgate', '--owner', 'Dr A. Roe', '--json'];
    const made = JSON.parse(inProject('npx', ['--no', 'srvault', ...init]));
    server = spawn('npx', ['--no', 'srvault', 'serve', '--data', 'vault', '--port', '0'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (server.stdout === null) throw new Error('no stdout');
    for await (const line of createInterface(server.stdout)) {
      expect(JSON.parse(line)).toMatchObject({ event: 'listening' });
      break;
    }
    const group: string = made.security_group_id;
    const create = ['--name', 'nightly', '--group', group, '--role', 'editor', '--out', 'nightly'];
    srvault('credential', 'create', '--data', 'vault', ...create);
    const check = ['status', '--profile', 'nightly', '--check', '--json'];
    const status = JSON.parse(inProject('npx', ['--no', 'srvault', ...check]));
    expect(status.check).toMatchObject({ state: 'unlocked', groups: [{ security_group_id: group }] });

    writeFileSync(join(project, 'script.js'), readmeScript());
    writeFileSync(join(project, 'picture.png'), 'not really a picture');
    const printed = execFileSync(process.execPath, ['script.js'], {
      cwd: project,
      env: { ...env, SRVAULT_PROFILE: 'nightly' },
      encoding: 'utf8',
    });
    expect(printed).toContain('Ultrasound abdomen');
    expect(srvault('drive', 'ls', '--profile', 'nightly').items).toMatchObject([{ name: 'picture.png' }]);
    // An import derives reports in the command line's own process.
    const fhir = join(ROOT, 'test', 'fixtures', 'fhir');
    expect(srvault('import', 'fhir', fhir, '--profile', 'nightly').failures).toEqual([]);
  });

  test('an uncaught failure names its class and its cause in a few lines', () => {
    const script = `import { connect } from '@sealed-records/sdk/node';
const client = connect({ profile: 'nightly', baseUrl: 'https://127.0.0.1:1', retry: { maxRetries: 0 } });
await client.vault.get();`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('APIConnectionError: Nothing answers at https://127.0.0.1:1 (ECONNREFUSED)');
    expect(stderr).toMatch(/\[cause\]: Error: connect ECONNREFUSED/);
    const lines = stderr.split('\n');
    expect(lines.length).toBeLessThan(50);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
  });

  test('the examples of docs/examples run, each under 60 lines', () => {
    const folderOf = join(ROOT, 'docs', 'examples');
    for (const name of readdirSync(folderOf)) {
      const text = readFileSync(join(folderOf, name), 'utf8');
      expect(text.split('\n').length, name).toBeLessThan(60);
      writeFileSync(join(project, name), text);
    }
    const example = (name: string, ...args: string[]) => inProject(process.execPath, [name, ...args]);

    expect(example('nightly-export.mjs', 'nightly', 'fhir')).toMatch(/^[1-9]\d* exams written/);
    expect(example('nightly-export.mjs', 'nightly', 'fhir')).toMatch(/^1 exams written/);

    execFileSync('mkdir', [join(project, 'inbox')]);
    writeFileSync(join(project, 'inbox', 'letter.txt'), 'Dear colleague');
    expect(example('watch-folder.mjs', 'nightly', 'inbox', '--once')).toContain('letter.txt sealed as');
    expect(example('watch-folder.mjs', 'nightly', 'inbox', '--once')).toBe('');

    const template = { title: 'Follow-up CT', modality: 'CT', report_html: '<h2>Findings</h2><p>None.</p>' };
    writeFileSync(join(project, 'template.json'), JSON.stringify(template));
    srvault('templates', 'create', '--file', 'template.json', '--profile', 'nightly');
    const begun = example('reports-from-template.mjs', 'nightly', 'Follow-up', 'Ada');
    const exam = /: ([0-9a-f-]{36})/.exec(begun)?.[1] ?? '';

    srvault('exams', 'sign', exam, '--profile', 'nightly');
    expect(example('version-audit.mjs', 'nightly')).toContain(`"${exam}","1"`);
    const files = ['--out', 'report.html', '--signature', 'report.json'];
    srvault('exams', 'report', exam, ...files, '--profile', 'nightly');
    expect(example('verify-report.mjs', 'report.html', 'report.json')).toContain('holds: nightly, final');
    expect(() => example('verify-report.mjs', 'typed.ts', 'report.json')).toThrow();

    if (spawnSync('python3', ['-c', 'import requests']).status === 0)
      expect(inProject('python3', ['patients.py', 'nightly'])).toContain('Ada');
    else console.warn('patients.py was not run: python3 has no requests here.');
  });
});

/** Returns the script of the package's README as JavaScript. */
function readmeScript(): string {
  const readme = readFileSync(join(installed('sdk'), 'README.md'), 'utf8');
  return /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
}

const TYPED = `
import { type ExamRecord, reportFromMarkdown, VaultApiError } from '@sealed-records/sdk';
import { connect } from '@sealed-records/sdk/node';
const client = connect({ profile: 'nightly' });
const patient = await client.patients.get('id');
export const name: string = patient.record.legal_name;
// @ts-expect-error no such field
export const nothing = patient.record.nothing;
for await (const { summary } of client.exams.list({ q: 'ct' })) {
  const title: string | null | undefined = summary?.title;
  console.log(title, VaultApiError.name);
}
const report = await reportFromMarkdown('# Findings');
const changed = await client.exams.update('id', { record: { ...report }, expected_latest_version_id: null });
export const record: ExamRecord = changed.record;
`;
