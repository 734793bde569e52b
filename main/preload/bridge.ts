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
  vaultPlace: 'vault:vault-place',
  probeVault: 'vault:probe-vault',
  chooseCredential: 'vault:choose-credential',
  askVault: 'vault:ask-vault',
  joinVault: 'vault:join-vault',
  leaveVault: 'vault:leave-vault',
  travelState: 'vault:travel-state',
  takeAlong: 'vault:take-along',
  cancelTaking: 'vault:cancel-taking',
  openCopy: 'vault:open-copy',
  openClinic: 'vault:open-clinic',
  deleteCopy: 'vault:delete-copy',
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

/** What an address of a vault on another machine gave, asked just now. */
export const ADDRESS_STATES = [
  'answers',
  'unreachable',
  'not_trusted',
  'not_valid_now',
  'wrong_name',
  'refused',
  'ended',
  'older',
  'no_vault',
  'other_vault',
] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

export interface RemoteAddress {
  /** `https://name:port` */
  readonly address: string;
  readonly state: AddressState;
}

export type VaultPlace =
  | { readonly kind: 'here' }
  /** The travelling copy of the vault this computer joined. */
  | { readonly kind: 'copy'; readonly name: string }
  | {
      readonly kind: 'elsewhere';
      readonly name: string;
      /** 64 hex digits, as compared when this computer joined. */
      readonly founder_key: string;
      /** When the certificate of this computer ends. */
      readonly certificate_ends_at: string;
      /** `https://name:port`, most wanted first. */
      readonly addresses: readonly string[];
    };

export interface ProbedVault {
  readonly current_address: string;
  readonly addresses: readonly RemoteAddress[];
}

/** A credential folder somebody chose; certificate and key stay in the main process. */
export interface ChosenCredential {
  readonly client_cn: string;
  readonly addresses: readonly string[];
}

export interface ProbeRequest {
  readonly addresses: readonly RemoteAddress[];
  /** What answers; null where no address is of use. */
  readonly vault: {
    readonly workspace_id: string;
    readonly name: string;
    readonly founder_key: string;
  } | null;
}

export interface JoinVaultRequest {
  readonly addresses: readonly string[];
  /** The one that was compared. */
  readonly founder_key: string;
}

/** Why a copy was not taken along; what came stays, and the same said again goes on. */
export const COPY_FAILURES = [
  'canceled',
  /** The vault did not answer, or went away. */
  'away',
  'credential_rejected',
  'rate_limited',
  'permission_denied',
  /** Something that came does not verify. */
  'crypto_error',
  'disk_full',
  /** There is a whole copy. */
  'already_initialized',
  'other',
] as const;
export type TakeFailure = (typeof COPY_FAILURES)[number];

/** The travelling copy on this computer, as far as it can be told without a passphrase. */
export type TravelCopy =
  | { readonly state: 'damaged' }
  | {
      /** Nothing opens one that is unfinished. */
      readonly state: 'whole' | 'unfinished';
      readonly name: string;
      /** Whose it is. */
      readonly principal_id: string;
      readonly taken_at: string;
      readonly exchanged_at: string;
      readonly opens_until: string;
      /** Changes that are not at the clinic. */
      readonly waiting: number;
    };

export interface TravelState {
  /** Null where there is none, and while one is being taken along. */
  readonly copy: TravelCopy | null;
  /** The window shows it instead of the clinic. */
  readonly is_open: boolean;
  /** What has come so far; null where none is being taken along. */
  readonly taking: { readonly patients: number; readonly exams: number; readonly bytes: number } | null;
  /** What the last one ended with; null where it went well. */
  readonly failure: TakeFailure | null;
  /** On the disk the copy lies on. */
  readonly free_bytes: number;
}

export interface TakeAlongRequest {
  /** Of the person at the clinic. */
  readonly passphrase: string;
  readonly principal_id: string;
  /** `since`: exams last changed before stay there; null takes all. */
  readonly groups: readonly { readonly security_group_id: string; readonly since: string | null }[];
}

export interface DeletedCopy {
  readonly deleted: boolean;
  /** Changes that are not at the clinic. */
  readonly waiting: number;
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
  readonly vaultPlace: () => Promise<VaultPlace>;
  /** Asks every address anew; null where the vault lies here. */
  readonly probeVault: () => Promise<ProbedVault | null>;
  /** Null when the person closed the dialog; rejects where the folder holds no credential. */
  readonly chooseCredential: () => Promise<ChosenCredential | null>;
  /** With the credential chosen last; rejects where an address is none. */
  readonly askVault: (addresses: readonly string[]) => Promise<ProbeRequest>;
  /** Afterwards the page's requests go there; every session of the vault before is locked. */
  readonly joinVault: (request: JoinVaultRequest) => Promise<void>;
  /** Forgets the other machine; afterwards the page's requests go to this computer's own vault. */
  readonly leaveVault: () => Promise<void>;
  readonly travelState: () => Promise<TravelState>;
  /** Begins to take a copy along; how it goes on is in the state. */
  readonly takeAlong: (request: TakeAlongRequest) => Promise<void>;
  /** Ends it and deletes what was begun. */
  readonly cancelTaking: () => Promise<void>;
  /** Afterwards the page's requests go to the copy; every session of the vault before is locked. */
  readonly openCopy: () => Promise<void>;
  /** And back to the clinic. */
  readonly openClinic: () => Promise<void>;
  /** Refused while something waits, unless it is said. Afterwards the page's requests go to the clinic. */
  readonly deleteCopy: (evenIfWaiting: boolean) => Promise<DeletedCopy>;
}
