/**
 * "Unlock with this computer": stores one device secret in the operating system's keychain. It opens one of several
 * wraps and is never the only way in. Without a real keychain (Chromium's `basic_text` uses a fixed password) nothing
 * is stored.
 * Source: sealing design, fact 10 and B3; evidence, table E, 12.
 */

import { join } from 'node:path';
import { safeStorage } from 'electron';
import type { DeviceSecretState } from './preload/bridge.ts';
import { readJsonFile, removeFile, writeJsonFile } from './system/json-file.ts';

const REAL_BACKENDS: ReadonlySet<string> = new Set(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']);

export interface SystemKeychain {
  readonly state: () => DeviceSecretState;
  /** Stores the secret. @throws Error if the platform has no real keychain; nothing is written then. */
  readonly keep: (secret: string) => void;
  /** Returns null if no secret is stored, or the keychain no longer opens it. */
  readonly read: () => string | null;
  readonly forget: () => void;
}

/**
 * Creates the keychain store of this computer's device secret. @param isElsewhere returns true if the vault is on
 * another computer, which accepts no secret of this one.
 */
export function createOsKeychain(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  isElsewhere: () => boolean = () => false,
): SystemKeychain {
  const file = join(folder, 'device-secret.json');

  function reason(): string | null {
    if (isElsewhere()) return 'The vault is on another machine, which accepts no key of this computer.';
    if (!safeStorage.isEncryptionAvailable()) return 'The operating system offers no keychain.';
    if (platform === 'linux' && !REAL_BACKENDS.has(safeStorage.getSelectedStorageBackend())) {
      return 'No keyring is running here (GNOME Keyring or KWallet), so a secret would not be protected.';
    }
    return null;
  }

  function sealed(): Buffer | undefined {
    const content = readJsonFile(file);
    if (typeof content !== 'object' || content === null || !('sealed' in content)) return undefined;
    return typeof content.sealed === 'string' ? Buffer.from(content.sealed, 'base64') : undefined;
  }

  return {
    state() {
      const why = reason();
      return { available: why === null, reason: why, kept: why === null && sealed() !== undefined };
    },
    keep(secret) {
      const why = reason();
      if (why !== null) throw new Error(why);
      writeJsonFile(file, { sealed: safeStorage.encryptString(secret).toString('base64') });
    },
    read() {
      const bytes = sealed();
      if (bytes === undefined || reason() !== null) return null;
      try {
        return safeStorage.decryptString(bytes);
      } catch {
        return null;
      }
    },
    forget() {
      if (!isElsewhere()) removeFile(file);
    },
  };
}
