/**
 * Stash of text that was not sent when its screen was left or the session ended. In memory only, sealed, and
 * returned to the same principal after unlocking.
 */
import { openText, type SealedText, sealText } from './encrypt-in-memory.ts';

interface StashedEntry extends SealedText {
  readonly principal_id: string;
}

const held = new Map<string, StashedEntry>();

/** Stashes a value; `slot` names its place, as in `exam/{id}`. A later value replaces an earlier one. */
export async function stashText(principalId: string, slot: string, value: unknown): Promise<void> {
  const sealed = await sealText(value);
  held.set(slot, { principal_id: principalId, ...sealed });
}

/** Returns the value and keeps it; undefined for another principal or an empty slot. */
export async function peekStashedText(principalId: string, slot: string): Promise<unknown> {
  const entry = held.get(slot);
  if (!entry || entry.principal_id !== principalId) return undefined;
  return openText(entry);
}

/** Returns the value once and removes it. */
export async function popStashedText(principalId: string, slot: string): Promise<unknown> {
  const value = await peekStashedText(principalId, slot);
  if (value !== undefined) held.delete(slot);
  return value;
}

/** Refers to the value now in the slot: `drop` removes that value, never a later one. */
export function stashEntry(slot: string): { readonly drop: () => void } {
  const entry = held.get(slot);
  return {
    drop: () => {
      if (held.get(slot) === entry) held.delete(slot);
    },
  };
}

/** Returns the slots with text of this principal. */
export function stashedSlots(principalId: string): string[] {
  return [...held].filter(([, entry]) => entry.principal_id === principalId).map(([slot]) => slot);
}

export function hasStashedText(principalId: string): boolean {
  return [...held.values()].some((entry) => entry.principal_id === principalId);
}
