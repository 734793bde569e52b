/** Wire types of hits in the text of reports. Source: choices, third part (Text search). */
import { type Static, Type } from 'typebox';
import { TEXT_MATCHES_MAX } from '#contract/limits.ts';

const TextMatchSchema = Type.Object({
  /** Title of the section as written; empty before the first heading. */
  section: Type.String(),
  /** The sentence, never cut. */
  text: Type.String(),
  /** Places of the words in `text`: start and end in UTF-16 code units, in order. */
  marks: Type.Array(
    Type.Unsafe<[from: number, to: number]>({
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 2,
      maxItems: 2,
    }),
  ),
});
export type TextMatch = Static<typeof TextMatchSchema>;

export const TextMatchesSchema = Type.Array(TextMatchSchema, { maxItems: TEXT_MATCHES_MAX });
