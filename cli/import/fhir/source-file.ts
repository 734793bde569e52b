/**
 * One FHIR file: a bundle (references by `fullUrl` or `Type/id`) or a single resource.
 * The shapes inside are the source's own word; mapping a malformed one fails that resource alone.
 */
import type { FhirResource } from './fhir-resources.ts';

export interface SourceResource {
  readonly resource: FhirResource;
  /** `Type/id`, by which a later import finds the record again. */
  readonly source_id: string;
}

export interface SourceFile {
  readonly resources: readonly SourceResource[];
  /** What a reference of this file points to, where it is in the file. */
  readonly resolve: (reference: string | undefined) => SourceResource | undefined;
}

/** @throws FhirFileError saying what is wrong with the file, without quoting from it. */
export function parseSourceFile(text: string): SourceFile {
  const root = parseJson(text);
  const entries =
    root.resourceType === 'Bundle' ? bundleEntries(root) : [{ resource: root, fullUrl: undefined }];
  const resources: SourceResource[] = [];
  const byReference = new Map<string, SourceResource>();
  for (const { resource, fullUrl } of entries) {
    const id = resource.id ?? (fullUrl === undefined ? undefined : lastSegment(fullUrl));
    if (id === undefined) continue;
    const source = { resource, source_id: `${resource.resourceType}/${id}` };
    resources.push(source);
    byReference.set(source.source_id, source);
    if (fullUrl !== undefined) byReference.set(fullUrl, source);
  }
  return {
    resources,
    resolve: (reference) => (reference === undefined ? undefined : byReference.get(reference)),
  };
}

/** `Type/id` of a reference that is not in the file, where it says one; absolute addresses count by their end. */
export function sourceIdOf(reference: string | undefined): string | undefined {
  const match = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[^/]+)?$/.exec(reference ?? '');
  return match?.[1];
}

export class FhirFileError extends Error {
  override readonly name = 'FhirFileError';
}

function parseJson(text: string): FhirResource {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FhirFileError('This file is not JSON.');
  }
  if (!isResource(value)) throw new FhirFileError('This file is no FHIR resource: it has no resourceType.');
  return value;
}

function bundleEntries(
  bundle: FhirResource & { readonly entry?: unknown },
): { resource: FhirResource; fullUrl: string | undefined }[] {
  const entries = bundle.entry ?? [];
  if (!Array.isArray(entries)) throw new FhirFileError('The entry of this bundle is not a list.');
  return entries.map((entry: { resource?: unknown; fullUrl?: unknown } | null, position) => {
    if (!isResource(entry?.resource)) {
      throw new FhirFileError(`Entry ${position + 1} of this bundle has no resource.`);
    }
    return {
      resource: entry.resource,
      fullUrl: typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined,
    };
  });
}

function isResource(value: unknown): value is FhirResource {
  return (
    typeof value === 'object' &&
    value !== null &&
    'resourceType' in value &&
    typeof value.resourceType === 'string' &&
    (!('id' in value) || typeof value.id === 'string')
  );
}

function lastSegment(url: string): string | undefined {
  return url.split(/[/:]/).at(-1) || undefined;
}
