/** Tests screen-lock detection on Linux over a separate message bus, with the system's `gdbus`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenForScreenLock, saysLocked, sessionPath } from '#main/system/screen-lock.ts';
import { hasProgram } from '#scripts/testing/external-programs.ts';
import { type BusOwner, ownBusName, u32 } from '#test/support/dbus-owner.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const WAIT = { timeout: 240_000, interval: 100 };
const withBus = onlyWhere(
  hasProgram('gdbus') && hasProgram('dbus-daemon'),
  'gdbus (Debian: libglib2.0-bin) or dbus-daemon is not installed',
);
const TRUE = u32(1);

let daemon: ChildProcess | undefined;
afterEach(() => void daemon?.kill());

async function startBus(
  names: readonly string[],
): Promise<{ owner: BusOwner; variables: Record<string, string> }> {
  const socket = join(testTempDir(), 'bus');
  const address = `unix:path=${socket}`;
  const bus = spawn('dbus-daemon', ['--session', '--nofork', `--address=${address}`, '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  daemon = bus;
  // The address is printed once the bus listens; its socket exists a moment earlier and refuses.
  await once(bus.stdout, 'data');
  const owner = await ownBusName(socket, names);
  onTestFinished(owner.close);
  const variables = {
    PATH: process.env['PATH'] ?? '',
    DBUS_SESSION_BUS_ADDRESS: address,
    DBUS_SYSTEM_BUS_ADDRESS: address,
  };
  return { owner, variables };
}

describe('listenForScreenLock', withBus, () => {
  test.each([
    ['the screen saver', 'org.gnome.ScreenSaver', '/org/gnome/ScreenSaver', 'ActiveChanged', 'b', TRUE],
    [
      'logind',
      'org.freedesktop.login1.Session',
      '/org/freedesktop/login1/session/_32',
      'Lock',
      '',
      Buffer.alloc(0),
    ],
  ])('hears %s', async (_, iface, path, member, signature, body) => {
    const { owner, variables } = await startBus(['org.gnome.ScreenSaver', 'org.freedesktop.login1']);
    let locks = 0;
    const onUnheard = vi.fn();
    const heard = listenForScreenLock(
      { onLock: () => (locks += 1), onUnheard },
      { ...variables, XDG_SESSION_ID: '2' },
    );
    onTestFinished(heard.close);
    await vi.waitFor(() => {
      // Repeat until the listener is ready.
      owner.emit(path, iface, member, signature, body);
      expect(locks).toBeGreaterThan(0);
    }, WAIT);
    heard.close();
    const before = locks;
    owner.emit(path, iface, member, signature, body);
    await heard.ended;
    expect([locks, onUnheard.mock.calls]).toEqual([before, []]);
  });

  test('says that nothing is heard once the bus is gone, and where there is no listener', async () => {
    const { variables } = await startBus([]);
    const gone = vi.fn();
    listenForScreenLock({ onLock: () => undefined, onUnheard: gone }, { ...variables, PATH: '/nonexistent' });
    await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(1), WAIT);
  });
});

test('tells a lock from an unlock, another session and other news', () => {
  const own = sessionPath('2');
  expect(own).toBe('/org/freedesktop/login1/session/_32');
  expect(sessionPath('c2')).toBe('/org/freedesktop/login1/session/c2');
  const changed = (session: string, value: boolean) =>
    `/org/freedesktop/login1/session/${session}: org.freedesktop.DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session', {'IdleHint': <false>, 'LockedHint': <${value}>}, @as [])`;
  expect(saysLocked(changed('_32', true), own)).toBe(true);
  expect(saysLocked(changed('_32', false), own)).toBe(false);
  expect(saysLocked(changed('_33', true), own)).toBe(false);
  expect(saysLocked(changed('_33', true), undefined)).toBe(true);
  expect(saysLocked('/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)', own)).toBe(true);
  expect(saysLocked('/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (false,)', own)).toBe(false);
  expect(saysLocked('The name org.gnome.ScreenSaver does not have an owner', own)).toBe(false);
});
