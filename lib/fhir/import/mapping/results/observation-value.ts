/** Converts the value of an Observation or component to text. */
import type { ObservationValue, Quantity, ReferenceRange } from '#fhir/import/fhir-resources.ts';
import { conceptText } from '#fhir/import/mapping/values/coded-text.ts';

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

/** Reference ranges or targets, separated by semicolons. */
export function referenceText(ranges: readonly ReferenceRange[] = []): string {
  return ranges.flatMap((range) => oneRange(range) || []).join('; ');
}

function oneRange({ low, high, text, type, appliesTo, age, normalValue }: ReferenceRange): string {
  const span = spanText(low, high) ?? conceptText(normalValue);
  const said = text?.trim() ?? '';
  const kind = conceptText(type);
  const years = spanText(age?.low, age?.high);
  const whose = [
    // Skips text that only repeats the numbers.
    ...(span === undefined || said === '' || repeats(said, low, high) ? [] : [said]),
    ...(kind === undefined || kind === 'normal' ? [] : [kind]),
    ...(appliesTo ?? []).flatMap((group) => conceptText(group) ?? []),
    ...(years === undefined ? [] : [years]),
  ].join(', ');
  const shown = span ?? said;
  return whose === '' || shown === '' ? shown : `${shown} (${whose})`;
}

function repeats(text: string, low: Quantity | undefined, high: Quantity | undefined): boolean {
  return [low?.value, high?.value].every((value) => value === undefined || text.includes(String(value)));
}

function spanText(low: Quantity | undefined, high: Quantity | undefined): string | undefined {
  const [from, to] = [low?.value, high?.value];
  const [unit, otherUnit] = [unitOf(high ?? {}) || unitOf(low ?? {}), unitOf(low ?? {})];
  if (from === undefined) return to === undefined ? undefined : `≤ ${to} ${unit}`.trim();
  if (to === undefined) return `≥ ${from} ${unit}`.trim();
  const first = otherUnit === '' || otherUnit === unit ? String(from) : `${from} ${otherUnit} `;
  return `${first}–${first.endsWith(' ') ? ' ' : ''}${to} ${unit}`.trim();
}

function rangeText({ valueRange, valueRatio, valuePeriod }: ObservationValue): string | undefined {
  if (valueRange !== undefined) return spanText(valueRange.low, valueRange.high);
  if (valuePeriod !== undefined) return `${valuePeriod.start ?? ''}–${valuePeriod.end ?? ''}`;
  if (valueRatio === undefined) return undefined;
  const parts = [valueRatio.numerator, valueRatio.denominator].map(quantityText);
  return parts.join(parts.some((part) => part.includes(' ')) ? ' : ' : ':');
}

/** The comparator of a titre is at its numerator. */
function quantityText(quantity: Quantity = {}): string {
  return `${quantity.comparator ?? ''}${quantity.value ?? ''} ${unitOf(quantity)}`.trim();
}

function unitOf({ unit, code }: Quantity): string {
  return unit ?? code ?? '';
}
