/**
 * Lifecycle of the desktop program: one instance per vault, the vault in its thread, the window. Also handles lock
 * and sleep events of the operating system. Knows nothing clinical.
 */
import { dirname } from 'node:path';
import { app, type BrowserWindow, dialog, powerMonitor, session, type WebContents } from 'electron';
import { handleAppScheme, registerAppScheme } from './app-protocol.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { createPageSessions } from './host/open-session-tokens.ts';
import { startUtilitySandbox } from './host/utility-sandbox.ts';
import { desktopCalls } from './ipc-handlers/desktop-calls.ts';
import { focusWindow, openWindow } from './main-window.ts';
import { registerIpc } from './register-ipc.ts';
import { createShutDown, quitOn } from './shut-down.ts';
import { createSettingsFile } from './system/desktop-settings.ts';
import { type LogFile, openLogFile } from './system/log-file.ts';
import { listenForScreenLock, type ScreenLockListener } from './system/screen-lock.ts';
import { setUpSpellCheck } from './system/spell-check.ts';
import { createTravellingCopy } from './travelling-copy/travelling-copy.ts';
import { openVaultTarget, type VaultTarget } from './vault/current-vault.ts';
import { startVaultHost, type VaultHost } from './vault/vault-host.ts';
import { restrictPages, restrictProcess } from './web-security.ts';
import { createCloseQuestion } from './window/close-question.ts';
import { showContextMenus } from './window/context-menu.ts';
import { createDragOut } from './window/drag-out.ts';
import { createPageLock, type PageLock } from './window/lock-page.ts';
import { reloadAfterCrash } from './window/reload-after-crash.ts';

/**
 * Chromium partition on disk for the interface's appearance only. It has no HTTP cache, so it contains nothing
 * clinical.
 */
const PARTITION = 'persist:vault';
const FAILED = 1;

/** Resolves when the window is shown, or at once if another instance has this vault. */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  let window: BrowserWindow | undefined;
  if (!beginProcess(options, () => window)) return app.exit();
  await app.whenReady();

  const log = openLogFile(app.getPath('logs'));
  const reach = await openReach(options, log, () => pageLock.lockWithoutPage());
  if (!reach) return app.exit(FAILED);
  const pageSessions = createPageSessions();
  const dragOut = createDragOut(options.dragDir);
  const pageLock = createPageLock(reach.target, pageSessions, dragOut.clear);
  const closeQuestion = createCloseQuestion();
  const { shellDir, isDevelopment } = options;
  const travelling = createTravellingCopy({
    dataDir: options.dataDir,
    threadFile: options.copyThreadFile,
    reach,
  });
  let screenLock: ScreenLockListener | undefined;
  const closing = {
    ...reach,
    close() {
      screenLock?.close();
      return travelling.close().then(reach.close);
    },
  };
  const shutDown = createShutDown({ reach: closing, pageLock, window: () => window, log, shellDir });

  const vaultSession = session.fromPartition(PARTITION, { cache: false });
  handleAppScheme(vaultSession, reach, pageSessions);
  setUpSpellCheck(vaultSession, shellDir, process.platform);
  const settings = createSettingsFile(shellDir);
  registerIpc(
    desktopCalls({
      options,
      reach,
      travelling,
      pageLock,
      closeQuestion,
      settings,
      dragOut,
      window: () => window,
    }),
    {
      isOwnWindow: (contents) => contents === window?.webContents,
      onRefused: (channel) => log.event('ipc_refused', { channel }),
    },
  );
  await openWindow({
    session: vaultSession,
    folder: shellDir,
    isDevelopment,
    contentProtection: settings.read().content_protection,
    onCreated(created) {
      window = created;
      quitOn(shutDown, created, closeQuestion);
      showContextMenus(created);
      reloadAfterCrash(created, { pageLock, shutDown, log });
    },
  });
  screenLock = lockWithTheComputer(pageLock, () => window?.webContents, log);
  log.event('started');
}

/** Configures the process before the app is ready. Returns false if another instance has this vault. */
function beginProcess(options: DesktopOptions, window: () => BrowserWindow | undefined): boolean {
  app.setPath('userData', options.shellDir);
  app.setAppLogsPath();
  restrictProcess();
  registerAppScheme();
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const shown = window();
    if (shown) focusWindow(shown);
  });
  const ownPages = new WeakSet<WebContents>();
  app.on('browser-window-created', (_event, created) => ownPages.add(created.webContents));
  restrictPages({
    isDevelopment: options.isDevelopment,
    isOwn: (contents) => ownPages.has(contents),
  });
  return true;
}

/** Opens the vault; undefined, after an error dialog, if that fails. */
async function openReach(
  options: DesktopOptions,
  log: LogFile,
  beforeChange: () => Promise<void>,
): Promise<VaultTarget | undefined> {
  const { dataDir, uiDir } = options;
  try {
    return await openVaultTarget({
      dataDir,
      uiDir,
      startHost: (folder) => startHost({ ...options, dataDir: folder }, log),
      beforeChange,
      onRenewed: () => log.event('certificate_renewed'),
    });
  } catch (error) {
    log.event('vault_not_opened');
    const words = error instanceof Error ? error.message : 'The vault could not be opened.';
    dialog.showErrorBox(app.getName(), `${words}\n\n${dataDir}`);
    return undefined;
  }
}

async function startHost(
  { dataDir, uiDir, threadFile, port }: DesktopOptions,
  log: LogFile,
): Promise<VaultHost> {
  const host = await startVaultHost({
    dataDir,
    uiDir,
    threadFile,
    port,
    log: log.line,
    startSandbox: () => startUtilitySandbox(dirname(threadFile)),
  });
  host.onLost(() => {
    log.event('vault_lost');
    dialog.showErrorBox(app.getName(), 'The vault stopped. Everything sealed is safe. Start it again.');
    app.exit(FAILED);
  });
  return host;
}

function lockWithTheComputer(
  pageLock: PageLock,
  contents: () => WebContents | undefined,
  log: LogFile,
): ScreenLockListener | undefined {
  async function lock(cause: 'os_lock' | 'suspend'): Promise<void> {
    await pageLock.lock(contents(), cause);
    log.event('locked', { cause });
  }
  powerMonitor.on('lock-screen', () => lock('os_lock'));
  powerMonitor.on('suspend', () => lock('suspend'));
  if (process.platform !== 'linux') return undefined;
  return listenForScreenLock({
    onLock: () => lock('os_lock'),
    onUnheard: () => log.event('screen_lock_unheard'),
  });
}
