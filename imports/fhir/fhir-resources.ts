/**
 * The parts of FHIR R4 that the import reads, in the shapes HL7 publishes, but for one thing: nothing is sure
 * to be there. A file says what it likes, and what a mapper needs it asks for.
 */
import type * as r4 from 'fhir/r4.d.ts';

/** `T` as it stands in a file of somebody else: every field optional, every code any text. */
type AsRead<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly AsRead<Item>[]
    : T extends object
      ? { readonly [Field in keyof T]?: AsRead<Exclude<T[Field], undefined>> }
      : T;

/** A resource of which the import reads these fields. */
type Resource<R extends r4.FhirResource, Field extends keyof R> = FhirResource & AsRead<Pick<R, Field>>;

export type Coding = AsRead<r4.Coding>;
export type CodeableConcept = AsRead<r4.CodeableConcept>;
export type Reference = AsRead<r4.Reference>;
export type Identifier = AsRead<r4.Identifier>;
export type Extension = AsRead<r4.Extension>;
export type HumanName = AsRead<r4.HumanName>;
export type Address = AsRead<r4.Address>;
export type Attachment = AsRead<r4.Attachment>;
export type ObservationValue = AsRead<r4.ObservationComponent>;
export type ImagingStudySeries = AsRead<r4.ImagingStudySeries>;

/** Any resource: enough to count it and to find it by reference. */
export interface FhirResource {
  readonly resourceType: string;
  readonly id?: string;
  readonly meta?: AsRead<r4.Meta>;
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
>;

export type ImagingStudy = Resource<
  r4.ImagingStudy,
  | 'extension'
  | 'identifier'
  | 'status'
  | 'subject'
  | 'started'
  | 'description'
  | 'procedureCode'
  | 'modality'
  | 'series'
> & {
  /** The subject's name in STU3. */
  readonly patient?: Reference;
};

export type Observation = FhirResource & ObservationValue & AsRead<Pick<r4.Observation, 'component'>>;

export type Binary = Resource<r4.Binary, 'contentType' | 'data'>;

export type DocumentReference = Resource<r4.DocumentReference, 'content' | 'context'>;

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
>;

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

export function isBinary(resource: FhirResource): resource is Binary {
  return resource.resourceType === 'Binary';
}

export function isDocumentReference(resource: FhirResource): resource is DocumentReference {
  return resource.resourceType === 'DocumentReference';
}

export function isObservation(resource: FhirResource): resource is Observation {
  return resource.resourceType === 'Observation';
}
