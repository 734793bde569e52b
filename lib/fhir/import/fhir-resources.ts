/**
 * Types of the FHIR R4 parts that the import reads, as published by HL7, with every field optional: source files are
 * untrusted, and mappers check what they need.
 */
import type * as r4 from 'fhir/r4.d.ts';

/** `T` in an untrusted file: every field optional, every code any text. */
type AsRead<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly AsRead<Item>[]
    : T extends object
      ? { readonly [Field in keyof T]?: AsRead<Exclude<T[Field], undefined>> }
      : T;

/** A resource with the fields the import reads. */
type Resource<R extends r4.FhirResource, Field extends keyof R> = FhirResource & AsRead<Pick<R, Field>>;

export type Coding = AsRead<r4.Coding>;
export type CodeableConcept = AsRead<r4.CodeableConcept>;
export type Reference = AsRead<r4.Reference>;
export type Identifier = AsRead<r4.Identifier>;
export type Extension = AsRead<r4.Extension>;
export type HumanName = AsRead<r4.HumanName>;
export type Address = AsRead<r4.Address>;
export type Attachment = AsRead<r4.Attachment>;
export type Period = AsRead<r4.Period>;
/** Value as text, where a number would lose precision: `7.0`. */
export type Quantity = Omit<AsRead<r4.Quantity>, 'value'> & { readonly value?: number | string };
interface Span {
  readonly low?: Quantity;
  readonly high?: Quantity;
}
/** Reference range of a result; `normalValue` is R5's. */
export type ReferenceRange = Omit<AsRead<r4.ObservationReferenceRange>, keyof Span> &
  Span & { readonly normalValue?: CodeableConcept };
interface WithQuantities {
  readonly valueQuantity?: Quantity;
  readonly valueRange?: Span;
  readonly valueRatio?: { readonly numerator?: Quantity; readonly denominator?: Quantity };
  readonly referenceRange?: readonly ReferenceRange[];
}
export type ObservationValue = Omit<AsRead<r4.ObservationComponent>, keyof WithQuantities> & WithQuantities;
/**
 * A modality is a Coding in R4 and STU3, and a concept in R5; the same for a body site, which may be a reference in R5.
 */
export type ImagingStudySeries = Omit<AsRead<r4.ImagingStudySeries>, 'modality' | 'bodySite'> & {
  readonly modality?: Coding | CodeableConcept;
  readonly bodySite?: Coding | { readonly concept?: CodeableConcept };
};

/** Any resource, with the fields for counting and references. */
export interface FhirResource {
  readonly resourceType: string;
  readonly id?: string;
  readonly meta?: AsRead<r4.Meta>;
  /** Rules that must be understood to read it. */
  readonly implicitRules?: string;
}

export type Patient = Resource<
  r4.Patient,
  | 'extension'
  | 'identifier'
  | 'name'
  | 'telecom'
  | 'gender'
  | 'birthDate'
  | 'deceasedBoolean'
  | 'deceasedDateTime'
  | 'address'
  | 'active'
  | 'link'
>;

export type ImagingStudy = Resource<
  r4.ImagingStudy,
  'extension' | 'identifier' | 'status' | 'subject' | 'started' | 'description' | 'procedureCode'
> & {
  readonly modality?: readonly (Coding | CodeableConcept)[];
  readonly series?: readonly ImagingStudySeries[];
  /** Patient of the resource, by STU3's field name. */
  readonly patient?: Reference;
  readonly accession?: Identifier;
  readonly uid?: string;
  readonly modalityList?: readonly Coding[];
};

/** ImagingStudy by the field names and shapes of STU3. */
interface ObservationOfStu3 {
  readonly comment?: string;
  readonly related?: readonly { readonly type?: string; readonly target?: Reference }[];
}

export type Observation = FhirResource &
  ObservationValue &
  ObservationOfStu3 &
  AsRead<Pick<r4.Observation, 'status' | 'hasMember' | 'derivedFrom' | 'note' | 'issued' | 'bodySite'>> & {
    readonly component?: readonly ObservationValue[];
  };

export type Composition = Resource<
  r4.Composition,
  | 'extension'
  | 'status'
  | 'title'
  | 'section'
  | 'date'
  | 'type'
  | 'category'
  | 'author'
  | 'attester'
  | 'event'
  | 'text'
> & {
  /** Identifier of the resource: one in R4, several in R5. */
  readonly identifier?: Identifier | readonly Identifier[];
  readonly subject?: Reference | readonly Reference[];
};

export type Binary = Resource<r4.Binary, 'contentType' | 'data'>;

/** Reference to a related resource: of its own in R5; STU3 calls it `ref`. */
type AboutWhat = Reference & { readonly related?: readonly (Reference & { readonly ref?: Reference })[] };
export type DocumentReference = Resource<r4.DocumentReference, 'content' | 'status' | 'docStatus'> & {
  readonly context?: AboutWhat | readonly AboutWhat[];
};

export type DiagnosticReport = Resource<
  r4.DiagnosticReport,
  | 'extension'
  | 'identifier'
  | 'status'
  | 'category'
  | 'code'
  | 'subject'
  | 'effectiveDateTime'
  | 'effectivePeriod'
  | 'issued'
  | 'performer'
  | 'resultsInterpreter'
  | 'result'
  | 'imagingStudy'
  | 'conclusion'
  | 'presentedForm'
  | 'text'
> & {
  /** Studies of the report, by R5's field name. */
  readonly study?: readonly Reference[];
  readonly composition?: Reference;
};

/** Narrows by `resourceType`; fields stay untrusted. */
export function isPatient(resource: FhirResource): resource is Patient {
  return resource.resourceType === 'Patient';
}

export function isImagingStudy(resource: FhirResource): resource is ImagingStudy {
  return resource.resourceType === 'ImagingStudy';
}

export function isDiagnosticReport(resource: FhirResource): resource is DiagnosticReport {
  return resource.resourceType === 'DiagnosticReport';
}

export function isBinary(resource: FhirResource): resource is Binary {
  return resource.resourceType === 'Binary';
}

export function isDocumentReference(resource: FhirResource): resource is DocumentReference {
  return resource.resourceType === 'DocumentReference';
}

export function isComposition(resource: FhirResource): resource is Composition {
  return resource.resourceType === 'Composition';
}

export function isObservation(resource: FhirResource): resource is Observation {
  return resource.resourceType === 'Observation';
}
