/** A number as a report should show it: digits before the point, one no-break space, the field's own unit. */
import { plainUnit, unitBehind } from '#report/review/measurements/measured-unit.ts';

const NUMBER = /^([+−-]?)(\d*)(?:([.,])(\d+))?\s*([^\d\s].*)?$/;

/**
 * `.6` becomes `0.6`, `80` becomes `80 mL`; the unit is left out where the text behind the field brings it.
 * Anything that is no number stays as typed: the sign gate asks about it.
 */
export function normaliseNumber(text: string, unit: string | null, textAfter: string): string {
  const match = NUMBER.exec(text.trim());
  const [, sign = '', whole = '', mark = '', fraction = '', given] = match ?? [];
  if (!match || (whole === '' && fraction === '')) return text;
  if (given !== undefined && unit !== null && plainUnit(given) !== plainUnit(unit)) return text;
  const value = `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `${mark}${fraction}`}`;
  const shown = given?.trim() ?? unit;
  const comesBehind =
    unit !== null && (textAfter.trimStart().startsWith(unit) || unitBehind(textAfter) === plainUnit(unit));
  return shown === null || comesBehind ? value : `${value}\u00A0${shown}`;
}
