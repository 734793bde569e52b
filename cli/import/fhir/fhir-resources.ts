/**
 * The parts of FHIR R4 that the import reads. All fields are optional: a file says what it likes, and what a
 * mapper needs it asks for. (The published typings describe STU3.)
 * Source: HL7 FHIR R4, resource definitions.
 */
export interface Coding {
  readonly system?: string;
  readonly code?: string;
  readonly display?: string;
}

export interface CodeableConcept {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}

export interface Reference {
  readonly reference?: string;
  readonly display?: string;
}

export interface Identifier {
  readonly type?: CodeableConcept;
  readonly system?: string;
  readonly value?: string;
}

export interface Extension {
  readonly url: string;
  readonly extension?: readonly Extension[];
  readonly valueString?: string;
  readonly valueCode?: string;
  readonly valueCoding?: Coding;
  readonly valueCodeableConcept?: CodeableConcept;
}

export interface HumanName {
  readonly use?: string;
  readonly text?: string;
  readonly family?: string;
  readonly given?: readonly string[];
  readonly suffix?: readonly string[];
}

interface ContactPoint {
  readonly system?: string;
  readonly value?: string;
  readonly use?: string;
  readonly rank?: number;
}

export interface Address {
  readonly use?: string;
  readonly text?: string;
  readonly line?: readonly string[];
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly country?: string;
}

export interface Attachment {
  readonly contentType?: string;
  /** Base64. */
  readonly data?: string;
}

interface Quantity {
  readonly value?: number;
  readonly comparator?: string;
  readonly unit?: string;
  readonly code?: string;
}

export interface ObservationValue {
  readonly code?: CodeableConcept;
  readonly valueQuantity?: Quantity;
  readonly valueString?: string;
  readonly valueCodeableConcept?: CodeableConcept;
  readonly valueInteger?: number;
  readonly valueBoolean?: boolean;
  readonly valueDateTime?: string;
  readonly valueTime?: string;
  readonly valueRange?: { readonly low?: Quantity; readonly high?: Quantity };
  readonly valueRatio?: { readonly numerator?: Quantity; readonly denominator?: Quantity };
  readonly dataAbsentReason?: CodeableConcept;
}

/** Any resource: enough to count it and to find it by reference. */
export interface FhirResource {
  readonly resourceType: string;
  readonly id?: string;
}

export interface Patient extends FhirResource {
  readonly extension?: readonly Extension[];
  readonly identifier?: readonly Identifier[];
  readonly name?: readonly HumanName[];
  readonly telecom?: readonly ContactPoint[];
  readonly gender?: string;
  readonly birthDate?: string;
  readonly deceasedBoolean?: boolean;
  readonly deceasedDateTime?: string;
  readonly address?: readonly Address[];
}

export interface ImagingStudySeries {
  readonly uid?: string;
  readonly modality?: Coding;
  readonly bodySite?: Coding;
  readonly description?: string;
  readonly started?: string;
  readonly numberOfInstances?: number;
  readonly instance?: readonly object[];
}

export interface ImagingStudy extends FhirResource {
  readonly identifier?: readonly Identifier[];
  readonly status?: string;
  readonly subject?: Reference;
  readonly started?: string;
  readonly description?: string;
  readonly procedureCode?: readonly CodeableConcept[];
  readonly modality?: readonly Coding[];
  readonly series?: readonly ImagingStudySeries[];
}

export interface Observation extends FhirResource, ObservationValue {
  readonly component?: readonly ObservationValue[];
}

export interface DiagnosticReport extends FhirResource {
  readonly status?: string;
  readonly category?: readonly CodeableConcept[];
  readonly code?: CodeableConcept;
  readonly subject?: Reference;
  readonly effectiveDateTime?: string;
  readonly effectivePeriod?: { readonly start?: string };
  readonly issued?: string;
  readonly performer?: readonly Reference[];
  readonly resultsInterpreter?: readonly Reference[];
  readonly result?: readonly Reference[];
  readonly imagingStudy?: readonly Reference[];
  readonly conclusion?: string;
  readonly presentedForm?: readonly Attachment[];
  readonly text?: { readonly div?: string };
}

/** The resource as what its own `resourceType` says; its fields stay the source's word. */
export function isPatient(resource: FhirResource): resource is Patient {
  return resource.resourceType === 'Patient';
}

export function isImagingStudy(resource: FhirResource): resource is ImagingStudy {
  return resource.resourceType === 'ImagingStudy';
}

export function isDiagnosticReport(resource: FhirResource): resource is DiagnosticReport {
  return resource.resourceType === 'DiagnosticReport';
}

export function isObservation(resource: FhirResource): resource is Observation {
  return resource.resourceType === 'Observation';
}
