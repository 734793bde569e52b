/** Reduces an Observation to the fields a table row needs, to save memory. */
import type { Observation } from '#fhir/import/fhir-resources.ts';

const SHOWN = new Set([
  ...['resourceType', 'meta', 'status', 'issued', 'code', 'component', 'dataAbsentReason'],
  ...['referenceRange', 'interpretation', 'note', 'comment', 'hasMember', 'related', 'derivedFrom'],
  ...['modifierExtension', 'implicitRules', 'bodySite', 'subject'],
  ...['valueQuantity', 'valueString', 'valueCodeableConcept', 'valueInteger', 'valueBoolean'],
  ...['valueDateTime', 'valueTime', 'valueRange', 'valueRatio', 'valuePeriod'],
]);
/** Repeated by the report, or never content. */
const ELSEWHERE = new Set(['id', 'contained', 'text', 'language']);

/** Observation with the names of omitted fields, so that they are reported as unmapped. */
export type ShownObservation = Observation & { readonly leftOut?: readonly string[] };

export function shownPart(observation: Observation): ShownObservation {
  const leftOut = fieldsLeftOut(observation);
  return {
    ...Object.fromEntries(Object.entries(observation).filter(([field]) => SHOWN.has(field))),
    resourceType: observation.resourceType,
    ...(leftOut.length > 0 && { leftOut }),
  };
}

/** Fields of a component without a column. */
const UNSHOWN_OF_PART =
  /^value(?!Quantity|String|CodeableConcept|Integer|Boolean|DateTime|Time|Range|Ratio|Period)/;

/** Names of fields without a table column. */
export function fieldsLeftOut(observation: ShownObservation): readonly string[] {
  if (observation.leftOut !== undefined) return observation.leftOut;
  const parts = Array.isArray(observation.component) ? observation.component : [];
  return [
    ...Object.keys(observation).filter((field) => !SHOWN.has(field) && !ELSEWHERE.has(field)),
    ...parts
      .flatMap((part) => Object.keys(part ?? {}))
      .filter((field) => UNSHOWN_OF_PART.test(field))
      .map((field) => `component.${field}`),
  ];
}
