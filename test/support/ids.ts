import { generateId } from '#server/system/generate-id.ts';

/** Casts text to an id type, because tests on ids do not depend on their form. */
export function idOf<Id extends string>(text: string): Id {
  return text as Id;
}

/** Generates an id of any type. */
export const newId = generateId;
