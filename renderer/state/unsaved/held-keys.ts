/**
 * Keys typed while a report opens. They are held for that report only: the one left before must not get them, and none
 * may be lost without a word. `slot` names a report, as in `exams/{id}`.
 */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { pathAhead } from '#renderer/state/shell/route-store.ts';

interface HeldKeys {
  readonly slot: string;
  /** The typed text; Enter is a line feed. */
  readonly text: string;
}

interface HeldState {
  readonly held: HeldKeys | undefined;
  /** Report whose text takes keys now. */
  readonly ready: string | undefined;
}

const NONE: HeldState = { held: undefined, ready: undefined };

export const useHeldKeys = create<HeldState>()(() => NONE);

/** The report that the address names, also while it is still left for it; undefined on any other screen. */
export function slotAhead(path: readonly string[] = pathAhead()): string | undefined {
  const [resource, id] = path;
  return id !== undefined && (resource === 'exams' || resource === 'templates')
    ? `${resource}/${id}`
    : undefined;
}

/** Says that the report takes keys; the returned function says that it no longer does. */
export function setReadyForKeys(slot: string): () => void {
  useHeldKeys.setState({ ready: slot });
  return () => {
    if (useHeldKeys.getState().ready === slot) useHeldKeys.setState({ ready: undefined });
  };
}

/** Holds a key for the report if it is not ready. Returns false if the key is none that writes, or needs no holding. */
export function holdKey(slot: string, key: string): boolean {
  const { held, ready } = useHeldKeys.getState();
  const text = held?.slot === slot ? held.text : '';
  if (ready === slot) return false;
  const next = withKey(text, key);
  if (next === undefined) return false;
  useHeldKeys.setState({ held: { slot, text: next } });
  return true;
}

/** Returns the text held for the report, which is then held no longer. */
export function takeHeldKeys(slot: string): string {
  const { held } = useHeldKeys.getState();
  if (held?.slot !== slot) return '';
  useHeldKeys.setState({ held: undefined });
  return held.text;
}

/** Ends holding for every report but this one. Returns the text that found no place, without spaces around it. */
export function endHolding(except?: string): string {
  const { held } = useHeldKeys.getState();
  if (held === undefined || held.slot === except) return '';
  useHeldKeys.setState({ held: undefined });
  return held.text.trim();
}

function withKey(text: string, key: string): string | undefined {
  if (key === 'Enter') return `${text}\n`;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  return [...key].length === 1 ? text + key : undefined;
}

onWipe(() => useHeldKeys.setState(NONE));
