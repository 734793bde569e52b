import type { TFunction } from 'i18next';
import { ageAt } from '#records/identity/age.ts';

/** Formats an age, as in `65 y`, or `7 wk` for a baby. */
export function ageText(birthDate: string, t: TFunction, at = new Date()): string {
  const { unit, count } = ageAt(birthDate, at);
  return t(`common.age.${unit}`, { count });
}
