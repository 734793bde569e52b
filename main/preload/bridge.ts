/**
 * What the desktop offers to the page, and nothing else: the few things the web has no word for. The page
 * finds it as `window.vaultDesktop`; in a plain browser that is undefined. Types and names only: the
 * renderer imports them, the preload and the main process implement them.
 */

export const BRIDGE_NAME = 'vaultDesktop';

/** Channels from the page to the main process (`invoke`). */
export const CALLS = {
  lockDone: 'vault:lock-done',
  setCommands: 'vault:set-commands',
  saveContent: 'vault:save-content',
  dragOut: 'vault:drag-out',
  savePdf: 'vault:save-pdf',
  getSettings: 'vault:get-settings',
  setSettings: 'vault:set-settings',
  deviceSecretState: 'vault:device-secret-state',
  keepDeviceSecret: 'vault:keep-device-secret',
  readDeviceSecret: 'vault:read-device-secret',
  forgetDeviceSecret: 'vault:forget-device-secret',
} as const;

/** Channels from the main process to the page. */
export const EVENTS = { lockAsked: 'vault:lock-asked', command: 'vault:command' } as const;

/** Why the page is asked to flush its draft and lock. */
export const LOCK_CAUSES = ['os_lock', 'suspend', 'close'] as const;
export type LockCause = (typeof LOCK_CAUSES)[number];

export interface LockAsked {
  /** Answered back when the lock is done. */
  readonly ask: number;
  readonly cause: LockCause;
}

/** One row of the page's command table, for the native menu. */
export interface MenuCommand {
  readonly id: string;
  readonly group: string;
  readonly group_label: string;
  readonly label: string;
  /** As in the table: `Ctrl+Shift+F`. */
  readonly key: string | null;
}

export interface SaveContentRequest {
  readonly security_group_id: string;
  readonly node_id: string;
  /** Shown in the save dialog; path separators are taken out. */
  readonly suggested_name: string;
  /** `Bearer …` of the page's session. */
  readonly authorization: string;
}

/** `canceled`: the person closed the dialog. */
export interface SaveOutcome {
  readonly outcome: 'saved' | 'canceled';
}

/** This computer's own settings; nothing of them is clinical. */
export interface DesktopSettings {
  /** The operating system is asked to leave the window out of screenshots and screen sharing. */
  readonly content_protection: boolean;
}

export interface DeviceSecretState {
  /** False where the operating system has no real keychain. */
  readonly available: boolean;
  /** Why not, for the person; null where it is available. */
  readonly reason: string | null;
  readonly kept: boolean;
}

export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32';
  /** The listener's promise is awaited (for at most 5 s) before the computer sleeps or the window closes. */
  readonly onLockAsked: (listener: (cause: LockCause) => Promise<void>) => () => void;
  /** A menu item was chosen. */
  readonly onCommand: (listener: (id: string) => void) => () => void;
  /** Call again after a change of language or keys. */
  readonly setCommands: (commands: readonly MenuCommand[]) => Promise<void>;
  /** Save dialog, then the file is streamed to disk by the main process. */
  readonly saveContent: (request: SaveContentRequest) => Promise<SaveOutcome>;
  /** From a `dragstart` whose default was prevented: the operating system takes the drag over. */
  readonly dragOut: (request: SaveContentRequest) => Promise<void>;
  /** The page as it would be printed now, to a file; `window.print()` goes to the printer. */
  readonly savePdf: (suggestedName: string) => Promise<SaveOutcome>;
  readonly getSettings: () => Promise<DesktopSettings>;
  readonly setSettings: (settings: DesktopSettings) => Promise<DesktopSettings>;
  readonly deviceSecretState: () => Promise<DeviceSecretState>;
  /** Keeps the secret of `POST /v1/session/device-secret` in the operating system's keychain. */
  readonly keepDeviceSecret: (secret: string) => Promise<void>;
  /** Null where none is kept. */
  readonly readDeviceSecret: () => Promise<string | null>;
  readonly forgetDeviceSecret: () => Promise<void>;
}
