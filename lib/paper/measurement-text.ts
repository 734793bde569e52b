/** Text beside an annotation on paper: the measured value with its unit. */
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import { PRINT_LABELS } from './print-labels.ts';

export interface Measured {
  readonly value: number | undefined;
  readonly unit: string;
  readonly deviation?: number;
  readonly area?: number;
  readonly areaUnit?: string;
  readonly digits?: number;
  readonly isAtDetector?: boolean;
}

export function measuredLines(measured: Measured, language: PaperLanguage): string[] {
  const { value, unit, deviation, area, areaUnit = '', digits = 0 } = measured;
  const where = measured.isAtDetector ? [PRINT_LABELS[language].atDetector] : [];
  const number = (given: number, digits: number) => {
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
    return new Intl.NumberFormat(language, fixed).format(given).replace('-', '−');
  };
  const region = area === undefined ? [] : [`${number(area, 1)} ${areaUnit}`, ...where];
  if (value === undefined) return region;
  if (deviation !== undefined)
    return [`${number(value, digits)} ± ${number(deviation, digits)} ${unit}`.trim(), ...region];
  return [unit === '°' ? `${number(value, 1)}°` : `${number(value, 1)} ${unit}`, ...where];
}
