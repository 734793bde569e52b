/**
 * Text that was not sent when its screen was left or the session ended. It stays in memory only, sealed, and is given
 * back to the same principal after unlocking; anybody else never sees it.
 */
import { openText, type SealedText, sealText } from './encrypt-in-memory.ts';

interface Held extends SealedText {
  readonly principal_id: string;
}

const held = new Map<string, Held>();

/** `slot` names the place the text belongs to, e.g. `exam/{id}`; a later value replaces an earlier one. */
export async function stashText(principalId: string, slot: string, value: unknown): Promise<void> {
  const sealed = await sealText(value);
  held.set(slot, { principal_id: principalId, ...sealed });
}

/** The held value, which stays held; undefined for another principal or an empty slot. */
export async function peekStashedText(principalId: string, slot: string): Promise<unknown> {
  const entry = held.get(slot);
  if (!entry || entry.principal_id !== principalId) return undefined;
  return openText(entry);
}

/** The held value, once. */
export async function popStashedText(principalId: string, slot: string): Promise<unknown> {
  const value = await peekStashedText(principalId, slot);
  if (value !== undefined) held.delete(slot);
  return value;
}

/** Stands for the value held in the slot now: `drop` forgets that value, never a later one. */
export function stashEntry(slot: string): { readonly drop: () => void } {
  const entry = held.get(slot);
  return {
    drop: () => {
      if (held.get(slot) === entry) held.delete(slot);
    },
  };
}

/** Slots whose text waits for this principal. */
export function stashedSlots(principalId: string): string[] {
  return [...held].filter(([, entry]) => entry.principal_id === principalId).map(([slot]) => slot);
}

export function hasStashedText(principalId: string): boolean {
  return [...held.values()].some((entry) => entry.principal_id === principalId);
}
