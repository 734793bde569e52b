/**
 * "All normal": fills every open field that has a normal text. Filled fields stay marked as unchecked, also
 * in the stored report, until the caret has been in each.
 */
import type { LexicalEditor } from 'lexical';
import { FIELD_BLANK, type FieldMeta } from '#report/state/field-meta.ts';
import { $allFields } from './field-positions.ts';

/** Returns the number of filled fields. */
export function fillAllNormal(editor: LexicalEditor): number {
  return fillOpen(editor, ({ default_text: preset, options }) =>
    preset !== '' && preset !== FIELD_BLANK ? preset : normalChoice(options),
  );
}

/**
 * Accepts the default texts shown in open fields; fields without one stay open. Returns the number of
 * accepted fields.
 */
export function confirmDefaults(editor: LexicalEditor): number {
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

/** Finds the choice called normal in English or German, for templates without a default. */
function normalChoice(options: readonly string[]): string | undefined {
  return options.find((option) => /^(?:normal|unremarkable|unauffällig|regelrecht)(?!\p{L})/iu.test(option));
}
