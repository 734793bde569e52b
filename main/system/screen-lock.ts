/**
 * Detects a locked screen on Linux, which Electron reports only on macOS and Windows. Listens to the session's screen
 * saver and to logind through the system's `gdbus`, because Node has no D-Bus client. If no desktop reports it, the
 * vault locks when idle.
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
  /** Resolves when no listener is running any more. */
  readonly ended: Promise<void>;
}

interface ScreenLockWatch {
  readonly onLock: () => void;
  /** Called if listening cannot start, or has ended. */
  readonly onUnheard: () => void;
}

export function listenForScreenLock(
  { onLock, onUnheard }: ScreenLockWatch,
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

/**
 * Returns true for a line that reports a locked screen. `ownSession` is undefined if unknown; any session counts
 * then.
 */
export function saysLocked(line: string, ownSession: string | undefined): boolean {
  if (SAVER_ACTIVE.test(line)) return true;
  const session = (LOGIND_LOCK.exec(line) ?? LOGIND_HINT.exec(line))?.[1];
  return session !== undefined && (ownSession === undefined || session === ownSession);
}

/** Encodes a session id as systemd does in a path: non-letters and a leading digit as `_` and hex. */
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
