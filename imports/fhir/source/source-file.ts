/**
 * One FHIR file, or some lines of one: a bundle (references by `fullUrl` or `Type/id`), a single resource, or NDJSON
 * with one of either per line. What is wrong with one entry concerns that entry alone.
 * The shapes inside are the source's own word; mapping a malformed one fails that resource alone.
 */
import type { FhirResource, Reference } from '#imports/fhir/fhir-resources.ts';
import type { Sha256Hex } from '#imports/import-source.ts';
import { parseExactly, type WriteExactly } from './exact-json.ts';

export interface SourceResource {
  readonly resource: FhirResource;
  /** `Type/id`, by which a later import finds the record again; without an id, one from its content. */
  readonly source_id: string;
}

/** An entry or a line that is no resource to import. */
export interface SkippedEntry {
  /** Its place in the file, such as `entry 3` or `line 12`. */
  readonly place: string;
  readonly message: string;
  /** Whether it should have been one: an entry that asks for a deletion is none. */
  readonly isBroken: boolean;
}

export interface SourceFile {
  /** Whether it is one bundle: then what its resources refer to is in it. */
  readonly isBundle: boolean;
  readonly resources: readonly SourceResource[];
  readonly skipped: readonly SkippedEntry[];
  /** What a reference points to, where it is in the file; `#id` is looked up within `container`. */
  readonly resolve: (reference: string | undefined, container?: FhirResource) => SourceResource | undefined;
  /** A resource of the file as JSON; every number as it stood where the file was read with `exact`. */
  readonly textOf: (resource: FhirResource) => string;
}

interface Entry {
  readonly resource: FhirResource;
  readonly fullUrl?: string | undefined;
  readonly write: WriteExactly;
}

type Parse = (text: string) => { readonly value: unknown; readonly write: WriteExactly };

/**
 * `exact`: `textOf` gives every number as it stood. It costs a look at every value.
 * @throws FhirFileError saying what is wrong with the whole file, without quoting from it.
 */
export async function parseSourceFile(
  text: string,
  sha256Hex: Sha256Hex,
  exact = false,
): Promise<SourceFile> {
  const skipped: SkippedEntry[] = [];
  const root = parseJson(text, exact ? parseExactly : parsePlainly);
  const isBundle = root.resource.resourceType === 'Bundle';
  return sourceFileOf(entriesOf(root, skipped), skipped, isBundle, sha256Hex);
}

/**
 * Lines of an NDJSON file, `first` the number of the first one; `exact` as above.
 * @throws FhirFileError where they begin the file and none is a resource.
 */
export async function parseSourceLines(
  lines: readonly string[],
  first: number,
  sha256Hex: Sha256Hex,
  exact = false,
): Promise<SourceFile> {
  const skipped: SkippedEntry[] = [];
  const entries = entriesOfLines(lines, first, skipped, exact ? parseExactly : parsePlainly);
  if (first === 1 && entries.length === 0 && skipped.length > 0)
    throw new FhirFileError('This file holds no FHIR resource.');
  return sourceFileOf(entries, skipped, false, sha256Hex);
}

async function sourceFileOf(
  entries: readonly Entry[],
  skipped: readonly SkippedEntry[],
  isBundle: boolean,
  sha256Hex: Sha256Hex,
): Promise<SourceFile> {
  const resources: SourceResource[] = [];
  const byReference = new Map<string, SourceResource>();
  const sourceIds = new Map<FhirResource, string>();
  const writers = new Map<FhirResource, WriteExactly>();
  for (const { resource, fullUrl, write } of entries) {
    writers.set(resource, write);
    const given = resource.id ?? (fullUrl === undefined ? undefined : lastSegment(fullUrl));
    const id = given ?? (await contentId(resource, sha256Hex));
    const source = { resource, source_id: `${resource.resourceType}/${id}` };
    sourceIds.set(resource, source.source_id);
    resources.push(source);
    byReference.set(source.source_id, source);
    if (fullUrl !== undefined) byReference.set(fullUrl, source);
    for (const [index, inner] of containedIn(resource).entries()) {
      const name = inner.id ?? String(index + 1);
      const contained = { resource: inner, source_id: `${inner.resourceType}/${id}#${name}` };
      resources.push(contained);
      byReference.set(`${source.source_id}#${name}`, contained);
    }
  }
  const resolve = (reference: string | undefined, container?: FhirResource) => {
    if (reference === undefined) return undefined;
    if (!reference.startsWith('#')) return byReference.get(reference);
    const around = container === undefined ? undefined : sourceIds.get(container);
    return around === undefined ? undefined : byReference.get(`${around}${reference}`);
  };
  const textOf = (resource: FhirResource) => (writers.get(resource) ?? JSON.stringify)(resource);
  return { isBundle, resources, skipped, resolve, textOf };
}

/** `Type/id` of a reference that is not in the file, where it says one; absolute addresses count by their end. */
export function sourceIdOf(reference: string | undefined): string | undefined {
  const match = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[^/]+)?$/.exec(reference ?? '');
  return match?.[1];
}

export interface LogicalReference {
  readonly system: string | undefined;
  readonly value: string;
}

/** The identifier a reference names its target by: its own, or that of `Patient?identifier=system|value`. */
export function logicalReferenceOf(reference: Reference | undefined): LogicalReference | undefined {
  const query = /(?:^|\/)Patient\?(?:.*&)?identifier=([^&]+)/.exec(reference?.reference ?? '')?.[1];
  if (query !== undefined) {
    const parts = decoded(query).split('|');
    const value = parts.at(-1) ?? '';
    return value === '' ? undefined : { system: parts.length > 1 ? parts[0] || undefined : undefined, value };
  }
  const value = reference?.identifier?.value;
  return value === undefined ? undefined : { system: reference?.identifier?.system, value };
}

export class FhirFileError extends Error {
  override readonly name = 'FhirFileError';
}

interface Root {
  readonly resource: FhirResource & { readonly entry?: unknown };
  readonly write: WriteExactly;
}

function parseJson(text: string, parse: Parse): Root {
  let parsed: ReturnType<Parse>;
  try {
    parsed = parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FhirFileError('This file is not JSON.');
  }
  const { value, write } = parsed;
  if (!isResource(value)) throw new FhirFileError('This file is no FHIR resource: it has no resourceType.');
  return { resource: value, write };
}

function parsePlainly(text: string): ReturnType<Parse> {
  return { value: JSON.parse(text), write: (part) => JSON.stringify(part) };
}

function entriesOfLines(
  lines: readonly string[],
  first: number,
  skipped: SkippedEntry[],
  parse: Parse,
): Entry[] {
  const entries: Entry[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `line ${first + index}`;
    try {
      for (const entry of entriesOf(parseJson(line, parse), skipped)) entries.push(entry);
    } catch (error) {
      if (!(error instanceof FhirFileError)) throw error;
      skipped.push({ place, message: error.message.replace('This file', 'This line'), isBroken: true });
    }
  }
  return entries;
}

/** `before`: the place of a bundle that stands in another one, as the answer to a batch of searches does. */
function entriesOf({ resource: root, write }: Root, skipped: SkippedEntry[], before = ''): Entry[] {
  if (root.resourceType !== 'Bundle') return [{ resource: root, write }];
  const given: unknown = root.entry ?? [];
  if (!Array.isArray(given)) throw new FhirFileError('The entry of this bundle is not a list.');
  const entries: Entry[] = [];
  for (const [index, entry] of given.entries()) {
    const place = `${before}entry ${index + 1}`;
    const { resource, fullUrl, request } = recordOf(entry);
    if (recordOf(request)['method'] === 'DELETE') {
      skipped.push({
        place,
        message: 'This entry asks for a deletion; an import deletes nothing.',
        isBroken: false,
      });
    } else if (isResource(resource) && resource.resourceType === 'Bundle') {
      entries.push(...entriesOf({ resource, write }, skipped, `${place}, `));
    } else if (isResource(resource)) {
      entries.push({ resource, fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined, write });
    } else {
      skipped.push({ place, message: 'This entry of the bundle has no resource.', isBroken: true });
    }
  }
  return entries;
}

function containedIn(resource: FhirResource & { readonly contained?: unknown }): FhirResource[] {
  const { contained } = resource;
  return Array.isArray(contained) ? contained.filter(isResource) : [];
}

/** The same content has the same id in every import; 160 bits of SHA-256 in hexadecimal. */
async function contentId(resource: FhirResource, sha256Hex: Sha256Hex): Promise<string> {
  const digest = await sha256Hex(JSON.stringify(resource));
  return `sha256-${digest.slice(0, 40)}`;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lastSegment(url: string): string | undefined {
  return url.split(/[/:]/).at(-1) || undefined;
}
