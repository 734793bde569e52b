/**
 * "Unlock with this computer": a device secret of the vault, stored by the operating system's keychain
 * through the desktop program. Disabling it removes it from the vault first.
 */
import type { PresentSecretBody } from '#contract/access/session.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { vault } from '#renderer/api/vault-client.ts';

/** Returns undefined in a browser. */
export async function readDeviceUnlock(): Promise<{ available: boolean; kept: boolean } | undefined> {
  return desktopBridge()?.deviceSecretState();
}

/**
 * Enables unlocking by this computer. @param body the current passphrase, or nothing in a session unlocked by
 * recovery key or shares.
 */
export async function enableDeviceUnlock(body: PresentSecretBody): Promise<void> {
  const { device_secret } = await vault().session.createDeviceSecret(body);
  await desktopBridge()?.keepDeviceSecret(device_secret);
}

export async function disableDeviceUnlock(): Promise<void> {
  await vault().session.deleteDeviceSecret();
  await clearStoredDeviceSecret();
}

/** Deletes the stored secret on this computer only, after the vault rejected it. */
export async function clearStoredDeviceSecret(): Promise<void> {
  await desktopBridge()?.forgetDeviceSecret();
}

/** Returns null if none is stored. */
export async function readDeviceSecret(): Promise<string | null> {
  return (await desktopBridge()?.readDeviceSecret()) ?? null;
}
