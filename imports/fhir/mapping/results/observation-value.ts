/** The value of an Observation or of one of its components as text. */
import type { ObservationValue, Quantity, ReferenceRange } from '#imports/fhir/fhir-resources.ts';
import { conceptText } from '#imports/fhir/mapping/coded-text.ts';

export function observedValue(from: ObservationValue): { readonly value: string; readonly unit: string } {
  const quantity = from.valueQuantity;
  if (quantity !== undefined) {
    const value = `${quantity.comparator ?? ''}${quantity.value ?? ''}`;
    return { value: value || (conceptText(from.dataAbsentReason) ?? ''), unit: unitOf(quantity) };
  }
  const value =
    from.valueString ??
    conceptText(from.valueCodeableConcept) ??
    from.valueInteger ??
    from.valueBoolean ??
    from.valueDateTime ??
    from.valueTime ??
    rangeText(from) ??
    conceptText(from.dataAbsentReason) ??
    '';
  return { value: String(value), unit: '' };
}

/** What is usual, or what was aimed at, several parted by a semicolon. */
export function referenceText(ranges: readonly ReferenceRange[] = []): string {
  return ranges.flatMap((range) => oneRange(range) || []).join('; ');
}

function oneRange({ low, high, text, type, appliesTo, age }: ReferenceRange): string {
  const span = spanText(low, high) ?? text ?? '';
  const kind = conceptText(type);
  const years = spanText(age?.low, age?.high);
  const whose = [
    ...(kind === undefined || kind === 'normal' ? [] : [kind]),
    ...(appliesTo ?? []).flatMap((group) => conceptText(group) ?? []),
    ...(years === undefined ? [] : [years]),
  ].join(', ');
  return whose === '' || span === '' ? span : `${span} (${whose})`;
}

function spanText(low: Quantity | undefined, high: Quantity | undefined): string | undefined {
  const [from, to] = [low?.value, high?.value];
  const unit = unitOf(high ?? low ?? {});
  const span =
    from === undefined ? to !== undefined && `≤ ${to}` : to === undefined ? `≥ ${from}` : `${from}–${to}`;
  return span === false ? undefined : `${span} ${unit}`.trim();
}

function rangeText({ valueRange, valueRatio, valuePeriod }: ObservationValue): string | undefined {
  if (valueRange !== undefined) {
    return `${valueRange.low?.value ?? ''}–${valueRange.high?.value ?? ''} ${valueRange.high?.unit ?? ''}`.trim();
  }
  if (valuePeriod !== undefined) return `${valuePeriod.start ?? ''}–${valuePeriod.end ?? ''}`;
  if (valueRatio === undefined) return undefined;
  return `${valueRatio.numerator?.value ?? ''}:${valueRatio.denominator?.value ?? ''}`;
}

function unitOf({ unit, code }: Quantity): string {
  return unit ?? code ?? '';
}
