/**
 * What stood typed in a form when the vault locked: held sealed like other text, opened at the unlock of the same person,
 * and given back to that form once. Names are kinds and ids (`critical/{exam}`), never what was typed.
 */

import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { peekStashedText, stashEntry, stashedSlots, stashText } from './unsaved-text-stash.ts';

/** By the label of each field that was changed. */
export type KeptFields = Readonly<Record<string, string>>;

const FOLDER = 'form/';
const opened = new Map<string, KeptFields>();

onWipe(() => opened.clear());

export async function keepInput(principalId: string, name: string, fields: KeptFields): Promise<void> {
  await stashText(principalId, FOLDER + name, fields);
}

/** Before anything of the open vault is shown. */
export async function openKeptInput(principalId: string): Promise<void> {
  for (const slot of stashedSlots(principalId)) {
    if (!slot.startsWith(FOLDER)) continue;
    const fields = await peekStashedText(principalId, slot);
    if (isFields(fields)) opened.set(slot.slice(FOLDER.length), fields);
  }
}

/** Forms whose words wait for them. */
export function keptNames(): string[] {
  return [...opened.keys()];
}

/** Once; until then they stay held. */
export function takeKeptInput(name: string): KeptFields | undefined {
  const fields = opened.get(name);
  opened.delete(name);
  if (fields) stashEntry(FOLDER + name).drop();
  return fields;
}

function isFields(value: unknown): value is KeptFields {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((field) => typeof field === 'string')
  );
}
