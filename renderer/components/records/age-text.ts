import type { TFunction } from 'i18next';
import { ageAt } from '#records/identity/age.ts';

/** `65 y`, of a child `7 wk`. */
export function ageText(birthDate: string, t: TFunction, at = new Date()): string {
  const { unit, count } = ageAt(birthDate, at);
  return t(`common.age.${unit}`, { count });
}
