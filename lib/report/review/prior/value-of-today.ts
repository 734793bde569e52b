/**
 * Tells a field for today's value: made by copying a prior, or with the prior's value behind it. Empty, it may neither be
 * signed nor be left out, because the prior's value would then stand alone.
 */

import { PRIOR } from '#report/review/measurements/measurement-table.ts';
import type { FieldMeta } from '#report/state/field-meta.ts';

/** Id of a field that copying makes of a measured value; its label repeats the words before it. */
export const TODAY_ID = 'today';

/** `(Prior: …` behind a field, or behind its unit. */
const PRIOR_BEHIND = new RegExp(
  `^[\\s\\u00A0]{0,3}(?:[^\\s\\u00A0().,;:!?\\d][^\\s\\u00A0().,;:!?]{0,9}[\\s\\u00A0]{0,2})?\\((?:${PRIOR.source}):`,
  'iu',
);

/** `after` is the text behind the field. */
export function isOfToday({ id }: Pick<FieldMeta, 'id'>, after: string): boolean {
  return id === TODAY_ID || PRIOR_BEHIND.test(after);
}
