import { generateId } from '#server/system/generate-id.ts';

/** Text as an id of the kind that is asked for: what a test says of ids holds whatever they look like. */
export function idOf<Id extends string>(text: string): Id {
  return text as Id;
}

/** A fresh id of the kind that is asked for. */
export const newId = generateId;
