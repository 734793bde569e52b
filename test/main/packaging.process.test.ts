/**
 * Runs `electron-builder --dir` on a stub of Electron's binary. Checks the archive, files outside it, the fuses, and
 * that the packed server runs. The stub has Electron's fuse sentinel, so fuses can be set and read; it cannot be
 * started.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { extractAll, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
/** Electron's default fuses, for a program that sets none. */
const DEFAULT_FUSES = '101100100';
const OFF = '0';
const ON = '1';
const NATIVE = `linux-${process.arch}.node`;
const PACKAGING_MS = 180_000;

const folder = makeTempDir();
const release = join(
  folder.path,
  'release',
  process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked',
);
const archive = join(release, 'resources', 'app.asar');
let files: string[];

/** Writes the parts of an Electron distribution that the packer reads. */
function writeStub(name: string): string {
  const stub = join(folder.path, `electron of ${name}`);
  mkdirSync(join(stub, 'locales'), { recursive: true });
  mkdirSync(join(stub, 'resources'));
  const wire = Buffer.concat([
    Buffer.from('stub '.padEnd(64)),
    Buffer.from(SENTINEL),
    Buffer.from([FUSE_VERSION, DEFAULT_FUSES.length]),
    Buffer.from(DEFAULT_FUSES),
    Buffer.alloc(64),
  ]);
  writeFileSync(join(stub, 'electron'), wire);
  chmodSync(join(stub, 'electron'), 0o755);
  for (const name of ['LICENSE', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(stub, name), name);
  return stub;
}

/** Packs the stub like `npm run package -- --dir`. */
function pack(arch: string, output: string) {
  return spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'electron-builder', 'cli.js'),
      ...['--dir', '--linux', `--${arch}`, '--publish', 'never'],
      ...['--config', join(ROOT, 'electron-builder.yml')],
      `-c.electronDist=${writeStub(output)}`,
      `-c.directories.output=${join(folder.path, output)}`,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
}

beforeAll(async () => {
  await buildAll();
  const { status, stdout, stderr } = pack(process.arch, 'release');
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  files = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'));
}, PACKAGING_MS);
afterAll(folder.remove);

const isFolder = (name: string) => files.some((other) => other.startsWith(`${name}/`));
const packed = () => files.filter((name) => !isFolder(name));

describe('the archive', () => {
  test('holds the bundles, the interface, the native packages, and nothing else', () => {
    const expected =
      /^\/(?:package\.json|dist\/main\/(?:[\w.-]+\.(?:js|wasm|ttf)|data\/[\w.-]+\.icc)|dist\/preload\/preload\.cjs|dist\/renderer\/(?:(?:index|handover)\.html|licences\.json|assets\/[\w.-]+)|node_modules\/better-sqlite3\/(?:package\.json|LICENSE|lib\/[\w/.-]+\.js|prebuilds\/linux-\w+\.node)|node_modules\/(?:sharp|@img\/[\w-]+|detect-libc|semver)\/[\w/.+-]+)$/;
    expect(packed().filter((name) => !expected.test(name))).toEqual([]);
    for (const name of ['/dist/main/index.js', '/dist/main/vault-thread.js', '/dist/main/argon2-worker.js']) {
      expect(files).toContain(name);
    }
    expect(files).toContain('/dist/main/report-worker-thread.js');
    for (const name of ['sandbox-main.js', 'memory-limit.js', 'dcmjs-native-codecs.wasm', 'pdfium.wasm']) {
      expect(files).toContain(`/dist/main/${name}`);
    }
    expect(files).toContain('/dist/renderer/index.html');
  });

  test('holds no sources, tests or maps', () => {
    expect(packed().filter((name) => /\.tsx?$|\.map$|\/test\/|\.test\./.test(name))).toEqual([]);
  });

  test('does not carry the native file itself: that lies beside it, for this platform only', () => {
    const outside = join(release, 'resources', 'app.asar.unpacked');
    const unpacked = readdirSync(outside, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('.'),
    );
    // The picture library must be complete, because it loads shared libraries by path.
    const isPictures = (name: string) => /node_modules.(?:sharp|@img|detect-libc|semver)\b/.test(name);
    expect(unpacked.filter((name) => !isPictures(name))).toEqual([
      join('node_modules', 'better-sqlite3', 'prebuilds', NATIVE),
    ]);
    expect(unpacked.filter((name) => /@img.sharp-.*\.node$/.test(name))).toHaveLength(1);
    const { header } = getRawHeader(archive);
    expect(JSON.stringify(header)).toMatch(/"linux-\w+\.node":\{"size":\d+,"unpacked":true/);
  });

  test('has the hash of every file it holds, for the integrity check', () => {
    const text = JSON.stringify(getRawHeader(archive).header);
    expect(text.match(/"algorithm":"SHA256"/g)?.length).toBe(packed().length);
  });

  test('names no development tools in its package.json', () => {
    const target = join(folder.path, 'extracted');
    extractAll(archive, target);
    const manifest: unknown = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ main: 'dist/main/index.js', type: 'module' });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });
});

test('a package for another processor fails while its native modules are not here', {
  timeout: PACKAGING_MS,
}, () => {
  const other = process.arch === 'arm64' ? 'x64' : 'arm64';
  const { status, stdout, stderr } = pack(other, 'release of another processor');
  expect(status).not.toBe(0);
  expect(stdout + stderr).toContain(`The package for linux-${other} lacks`);
});

describe('the menu entry and the name', () => {
  test('the application is called by its name', () => {
    const target = join(folder.path, 'named');
    extractAll(archive, target);
    const manifest: unknown = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ productName: 'Sealed Records Vault' });
  });

  test('no menu entry switches Chromium’s sandbox off', () => {
    const config: unknown = parse(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8'));
    expect(config).toMatchObject({ appImage: { executableArgs: [] } });
  });
});

describe('the fuses', () => {
  test('are set as the checklist says, read back from the binary', async () => {
    const wire = await getCurrentFuseWire(join(release, 'sealed-records-vault'));
    const state = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0);
    expect({
      runAsNode: state(FuseV1Options.RunAsNode),
      nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      fileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
      cookies: state(FuseV1Options.EnableCookieEncryption),
      integrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    }).toEqual({
      runAsNode: OFF,
      nodeOptions: OFF,
      inspect: OFF,
      fileProtocol: OFF,
      cookies: ON,
      integrity: ON,
      onlyAsar: ON,
    });
  });
});

describe('the installed application', () => {
  test('brings srvault for the PATH', () => {
    const script = join(release, 'resources', 'bin', 'srvault');
    expect(readFileSync(script, 'utf8')).toContain('--srvault');
    expect(spawnSync('sh', ['-n', script]).status).toBe(0);
    expect(existsSync(join(release, 'resources', 'bin', 'srvault.cmd'))).toBe(true);
  });

  test('has a vault inside that serves: the packed files, under Node', async () => {
    const app = join(folder.path, 'unpacked');
    extractAll(archive, app);
    const dataDir = join(folder.path, 'vault');
    const child = spawn(
      process.execPath,
      [join(app, 'dist', 'main', 'srvault.js'), 'serve', '--data', dataDir, '--port', '0'],
      {
        cwd: folder.path,
        env: { PATH: process.env['PATH'], SRVAULT_STATE_DIR: join(folder.path, 'state') },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const [line] = await createInterface(child.stdout)
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [String(value)]);
    const { url } = JSON.parse(line ?? '');
    const client = createRawClient(url, readCa(dataDir), readDesktop(dataDir));
    expect((await client.send('/v1/vault')).json.state).toBe('uninitialized');
    const created = await client.send('/v1/vault', {
      method: 'POST',
      body: { name: 'W', owner: { display_name: 'O' }, passphrase: 'violet harbour mosaic 7 lantern' },
    });
    expect(created.status).toBe(201);
    const { json: session } = await client.send('/v1/session', {
      method: 'POST',
      body: { passphrase: 'violet harbour mosaic 7 lantern' },
    });
    // Reports are derived in a worker file.
    const exam = await client.send('/v1/exams', {
      method: 'POST',
      token: session.session_token,
      body: {
        security_group_id: created.json.security_group_id,
        patient_id: null,
        record: { title: 'CT', modality: 'CT', report_html: '<h2>Findings</h2><p>None.</p>' },
      },
    });
    expect(exam.json.record.report_lexical).toContain('None.');
    expect((await client.send('/')).text).toContain('<div id="root">');
    client.close();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});
