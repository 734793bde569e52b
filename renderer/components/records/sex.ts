import type { TFunction } from 'i18next';

const KNOWN = ['female', 'male', 'other', 'unknown'] as const;

/** A recorded sex in the interface's language; a word of the record's own stays as it is. */
export function sexWord(value: string | null | undefined, t: TFunction): string | undefined {
  if (!value) return undefined;
  const known = KNOWN.find((word) => word === value.toLowerCase());
  return known ? t(`common.${known}`) : value;
}
