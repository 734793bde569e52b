/**
 * Interface between desktop program and page, limited to what the web platform lacks. The page finds it as
 * `window.vaultDesktop`; undefined in a browser. Types and channel names only; preload and main process implement
 * them.
 */

export const BRIDGE_NAME = 'vaultDesktop';

/** Channels from the page to the main process (`invoke`). */
export const CALLS = {
  lockDone: 'vault:lock-done',
  closeAnswered: 'vault:close-answered',
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
export const EVENTS = {
  lockAsked: 'vault:lock-asked',
  closeAsked: 'vault:close-asked',
  command: 'vault:command',
} as const;

/** Reasons for which the page is asked to save its draft and lock. */
export const LOCK_CAUSES = ['os_lock', 'suspend', 'close'] as const;
export type LockCause = (typeof LOCK_CAUSES)[number];

export interface LockAsked {
  /** Number that the page sends back when the lock is done. */
  readonly ask: number;
  readonly cause: LockCause;
}

export interface CloseAnswer {
  /** Number of the question. */
  readonly ask: number;
  /** False while the page asks the person about typed input. */
  readonly may_close: boolean;
}

/** Command of the page's command table, for the native menu. */
export interface MenuCommand {
  readonly id: string;
  readonly group: string;
  readonly group_label: string;
  readonly label: string;
  /** Key as in the command table: `Ctrl+Shift+F`. */
  readonly key: string | null;
}

export interface SaveContentRequest {
  readonly security_group_id: string;
  readonly node_id: string;
  /** File name shown in the save dialog, without path separators. */
  readonly suggested_name: string;
  /** `Bearer …` token of the page's session. */
  readonly authorization: string;
}

/** Result of a save dialog; `canceled` if the person closed it. */
export interface SaveOutcome {
  readonly outcome: 'saved' | 'canceled';
}

/** Settings of this computer, without clinical content. */
export interface DesktopSettings {
  /** True to exclude the window from screenshots and screen sharing, if the operating system can. */
  readonly content_protection: boolean;
}

export interface DeviceSecretState {
  /** False if the operating system has no real keychain. */
  readonly available: boolean;
  /** Reason for the person; null if available. */
  readonly reason: string | null;
  readonly kept: boolean;
}

/** Results of probing an address of a remote vault. */
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
  /** Address of the remote vault, `https://name:port`. */
  readonly address: string;
  readonly state: AddressState;
}

export type VaultPlace =
  | { readonly kind: 'here' }
  /** Travelling copy of the vault this computer joined. */
  | { readonly kind: 'copy'; readonly name: string }
  | {
      readonly kind: 'elsewhere';
      readonly name: string;
      /** 64 hex digits, as compared when this computer joined. */
      readonly founder_key: string;
      /** Expiry of this computer's certificate. */
      readonly certificate_ends_at: string;
      /** `https://name:port`, preferred address first. */
      readonly addresses: readonly string[];
    };

export interface ProbedVault {
  readonly current_address: string;
  readonly addresses: readonly RemoteAddress[];
}

/** A credential folder chosen by the person; certificate and key stay in the main process. */
export interface ChosenCredential {
  readonly client_cn: string;
  readonly addresses: readonly string[];
}

export interface ProbeRequest {
  readonly addresses: readonly RemoteAddress[];
  /** Vault that responded; null if no address is usable. */
  readonly vault: {
    readonly workspace_id: string;
    readonly name: string;
    readonly founder_key: string;
  } | null;
}

export interface JoinVaultRequest {
  readonly addresses: readonly string[];
  /** Founder's key that was compared. */
  readonly founder_key: string;
}

/** Reasons why creating a travelling copy failed. Fetched data stays, and the same request resumes. */
export const COPY_FAILURES = [
  'canceled',
  /** The vault became unreachable. */
  'away',
  'credential_rejected',
  'rate_limited',
  'permission_denied',
  /** Fetched data failed verification. */
  'crypto_error',
  'disk_full',
  /** A complete copy already exists. */
  'already_initialized',
  'other',
] as const;
export type TakeFailure = (typeof COPY_FAILURES)[number];

/** State of the travelling copy on this computer that needs no passphrase. */
export type TravelCopy =
  | { readonly state: 'damaged' }
  | {
      /** `whole` is complete; an `unfinished` copy cannot be opened. */
      readonly state: 'whole' | 'unfinished';
      readonly name: string;
      /** Principal who owns the copy. */
      readonly principal_id: string;
      readonly taken_at: string;
      readonly exchanged_at: string;
      readonly opens_until: string;
      /** Number of changes not yet pushed to the home vault. */
      readonly waiting: number;
    };

export interface TravelState {
  /** Travelling copy of this computer; null without one, and while one is being created. */
  readonly copy: TravelCopy | null;
  /** True if the window shows the copy instead of the home vault. */
  readonly is_open: boolean;
  /** Progress of creation; null if none is running. */
  readonly taking: { readonly patients: number; readonly exams: number; readonly bytes: number } | null;
  /** Error of the last creation; null if it succeeded. */
  readonly failure: TakeFailure | null;
  /** Free space on the disk of the copy. */
  readonly free_bytes: number;
}

export interface TakeAlongRequest {
  /** Passphrase of the person at the home vault. */
  readonly passphrase: string;
  readonly principal_id: string;
  /** Groups to copy. `since`: exams last changed before are left out; null copies all. */
  readonly groups: readonly { readonly security_group_id: string; readonly since: string | null }[];
}

export interface DeletedCopy {
  readonly deleted: boolean;
  /** Number of changes not yet pushed to the home vault. */
  readonly waiting: number;
}

export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32';
  /**
   * Asks the page to lock. The listener's promise is awaited, for at most 5 s, before the computer sleeps or the
   * window closes.
   */
  readonly onLockAsked: (listener: (cause: LockCause) => Promise<void>) => () => void;
  /**
   * Asks the page whether the person may close the window. A page that refuses asks the person, and closes the window
   * itself once that is answered.
   */
  readonly onCloseAsked: (listener: () => boolean) => () => void;
  /** Called when a menu item is chosen. */
  readonly onCommand: (listener: (id: string) => void) => () => void;
  /** Sends the command table; call again after a change of language or keys. */
  readonly setCommands: (commands: readonly MenuCommand[]) => Promise<void>;
  /** Shows a save dialog, then streams the file to disk in the main process. */
  readonly saveContent: (request: SaveContentRequest) => Promise<SaveOutcome>;
  /** Starts a drag of the operating system; call from a `dragstart` with its default prevented. */
  readonly dragOut: (request: SaveContentRequest) => Promise<void>;
  /** Saves the page's print layout as a PDF; `window.print()` uses the printer. */
  readonly savePdf: (suggestedName: string) => Promise<SaveOutcome>;
  readonly getSettings: () => Promise<DesktopSettings>;
  readonly setSettings: (settings: DesktopSettings) => Promise<DesktopSettings>;
  readonly deviceSecretState: () => Promise<DeviceSecretState>;
  /** Stores the secret of `POST /v1/session/device-secret` in the operating system's keychain. */
  readonly keepDeviceSecret: (secret: string) => Promise<void>;
  /** Returns null if none is stored. */
  readonly readDeviceSecret: () => Promise<string | null>;
  readonly forgetDeviceSecret: () => Promise<void>;
  readonly vaultPlace: () => Promise<VaultPlace>;
  /** Probes every address again; null if the vault is on this computer. */
  readonly probeVault: () => Promise<ProbedVault | null>;
  /** Shows a folder dialog. Null if the person cancelled; rejects if the folder contains no credential. */
  readonly chooseCredential: () => Promise<ChosenCredential | null>;
  /** Probes addresses with the chosen credential; rejects if one is invalid. */
  readonly askVault: (addresses: readonly string[]) => Promise<ProbeRequest>;
  /** Joins the remote vault. All sessions of the earlier vault are locked, and requests go to the new one. */
  readonly joinVault: (request: JoinVaultRequest) => Promise<void>;
  /** Leaves the remote vault; requests go to this computer's own vault again. */
  readonly leaveVault: () => Promise<void>;
  readonly travelState: () => Promise<TravelState>;
  /** Starts creating a travelling copy; progress is in the state. */
  readonly takeAlong: (request: TakeAlongRequest) => Promise<void>;
  /** Stops creating it and deletes the unfinished copy. */
  readonly cancelTaking: () => Promise<void>;
  /** Opens the copy. All sessions of the home vault are locked, and requests go to the copy. */
  readonly openCopy: () => Promise<void>;
  /** Switches back to the home vault. */
  readonly openClinic: () => Promise<void>;
  /** Deletes the copy and switches to the home vault. Refuses with pending changes unless `evenIfWaiting`. */
  readonly deleteCopy: (evenIfWaiting: boolean) => Promise<DeletedCopy>;
}
