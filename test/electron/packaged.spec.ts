/**
 * Tests the packaged application named by SRVAULT_PACKAGED_APP. Its fuses block test drivers, so it is tested through
 * its loopback port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { desktopClient } from '#scripts/desktop-client.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { ownBusName, u32 } from '#test/support/dbus-owner.ts';

const binary = process.env['SRVAULT_PACKAGED_APP'] ?? '';
test.skip(binary === '', 'no packaged application is named in SRVAULT_PACKAGED_APP');

const PASSPHRASE = 'packaged: nine lanterns on a pier';
/** Time limit for the first picture, which starts a process. */
const PICTURE_MS = 60_000;

const executable = binary.endsWith('.app')
  ? join(binary, 'Contents', 'MacOS', 'Sealed Records Vault')
  : binary;

test('the packaged binary has the fuses of electron-builder.yml', async () => {
  const wire = await getCurrentFuseWire(binary);
  const isOn = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0) === '1';
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  expect(on.map(isOn)).toEqual([true, true, true]);
  expect(off.map(isOn)).toEqual([false, false, false, false]);
});

/** Starts the application on a fresh folder and waits until its vault listens. */
async function serve(
  args: (dataDir: string) => readonly string[],
  run: (url: string, dataDir: string) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-packaged-'));
  const dataDir = join(folder, 'vault');
  const child: ChildProcess = spawn(executable, args(dataDir), {
    env: { ...process.env, ...variables, SRVAULT_STATE_DIR: join(folder, 'state') },
    stdio: 'inherit',
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  try {
    await expect.poll(() => existsSync(join(dataDir, 'run.json')), { timeout: 60_000 }).toBe(true);
    const { url }: { url: string } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
    await run(url, dataDir);
    child.kill('SIGTERM');
    const code = await exited;
    // Windows has no signals, so the process is killed there.
    if (process.platform !== 'win32') expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function expectVaultAndInterface(url: string, dataDir: string): Promise<void> {
  const client = createRawClient(url, readCa(dataDir), readDesktop(dataDir));
  expect((await client.send('/v1/vault')).json.state).toBe('uninitialized');
  expect((await client.send('/')).text).toContain('<div id="root">');
  client.close();
}

/** Uploads a DICOM file, waits for its picture from a sandbox process, and locks. */
async function expectPictureAndLock(url: string, dataDir: string): Promise<void> {
  await expectVaultAndInterface(url, dataDir);
  const client = desktopClient(url, dataDir);
  try {
    const { security_group_id } = await client.vault.init({
      name: 'Packaged',
      owner: { display_name: 'Owner' },
      passphrase: PASSPHRASE,
    });
    await client.session.open({ passphrase: PASSPHRASE });
    const drive = client.drive(security_group_id);
    const { node_id } = await drive.upload(readSample('MR_small_RLE'), { name: 'slice.dcm' });
    await expect
      .poll(async () => (await drive.get(node_id)).processing_status, { timeout: PICTURE_MS })
      .toBe('done');
    const picture = await (await drive.download(node_id, { variant: 'preview' })).bytes();
    expect(picture.length).toBeGreaterThan(500);
    await client.session.lock();
    await expect(drive.get(node_id)).rejects.toThrow();
  } finally {
    await client.close();
  }
}

test('its window starts a vault in a thread out of the archive, makes a picture, and SIGTERM ends all of it', async () => {
  await serve((dataDir) => [`--data=${dataDir}`, '--port=0'], expectPictureAndLock);
});

test('its srvault serves out of the archive, and makes a picture without starting the application again', async () => {
  const args = (dataDir: string) => ['--srvault', 'serve', '--data', dataDir, '--port', '0'];
  await serve(args, expectPictureAndLock);
});

test('it hears of a locked screen, and locks', async () => {
  test.skip(process.platform !== 'linux', 'the screen of this system is locked by a person alone');
  const folder = mkdtempSync(join(tmpdir(), 'srvault-screen-'));
  const socket = join(folder, 'bus');
  const address = `unix:path=${socket}`;
  const bus = spawn('dbus-daemon', ['--session', '--nofork', `--address=${address}`, '--print-address'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(bus.stdout, 'data');
    const saver = await ownBusName(socket, ['org.freedesktop.ScreenSaver']);
    const names = ['/org/freedesktop/ScreenSaver', 'org.freedesktop.ScreenSaver', 'ActiveChanged'] as const;
    async function expectLocked(_url: string, dataDir: string): Promise<void> {
      // Repeated, because the application listens a moment after its vault does.
      await expect
        .poll(
          () => {
            saver.emit(...names, 'b', u32(1));
            return logOf(join(dataDir, '..', 'state'));
          },
          { timeout: 60_000 },
        )
        .toContain('"event":"locked","cause":"os_lock"');
    }
    await serve((dataDir) => [`--data=${dataDir}`, '--port=0'], expectLocked, {
      DBUS_SESSION_BUS_ADDRESS: address,
    });
    saver.close();
  } finally {
    bus.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The desktop's log below a state folder. */
function logOf(stateDir: string): string {
  const log = readdirSync(stateDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('vault.log'),
  );
  return log === undefined ? '' : readFileSync(join(stateDir, log), 'utf8');
}
