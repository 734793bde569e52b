/**
 * Hears on Linux that the screen is locked, which Electron tells of on macOS and Windows alone: from the desktop's screen
 * saver on the session's bus, and from logind. `gdbus` of the system listens, since D-Bus has no client in Node. Where
 * no desktop says it, nothing is heard, and the vault locks when it is idle.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SYSTEM_BUS = '/run/dbus/system_bus_socket';
const SAVERS = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map((name) => `org.${name}.ScreenSaver`);
const LOGIND = 'org.freedesktop.login1';

const SAVER_ACTIVE = /^\S+: org\.\w+\.ScreenSaver\.ActiveChanged \(true,?\)/;
const LOGIND_LOCK = /^(\S+): org\.freedesktop\.login1\.Session\.Lock \(\)/;
const LOGIND_HINT =
  /^(\S+): org\.freedesktop\.DBus\.Properties\.PropertiesChanged \('org\.freedesktop\.login1\.Session', \{.*'LockedHint': <true>/;

type Variables = Readonly<Record<string, string | undefined>>;

export interface ScreenLockListener {
  readonly close: () => void;
  /** Resolves once nobody is listened to any more. */
  readonly ended: Promise<void>;
}

interface Hearing {
  readonly onLock: () => void;
  /** Nobody can be listened to, or nobody any more. */
  readonly onUnheard: () => void;
}

export function listenForScreenLock(
  { onLock, onUnheard }: Hearing,
  variables: Variables = process.env,
): ScreenLockListener {
  const ownSession = sessionPath(variables['XDG_SESSION_ID']);
  const open = new Set<ChildProcess>();
  const over = Promise.withResolvers<void>();
  let isClosed = false;

  function ended(child: ChildProcess): void {
    if (!open.delete(child) || open.size > 0) return;
    over.resolve();
    if (!isClosed) onUnheard();
  }

  function listen(bus: '--session' | '--system', name: string): void {
    const child = spawn('gdbus', ['monitor', bus, '--dest', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...variables, LC_ALL: 'C' },
    });
    open.add(child);
    child.unref();
    child.once('error', () => ended(child));
    child.once('close', () => ended(child));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!isClosed && saysLocked(line, ownSession)) onLock();
    });
  }

  if (hasSessionBus(variables)) for (const name of SAVERS) listen('--session', name);
  if (variables['DBUS_SYSTEM_BUS_ADDRESS'] || existsSync(SYSTEM_BUS)) listen('--system', LOGIND);
  if (open.size === 0) {
    over.resolve();
    onUnheard();
  }
  return {
    ended: over.promise,
    close() {
      isClosed = true;
      for (const child of open) child.kill();
    },
  };
}

/** `ownSession`: undefined where it is not known which session is this one; then any counts. */
export function saysLocked(line: string, ownSession: string | undefined): boolean {
  if (SAVER_ACTIVE.test(line)) return true;
  const session = (LOGIND_LOCK.exec(line) ?? LOGIND_HINT.exec(line))?.[1];
  return session !== undefined && (ownSession === undefined || session === ownSession);
}

/** As systemd writes a session's id into a path: what is no letter, and a digit at the beginning, as `_` and hex. */
export function sessionPath(id: string | undefined): string | undefined {
  if (!id) return undefined;
  const label = [...id].map((char, at) => (isPlain(char, at) ? char : escaped(char))).join('');
  return `/org/freedesktop/login1/session/${label}`;
}

function isPlain(char: string, at: number): boolean {
  return /[A-Za-z]/.test(char) || (at > 0 && /[0-9]/.test(char));
}

function escaped(char: string): string {
  return `_${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function hasSessionBus(variables: Variables): boolean {
  const runDir = variables['XDG_RUNTIME_DIR'];
  return (
    Boolean(variables['DBUS_SESSION_BUS_ADDRESS']) ||
    (runDir !== undefined && existsSync(join(runDir, 'bus')))
  );
}
