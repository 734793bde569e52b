/** Observations as a report table: name, value, unit. */

import type { Observation, ObservationValue } from '#imports/fhir/fhir-resources.ts';
import { conceptText, escapeHtml } from '#imports/fhir/mapping/coded-text.ts';

export interface ResultRow {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

/** One row, or one per component (blood pressure: systolic, diastolic). */
export function resultRows(observation: Observation): ResultRow[] {
  const name = conceptText(observation.code) ?? 'Result';
  const rows = (observation.component ?? []).map((component) => ({
    ...readValue(component),
    // Several answers to one question carry its own code.
    name: [...new Set([name, conceptText(component.code) ?? ''])].join(': '),
  }));
  const own = readValue(observation);
  return own.value === '' && rows.length > 0 ? rows : [{ ...own, name }, ...rows];
}

export function tableHtml(rows: readonly ResultRow[]): string {
  const cell = (tag: string) => (text: string) => `<${tag}>${escapeHtml(text)}</${tag}>`;
  const head = ['Name', 'Value', 'Unit'].map(cell('th')).join('');
  const body = rows.map(
    ({ name, value, unit }) => `<tr>${[name, value, unit].map(cell('td')).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function readValue(from: ObservationValue): { value: string; unit: string } {
  const quantity = from.valueQuantity;
  if (quantity !== undefined) {
    const value = `${quantity.comparator ?? ''}${quantity.value ?? ''}`;
    return { value, unit: quantity.unit ?? quantity.code ?? '' };
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

function rangeText({ valueRange, valueRatio }: ObservationValue): string | undefined {
  if (valueRange !== undefined) {
    return `${valueRange.low?.value ?? ''}–${valueRange.high?.value ?? ''} ${valueRange.high?.unit ?? ''}`.trim();
  }
  if (valueRatio === undefined) return undefined;
  return `${valueRatio.numerator?.value ?? ''}:${valueRatio.denominator?.value ?? ''}`;
}
