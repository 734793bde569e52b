/** The single window: sandboxed, isolated, without Node, showing only `app://vault/`. */

import { fileURLToPath } from 'node:url';
import { BrowserWindow, nativeTheme, type Session, type WebPreferences } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import { readWindowState } from './window/window-state.ts';

const MIN_WIDTH_PX = 720;
const MIN_HEIGHT_PX = 480;
/** Background colours of the interface, so that a dim reading room does not flash white. */
const GROUND = { dark: '#15191E', light: '#FBFAF6' } as const;

export interface WindowOptions {
  readonly session: Session;
  /** Folder of the saved window position. */
  readonly folder: string;
  readonly isDevelopment: boolean;
  readonly contentProtection: boolean;
  /** Called before anything is loaded. */
  readonly onCreated: (window: BrowserWindow) => void;
}

function pagePreferences(session: Session): WebPreferences {
  return {
    session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
  };
}

/** Path of the built preload, one CommonJS file, also when the rest runs from source. */
function preloadPath(): string {
  const relative = import.meta.url.endsWith('.ts') ? '../dist/preload/preload.cjs' : '../preload/preload.cjs';
  return fileURLToPath(new URL(relative, import.meta.url));
}

export async function openWindow(options: WindowOptions): Promise<BrowserWindow> {
  const state = readWindowState(options.folder);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MIN_WIDTH_PX,
    minHeight: MIN_HEIGHT_PX,
    show: false,
    title: 'Sealed Records Vault',
    backgroundColor: groundColour(),
    webPreferences: {
      ...pagePreferences(options.session),
      preload: preloadPath(),
      devTools: options.isDevelopment,
    },
  });
  window.setContentProtection(options.contentProtection);
  options.onCreated(window);
  window.once('ready-to-show', () => {
    if (state.isMaximized) window.maximize();
    window.show();
  });
  const followTheme = () => window.setBackgroundColor(groundColour());
  nativeTheme.on('updated', followTheme);
  window.once('closed', () => nativeTheme.off('updated', followTheme));
  await window.loadURL(`${APP_ORIGIN}/`);
  return window;
}

export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light;
}
