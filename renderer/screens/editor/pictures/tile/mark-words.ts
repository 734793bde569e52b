/** What a mark measures on its picture, and what stands beside it: the value as measured, with its unit. */

import type { TFunction } from 'i18next';
import { type Measured, measure } from '#dicom/measured.ts';
import type { MarkKind, Point } from '#records/image-marks.ts';
import { oneDecimal, wholeNumber } from '#renderer/messages/numbers.ts';
import type { Picture } from '#renderer/pictures/stack.ts';
import type { DicomFrame } from '#sdk/index.ts';

export function measuredOn(
  kind: MarkKind,
  points: readonly Point[],
  picture: Picture,
  frame: DicomFrame | undefined,
): Measured {
  const { pixel_spacing, modality } = picture.header;
  return measure(kind, points, { spacing: pixel_spacing, modality, frame });
}

export function markLines({ value, unit, deviation, area, areaUnit }: Measured, t: TFunction): string[] {
  const region =
    area === undefined
      ? []
      : [t('pictures.measured.area', { value: oneDecimal(area), unit: areaUnit ?? '' })];
  if (value === undefined) return region;
  if (deviation !== undefined) {
    const words = { value: wholeNumber(value), deviation: wholeNumber(deviation), unit };
    return [t('pictures.measured.region', words).trim(), ...region];
  }
  const key = unit === '°' ? 'deg' : unit === 'mm' ? 'mm' : 'px';
  return [t(`pictures.measured.${key}`, { value: oneDecimal(value) })];
}
