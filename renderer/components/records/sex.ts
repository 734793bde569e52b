import type { TFunction } from 'i18next';
import { sexOf } from '#records/identity/sex.ts';

/** A recorded sex in the interface's language; a word of the record's own stays as it is. */
export function sexWord(value: string | null | undefined, t: TFunction): string | undefined {
  if (!value) return undefined;
  const known = sexOf(value);
  return known ? t(`common.${known}`) : value;
}
