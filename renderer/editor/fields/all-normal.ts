/**
 * "All normal": every open field with a normal text takes it. They stay marked, in the
 * stored report too, until the caret has been in each: what was filled by one press has not been looked at yet.
 */
import type { LexicalEditor } from 'lexical';
import { FIELD_BLANK, type FieldMeta } from '#report/state/field-meta.ts';
import { $allFields } from './field-positions.ts';

/** Answers how many fields were filled. */
export function fillAllNormal(editor: LexicalEditor): number {
  return fillOpen(editor, ({ default_text: preset, options }) =>
    preset !== '' && preset !== FIELD_BLANK ? preset : normalChoice(options),
  );
}

/** The same for fields that show a text of the template's own; those it left blank stay open. */
export function keepDefaults(editor: LexicalEditor): number {
  return fillOpen(editor, ({ default_text: preset, completion }) =>
    preset === '' || preset === FIELD_BLANK || completion === 'prohibit' ? undefined : preset,
  );
}

function fillOpen(editor: LexicalEditor, normalOf: (meta: FieldMeta) => string | undefined): number {
  let filledNow = 0;
  editor.update(
    () => {
      for (const field of $allFields()) {
        const meta = field.getField();
        const normal = normalOf(meta);
        if (meta.filled || normal === undefined) continue;
        field.fill(normal).setField({ not_reviewed: true });
        filledNow += 1;
      }
    },
    { discrete: true },
  );
  return filledNow;
}

/** The choice that is called normal, in English or German; templates without a default name it so. */
function normalChoice(options: readonly string[]): string | undefined {
  return options.find((option) => /^(?:normal|unremarkable|unauffällig|regelrecht)(?!\p{L})/iu.test(option));
}
