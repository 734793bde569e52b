/** What a line of a table is made of; the rest of an Observation is as long again. */
import type { Observation } from '#fhir/import/fhir-resources.ts';

const SHOWN = new Set([
  ...['resourceType', 'meta', 'status', 'issued', 'code', 'component', 'dataAbsentReason'],
  ...['referenceRange', 'interpretation', 'note', 'comment', 'hasMember', 'related', 'derivedFrom'],
  ...['modifierExtension', 'implicitRules', 'bodySite', 'subject'],
  ...['valueQuantity', 'valueString', 'valueCodeableConcept', 'valueInteger', 'valueBoolean'],
  ...['valueDateTime', 'valueTime', 'valueRange', 'valueRatio', 'valuePeriod'],
]);
/** Said by the report as well, or never content. */
const ELSEWHERE = new Set(['id', 'contained', 'text', 'language']);

/** With the names of the fields it lacks, so that they can be counted as without a place. */
export type ShownObservation = Observation & { readonly leftOut?: readonly string[] };

export function shownPart(observation: Observation): ShownObservation {
  const leftOut = fieldsLeftOut(observation);
  return {
    ...Object.fromEntries(Object.entries(observation).filter(([field]) => SHOWN.has(field))),
    resourceType: observation.resourceType,
    ...(leftOut.length > 0 && { leftOut }),
  };
}

/** Of one component. */
const UNSHOWN_OF_PART =
  /^value(?!Quantity|String|CodeableConcept|Integer|Boolean|DateTime|Time|Range|Ratio|Period)/;

/** Names of fields a table has no column for. */
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
