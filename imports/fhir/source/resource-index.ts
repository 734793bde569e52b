/**
 * What reports refer to in other files: Bulk Data has a file per type, a folder may have one per resource. Only what a
 * mapper reads of them is held, unless they are to be kept; bundles look up their own.
 */
import {
  type FhirResource,
  type ImagingStudy,
  isDiagnosticReport,
  isImagingStudy,
  isObservation,
  type Observation,
} from '#imports/fhir/fhir-resources.ts';
import type { SourceFile, SourceResource } from './source-file.ts';

export function createResourceIndex(keepSource: boolean) {
  const bySourceId = new Map<string, SourceResource>();
  const texts = new Map<FhirResource, string>();
  const absorbed = new Set<string>();
  const reports = new Set<string>();

  return {
    /** Of a file that is no bundle. */
    add: (file: SourceFile): void => {
      if (file.isBundle) return;
      for (const { resource, source_id } of file.resources) {
        if (isDiagnosticReport(resource)) reports.add(source_id);
        const held = isObservation(resource)
          ? shownPart(resource)
          : isImagingStudy(resource)
            ? modalityOf(resource)
            : undefined;
        if (held === undefined || source_id.includes('#')) continue;
        bySourceId.set(source_id, { resource: held, source_id });
        if (keepSource) texts.set(held, file.textOf(resource));
      }
    },
    /** The file, with references to what it lacks found here. */
    behind: (file: SourceFile): SourceFile => ({
      ...file,
      resolve: (reference, container) =>
        file.resolve(reference, container) ?? bySourceId.get(reference ?? ''),
      textOf: (resource) => texts.get(resource) ?? file.textOf(resource),
    }),
    /** Whether a file that is no bundle has this report. */
    hasReport: (sourceId: string): boolean => reports.has(sourceId),
    absorb: (sourceId: string): void => {
      absorbed.add(sourceId);
    },
    /** Whether it is known only at the end if this becomes part of a record. */
    isPending: (sourceId: string): boolean => bySourceId.has(sourceId),
    /** Every Observation held, and whether it became part of a record. */
    observations: () =>
      [...bySourceId.values()]
        .filter(({ resource }) => isObservation(resource))
        .map(({ source_id }) => ({ source_id, isAbsorbed: absorbed.has(source_id) })),
  };
}

export type ResourceIndex = ReturnType<typeof createResourceIndex>;

/** What a line of a table is made of; the rest of an Observation is as long again. */
function shownPart({ resourceType, code, component, dataAbsentReason, ...rest }: Observation): Observation {
  const { valueQuantity, valueString, valueCodeableConcept, valueInteger, valueBoolean } = rest;
  const { valueDateTime, valueTime, valueRange, valueRatio } = rest;
  return {
    resourceType,
    ...(code && { code }),
    ...(component && { component }),
    ...(dataAbsentReason && { dataAbsentReason }),
    ...(valueQuantity && { valueQuantity }),
    ...(valueString !== undefined && { valueString }),
    ...(valueCodeableConcept && { valueCodeableConcept }),
    ...(valueInteger !== undefined && { valueInteger }),
    ...(valueBoolean !== undefined && { valueBoolean }),
    ...(valueDateTime !== undefined && { valueDateTime }),
    ...(valueTime !== undefined && { valueTime }),
    ...(valueRange && { valueRange }),
    ...(valueRatio && { valueRatio }),
  };
}

function modalityOf({ resourceType, modality, series }: ImagingStudy): ImagingStudy {
  return {
    resourceType,
    ...(modality && { modality }),
    ...(series && {
      series: series.slice(0, 1).map(({ modality: code }) => ({ ...(code && { modality: code }) })),
    }),
  };
}
