/**
 * Where the vault of this window lies, as far as a desktop can tell: in this computer's folder or on another machine.
 * In a browser nothing is known and nothing is offered.
 */
import { create } from 'zustand';
import { desktopBridge, type VaultPlace } from '#renderer/api/desktop-bridge.ts';

interface VaultPlaceState {
  /** Undefined in a browser. */
  readonly place: VaultPlace | undefined;
  /** Written while joining, for the form that accepts it; empty where there is none. */
  readonly inviteCode: string;
}

export const useVaultPlace = create<VaultPlaceState>()(() => ({ place: undefined, inviteCode: '' }));

export async function readVaultLocation(): Promise<void> {
  useVaultPlace.setState({ place: await desktopBridge()?.vaultPlace() });
}

export function keepInviteCode(inviteCode: string): void {
  useVaultPlace.setState({ inviteCode });
}
