/**
 * The travelling copy of a desktop that joined a clinic's vault: whether there is one beside it, how far one that is
 * being taken along has come, and the way from one to the other. In a browser nothing is known and nothing is offered.
 */
import { create } from 'zustand';
import { desktopBridge, type TakeAlongRequest, type TravelState } from '#renderer/api/desktop-bridge.ts';
import { lock, startSession, useSession } from '#renderer/state/session/session-store.ts';

interface TravelPlaceState {
  /** Undefined until it was read, and in a browser. */
  readonly state: TravelState | undefined;
  /** Exams that are to come with the one that is being taken; 0 where that is not known. */
  readonly wanted: number;
}

export const useTravelPlace = create<TravelPlaceState>()(() => ({ state: undefined, wanted: 0 }));

export async function readTravellingCopyLocation(): Promise<void> {
  useTravelPlace.setState({ state: await desktopBridge()?.travelState() });
}

export async function createTravellingCopy(request: TakeAlongRequest, wanted: number): Promise<void> {
  await desktopBridge()?.takeAlong(request);
  useTravelPlace.setState({ wanted });
  await readTravellingCopyLocation();
}

export async function cancelCopyCreation(): Promise<void> {
  await desktopBridge()?.cancelTaking();
  await readTravellingCopyLocation();
}

/** Drafts are flushed and the session ends before the window looks elsewhere; until it does, nobody unlocks here. */
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

/** The copy that is open; the window shows the clinic afterwards. Nothing goes while something waits, unless it is said. */
export const deleteOpenCopy = (evenIfWaiting: boolean) =>
  goElsewhere(() => desktopBridge()?.deleteCopy(evenIfWaiting));

/** One beside the clinic, which stays open. */
export async function deleteCopyHere(evenIfWaiting: boolean): Promise<void> {
  await desktopBridge()?.deleteCopy(evenIfWaiting);
  await readTravellingCopyLocation();
}
