/**
 * Restricts what pages may do, for every session and page of the process. Implements the hardening checklist of
 * docs/electron-security.md, where each rule names its test.
 */
import { app, type Session, type WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** URLs loaded from the page's own memory. */
const LOCAL_URL = /^(?:blob:app:\/\/vault\/|data:|about:blank|about:srcdoc)/;
const DEVTOOLS_URL = /^devtools:/;

export interface WebSecurityOptions {
  readonly isDevelopment: boolean;
  /** Returns true for pages this program opened itself. */
  readonly isOwn: (contents: WebContents) => boolean;
}

/** Runs before the app is ready: requires the sandbox for every renderer and stops Chromium's own network calls. */
export function restrictProcess(): void {
  app.enableSandbox();
  for (const name of ['disable-background-networking', 'disable-component-update', 'no-pings']) {
    app.commandLine.appendSwitch(name);
  }
  app.commandLine.appendSwitch('disable-features', 'MediaRouter,WebBluetooth,AutofillServerCommunication');
}

/** Restricts every session and page created from now on. */
export function restrictPages(options: WebSecurityOptions): void {
  app.on('session-created', (session) => restrictSession(session, options));
  app.on('web-contents-created', (_event, contents) => restrictContents(contents));
  app.on('select-client-certificate', (event) => event.preventDefault());
  app.on('login', (event) => event.preventDefault());
}

function restrictSession(session: Session, { isDevelopment, isOwn }: WebSecurityOptions): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(mayUse(permission, contents.getURL()));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // macOS pairs devices itself and has no such handler.
  if (process.platform !== 'darwin') {
    session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  }
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.webRequest.onBeforeRequest(({ url, webContents }, callback) => {
    const isLocal = LOCAL_URL.test(url) || (isDevelopment && DEVTOOLS_URL.test(url));
    const isOwnPage = url.startsWith(`${APP_ORIGIN}/`) && (webContents === undefined || isOwn(webContents));
    callback({ cancel: !isLocal && !isOwnPage });
  });
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault();
  });
}

/** True if a page may use a browser permission. @param url of the asking page, or its origin. */
function mayUse(permission: string, url: string): boolean {
  return ALLOWED_PERMISSIONS.has(permission) && (url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`));
}

function restrictContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || !LOCAL_URL.test(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
