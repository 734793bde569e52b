/**
 * Stashes typed form input at a lock. Sealed in memory, opened when the same person unlocks, and restored to
 * its form once. Names consist of kind and id (`critical/{exam}`).
 */

import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { peekStashedText, stashEntry, stashedSlots, stashText } from './unsaved-text-stash.ts';

/** Changed values by field label. */
export type StashedFields = Readonly<Record<string, string>>;

const FOLDER = 'form/';
const opened = new Map<string, StashedFields>();

onWipe(() => opened.clear());

export async function stashFormInput(
  principalId: string,
  name: string,
  fields: StashedFields,
): Promise<void> {
  await stashText(principalId, FOLDER + name, fields);
}

/** Opens the stash before any of the vault is shown. */
export async function openStashedFormInput(principalId: string): Promise<void> {
  for (const slot of stashedSlots(principalId)) {
    if (!slot.startsWith(FOLDER)) continue;
    const fields = await peekStashedText(principalId, slot);
    if (isFields(fields)) opened.set(slot.slice(FOLDER.length), fields);
  }
}

/** Returns the names of forms with stashed input. */
export function stashedFormNames(): string[] {
  return [...opened.keys()];
}

/** Returns the input of a form once. */
export function takeStashedFormInput(name: string): StashedFields | undefined {
  const fields = opened.get(name);
  opened.delete(name);
  if (fields) stashEntry(FOLDER + name).drop();
  return fields;
}

function isFields(value: unknown): value is StashedFields {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((field) => typeof field === 'string')
  );
}
