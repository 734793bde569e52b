/** Measures an annotation on its picture and formats its label: the value with its unit. */

import type { TFunction } from 'i18next';
import { type Measured, measure } from '#dicom/picture/measure-annotation.ts';
import type { AnnotationKind, Point } from '#records/studies/image-annotations.ts';
import { decimals, oneDecimal, wholeNumber } from '#renderer/messages/numbers.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';
import type { DicomFrame } from '#sdk/index.ts';

export function measuredOn(
  kind: AnnotationKind,
  points: readonly Point[],
  picture: Picture,
  frame: DicomFrame | undefined,
): Measured {
  const { pixel_spacing: spacing, spacing_basis: basis, pixel_aspect_ratio: aspect } = picture.header;
  // A frame's own spacing wins, because an older program may have read the file's header.
  const own = frame ? { spacing: frame.pixel_spacing, basis: frame.spacing_basis } : { spacing, basis };
  return measure(kind, points, { ...own, aspect, frame });
}

export function annotationLines(measured: Measured, t: TFunction): string[] {
  const { value, unit, deviation, area, areaUnit, digits = 0, isAtDetector } = measured;
  const where = isAtDetector ? [t('pictures.measured.atDetector')] : [];
  const region =
    area === undefined
      ? []
      : [t('pictures.measured.area', { value: oneDecimal(area), unit: areaUnit ?? '' }), ...where];
  if (value === undefined) return region;
  if (deviation !== undefined) {
    const written = digits === 0 ? wholeNumber : (number: number) => decimals(number, digits);
    const words = { value: written(value), deviation: written(deviation), unit };
    return [t('pictures.measured.region', words).trim(), ...region];
  }
  const key = unit === '°' ? 'deg' : unit === 'mm' ? 'mm' : 'px';
  return [t(`pictures.measured.${key}`, { value: oneDecimal(value) }), ...where];
}
