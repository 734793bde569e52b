/** Formats a number for a report: a digit before the decimal point, one no-break space, the field's unit. */
import { plainUnit, unitBehind } from '#report/review/measurements/measured-unit.ts';

const NUMBER = /^([+−-]?)(\d*)(?:([.,])(\d+))?\s*([^\d\s].*)?$/;

/**
 * `.6` becomes `0.6`, `80` becomes `80 mL`. Leaves the unit out if the text after the field states it. A text
 * that is not a number stays as typed; the sign gate asks about it.
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
