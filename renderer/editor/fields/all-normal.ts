/**
 * "All normal": every open field with a normal text takes it. They stay marked until the caret has been in
 * each: what was filled by one press has not been looked at yet.
 */
import type { LexicalEditor } from 'lexical';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { $allFields } from './field-positions.ts';

const NOT_REVIEWED_CLASS = 'auto';

/** Answers how many fields were filled. */
export function fillAllNormal(editor: LexicalEditor): number {
  const keys: string[] = [];
  editor.update(
    () => {
      for (const field of $allFields()) {
        const { filled, default_text: preset, options } = field.getField();
        const normal = preset !== '' && preset !== FIELD_BLANK ? preset : normalChoice(options);
        if (filled || normal === undefined) continue;
        field.fill(normal);
        keys.push(field.getKey());
      }
    },
    { discrete: true },
  );
  for (const key of keys) editor.getElementByKey(key)?.classList.add(NOT_REVIEWED_CLASS);
  return keys.length;
}

/** The choice that is called normal, in English or German; templates without a default name it so. */
function normalChoice(options: readonly string[]): string | undefined {
  return options.find((option) => /^(?:normal|unremarkable|unauffällig|regelrecht)(?!\p{L})/iu.test(option));
}
