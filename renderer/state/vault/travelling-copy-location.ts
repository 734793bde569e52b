/**
 * Travelling copy of a desktop program that joined a home vault: whether one exists, its creation progress,
 * and switching between both. Empty in a browser.
 */
import { create } from 'zustand';
import { desktopBridge, type TakeAlongRequest, type TravelState } from '#renderer/api/desktop-bridge.ts';
import { lock, startSession, useSession } from '#renderer/state/session/session-store.ts';

interface TravelPlaceState {
  /** State of the travelling copy; undefined before it is read, and in a browser. */
  readonly state: TravelState | undefined;
  /** Number of exams the copy being created will have; 0 if not known. */
  readonly wanted: number;
}

export const useTravellingCopyLocation = create<TravelPlaceState>()(() => ({ state: undefined, wanted: 0 }));

export async function readTravellingCopyLocation(): Promise<void> {
  useTravellingCopyLocation.setState({ state: await desktopBridge()?.travelState() });
}

export async function createTravellingCopy(request: TakeAlongRequest, wanted: number): Promise<void> {
  await desktopBridge()?.takeAlong(request);
  useTravellingCopyLocation.setState({ wanted });
  await readTravellingCopyLocation();
}

export async function cancelCopyCreation(): Promise<void> {
  await desktopBridge()?.cancelTaking();
  await readTravellingCopyLocation();
}

/** Saves drafts and ends the session before the window switches; unlocking is blocked meanwhile. */
async function goElsewhere(way: () => Promise<unknown> | undefined): Promise<void> {
  await lock('asked');
  useSession.setState({ phase: 'starting' });
  try {
    await way();
  } finally {
    await startSession();
  }
}

export const openCopy = () => goElsewhere(() => desktopBridge()?.openCopy());

export const openClinic = () => goElsewhere(() => desktopBridge()?.openClinic());

/**
 * Deletes the open copy; the window then shows the home vault. Refuses with pending changes unless confirmed.
 */
export const deleteOpenCopy = (evenIfWaiting: boolean) =>
  goElsewhere(() => desktopBridge()?.deleteCopy(evenIfWaiting));

/** Deletes the copy while the home vault is open. */
export async function deleteCopyHere(evenIfWaiting: boolean): Promise<void> {
  await desktopBridge()?.deleteCopy(evenIfWaiting);
  await readTravellingCopyLocation();
}
