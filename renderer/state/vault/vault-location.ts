/**
 * Location of this window's vault as the desktop program reports it: a folder of this computer, or another
 * computer. Empty in a browser.
 */
import { create } from 'zustand';
import { desktopBridge, type VaultPlace } from '#renderer/api/desktop-bridge.ts';

interface VaultPlaceState {
  /** Place of this window's vault; undefined in a browser. */
  readonly place: VaultPlace | undefined;
  /** Invite code entered while joining, for the form that accepts it; else empty. */
  readonly inviteCode: string;
}

export const useVaultLocation = create<VaultPlaceState>()(() => ({ place: undefined, inviteCode: '' }));

export async function readVaultLocation(): Promise<void> {
  useVaultLocation.setState({ place: await desktopBridge()?.vaultPlace() });
}

export function keepInviteCode(inviteCode: string): void {
  useVaultLocation.setState({ inviteCode });
}
