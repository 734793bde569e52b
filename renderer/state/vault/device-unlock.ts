/**
 * "Unlock with this computer": a device secret of the vault, kept by the operating system's keychain through
 * the desktop. One way in among several; it is taken back on the vault's side first.
 */
import type { PresentSecretBody } from '#contract/access/session.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { vault } from '#renderer/api/vault-client.ts';

/** Undefined in a browser. */
export async function readDeviceUnlock(): Promise<{ available: boolean; kept: boolean } | undefined> {
  return desktopBridge()?.deviceSecretState();
}

/** @param body the current passphrase, or nothing in a session opened by recovery key or shares. */
export async function enableDeviceUnlock(body: PresentSecretBody): Promise<void> {
  const { device_secret } = await vault().session.createDeviceSecret(body);
  await desktopBridge()?.keepDeviceSecret(device_secret);
}

export async function disableDeviceUnlock(): Promise<void> {
  await vault().session.deleteDeviceSecret();
  await clearStoredDeviceSecret();
}

/** Here alone: the vault has refused the secret. */
export async function clearStoredDeviceSecret(): Promise<void> {
  await desktopBridge()?.forgetDeviceSecret();
}

/** Null where none is kept. */
export async function readDeviceSecret(): Promise<string | null> {
  return (await desktopBridge()?.readDeviceSecret()) ?? null;
}
