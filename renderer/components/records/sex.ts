import type { TFunction } from 'i18next';
import { sexOf } from '#records/identity/sex.ts';

/** Translates a recorded sex; unknown words stay as they are. */
export function sexWord(value: string | null | undefined, t: TFunction): string | undefined {
  if (!value) return undefined;
  const known = sexOf(value);
  return known ? t(`common.${known}`) : value;
}
