/** Bridge to the desktop program; undefined in a browser. No screen may depend on it. */
import { BRIDGE_NAME, type DesktopBridge } from '#main/preload/bridge.ts';

export type { TakeAlongRequest, TravelCopy, TravelState, VaultPlace } from '#main/preload/bridge.ts';

declare global {
  interface Window {
    readonly [BRIDGE_NAME]?: DesktopBridge;
  }
}

export function desktopBridge(): DesktopBridge | undefined {
  return window[BRIDGE_NAME];
}
