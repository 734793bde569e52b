/**
 * Parses one FHIR file, or some lines of one: a bundle, a single resource, or NDJSON. Assigns each resource its
 * identity and resolves references between them by address. Content is untrusted; a malformed resource fails alone.
 */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import { type FhirResource, type Identifier, isPatient } from '#fhir/import/fhir-resources.ts';
import {
  containedIn,
  type Entry,
  entriesOf,
  FhirFileError,
  parseRoot,
  type SkippedEntry,
  serverOf,
} from './bundle-entries.ts';
import { beginsWithResource, entriesOfLines } from './line-entries.ts';
import { type IdentifierQuery, identifierQuery } from './logical-reference.ts';
import {
  addressText,
  bareId,
  namedServer,
  ownSourceId,
  parseAddress,
  type StatedServer,
  statedSource,
} from './resource-identity.ts';
import { isOlder, type SourceVersion, versionOf } from './resource-version.ts';
import type { SourceLine } from './source-lines.ts';

export { FhirFileError } from './bundle-entries.ts';

export interface SourceResource {
  readonly resource: FhirResource;
  /** `server/Type/id`, by which a later import finds the record; without an id a hash of the content. */
  readonly source_id: string;
  /** `Type/id`, as used by older releases. */
  readonly bare_id: string;
  /** Address used in references. */
  readonly address: string;
  /** Version of the resource. */
  readonly version: SourceVersion;
  /** True when a newer version precedes it in a history. */
  readonly isBehind: boolean;
  /** True for a contained resource, which is meaningless without its container. */
  readonly isContained: boolean;
}

export interface SourceFile {
  /** True for a single bundle, which contains everything its resources reference. */
  readonly isBundle: boolean;
  readonly resources: readonly SourceResource[];
  readonly skipped: readonly SkippedEntry[];
  /** The target of a reference, if in this file; `#id` is looked up in `container`. */
  readonly resolve: (reference: string | undefined, container?: FhirResource) => SourceResource | undefined;
  /** Addresses a reference may have in other files, most likely first. */
  readonly addresses: (reference: string | undefined, container?: FhirResource) => readonly string[];
  /** The address by which references name a resource of the file. */
  readonly addressOf: (resource: FhirResource) => string | undefined;
  /** Documents in other files that name the report of this address. */
  readonly documentsOf: (address: string) => readonly SourceResource[];
  /** DocumentReferences in other files about the exam of this address. */
  readonly filesOf: (address: string) => readonly SourceResource[];
  /** A resource as JSON; numbers unchanged if the file was read with `exact`. */
  readonly textOf: (resource: FhirResource) => string;
}

/** Options for reading files. */
export interface Reading {
  readonly sha256Hex: Sha256Hex;
  /** Makes `textOf` keep every number's text, which costs a visit to every value. */
  readonly exact?: boolean;
  /** Server of resources that state none. */
  readonly sourceName?: string | undefined;
}

/** Parses a complete file. @throws FhirFileError about the whole file, without quoting from it. */
export async function parseSourceFile(text: string, reading: Reading): Promise<SourceFile> {
  const skipped: SkippedEntry[] = [];
  try {
    const root = parseRoot(text, reading.exact === true);
    const isBundle = root.resource.resourceType === 'Bundle';
    return await sourceFileOf(entriesOf(root, skipped), skipped, isBundle, reading);
  } catch (error) {
    // NDJSON is often named .json: its first line is a resource, the whole is not JSON.
    const lines = text.split('\n');
    if (!(error instanceof FhirFileError) || !beginsWithResource(lines)) throw error;
    return parseSourceLines(lines, 1, reading);
  }
}

/**
 * Parses lines of an NDJSON file; `first`: number of the first one.
 * @throws FhirFileError where they begin the file and none is a resource.
 */
export async function parseSourceLines(
  lines: readonly SourceLine[],
  first: number,
  reading: Reading,
): Promise<SourceFile> {
  const skipped: SkippedEntry[] = [];
  const entries = entriesOfLines(lines, first, skipped, reading.exact === true);
  if (first === 1 && entries.length === 0 && skipped.length > 0)
    throw new FhirFileError('This file has no FHIR resource.');
  return sourceFileOf(entries, skipped, false, reading);
}

async function sourceFileOf(
  entries: readonly Entry[],
  skipped: readonly SkippedEntry[],
  isBundle: boolean,
  { sha256Hex, sourceName }: Reading,
): Promise<SourceFile> {
  const resources: SourceResource[] = [];
  const byAddress = new Map<string, SourceResource>();
  /** Resources by `Type/id` alone, for references within the file; null where ambiguous. */
  const byBareId = new Map<string, SourceResource | null>();
  const within = new Map<FhirResource, SourceResource>();
  const servers = new Map<FhirResource, StatedServer>();
  const writers = new Map<FhirResource, Entry['write']>();
  /** Contained patients by identity, and where each occurs first. */
  const persons = new Map<string, string>();
  /** Versions at which a history states a deletion. */
  const deletions = new Map<string, SourceVersion>();
  for (const entry of entries) {
    const { resource, fullUrl, write } = entry;
    const version = { ...entry.version, ...versionOf(resource) };
    writers.set(resource, write);
    const told = statedServer(entry, sourceName);
    const given = resource.id ?? (fullUrl === undefined ? undefined : lastSegment(fullUrl));
    const id = given ?? (await contentId(resource, sha256Hex));
    const address = addressText({ server: told.server, type: resource.resourceType, id });
    if (entry.isDeleted) {
      deletions.set(address, version);
      continue;
    }
    const source_id = ownSourceId(resource) ?? address;
    const before = entry.isOfHistory
      ? (byAddress.get(address)?.version ?? deletions.get(address))
      : undefined;
    const isBehind = before !== undefined && !isOlder(before, version);
    const source = {
      resource,
      source_id,
      bare_id: bareId(source_id),
      address,
      version,
      isBehind,
      isContained: false,
    };
    within.set(resource, source);
    servers.set(resource, told);
    resources.push(source);
    know(address, source);
    if (fullUrl !== undefined) know(fullUrl, source);
    const bare = bareId(address);
    const namesake = byBareId.get(bare);
    byBareId.set(bare, namesake === undefined || namesake?.address === address ? source : null);
    for (const [index, inner] of containedIn(resource).entries()) {
      const name = inner.id ?? String(index + 1);
      const place = `${source.source_id.slice(0, -source.bare_id.length)}${inner.resourceType}/${id}#${name}`;
      const contained = {
        resource: inner,
        source_id: identifiedAs(inner) ?? samePerson(inner, place),
        bare_id: bareId(place),
        address: `${address}#${name}`,
        version: versionOf(inner),
        isBehind,
        isContained: true,
      };
      within.set(inner, source);
      servers.set(inner, told);
      resources.push(contained);
      byAddress.set(contained.address, contained);
    }
  }

  /**
   * Builds the identity of a contained patient. Without an identifier, equal name, birth date and other fields mean
   * the same patient within this file.
   */
  function samePerson(inner: FhirResource, place: string): string {
    if (!isPatient(inner) || !inner.name?.length || inner.birthDate === undefined) return place;
    const { name, birthDate, gender, identifier } = inner;
    const key = JSON.stringify([name, birthDate, gender ?? null, identifier ?? null]);
    const known = persons.get(key);
    if (known === undefined) persons.set(key, place);
    return known ?? place;
  }

  /** References to any version mean the newest one. */
  function know(address: string, source: SourceResource): void {
    const held = byAddress.get(address);
    if (held === undefined || !(source.isBehind || isOlder(source.version, held.version)))
      byAddress.set(address, source);
  }

  const addresses: SourceFile['addresses'] = (reference, container) => {
    const address = parseAddress(reference);
    if (address === undefined) return [];
    const around = (container && servers.get(container)) ?? { server: undefined, isStated: false };
    const near = addressText({ ...address, server: around.server });
    if (address.server === undefined) return [near];
    // A resource without a stated server may still be referenced with one.
    return [addressText(address), ...(around.isStated ? [] : [near])];
  };
  const resolve: SourceFile['resolve'] = (reference, container) => {
    if (reference === undefined) return undefined;
    if (reference.startsWith('#')) {
      const around = container && within.get(container);
      return around && byAddress.get(`${around.address}${reference}`);
    }
    for (const address of addresses(reference, container)) {
      const found = byAddress.get(address);
      if (found !== undefined) return found;
    }
    const query = identifierQuery(reference);
    if (query !== undefined) return soleWith(query);
    const parsed = parseAddress(reference);
    const beside = parsed?.server === undefined && parsed && byBareId.get(addressText(parsed));
    return byAddress.get(reference) ?? (beside || undefined);
  };
  /** Resolves `Type?identifier=…` to the single matching resource of the file. */
  function soleWith({ type, system, value }: IdentifierQuery): SourceResource | undefined {
    const named = resources.filter(
      ({ resource, isContained }) =>
        resource.resourceType === type &&
        !isContained &&
        identifiersOf(resource).some(
          (known) => known.value === value && (system === undefined || known.system === system),
        ),
    );
    return new Set(named.map(({ address }) => address)).size === 1
      ? byAddress.get(named[0]?.address ?? '')
      : undefined;
  }
  const textOf = (resource: FhirResource) => (writers.get(resource) ?? JSON.stringify)(resource);
  const addressOf = (resource: FhirResource) => within.get(resource)?.address;
  const none = () => [];
  return {
    isBundle,
    resources,
    skipped,
    resolve,
    addresses,
    addressOf,
    documentsOf: none,
    filesOf: none,
    textOf,
  };
}

function statedServer(entry: Entry, sourceName: string | undefined): StatedServer {
  const told = serverOf(entry);
  const server = told.server ?? statedSource(entry.resource);
  return server === undefined
    ? { server: namedServer(sourceName), isStated: false }
    : { server, isStated: true };
}

function identifiersOf(resource: FhirResource & { readonly identifier?: unknown }): readonly Identifier[] {
  return Array.isArray(resource.identifier) ? resource.identifier : [];
}

/** A contained patient is identified by its identifier, in any container. */
function identifiedAs(resource: FhirResource): string | undefined {
  if (!isPatient(resource) || !Array.isArray(resource.identifier)) return undefined;
  const { system, value }: Identifier = resource.identifier.find(isGlobal) ?? {};
  return system === undefined || value === undefined ? undefined : `Patient?identifier=${system}|${value}`;
}

function isGlobal({ system, value }: Identifier): boolean {
  return typeof system === 'string' && typeof value === 'string' && system !== '' && value !== '';
}

/** Id derived from the content, the same in every import: 160 bits of SHA-256 in hexadecimal. */
async function contentId(resource: FhirResource, sha256Hex: Sha256Hex): Promise<string> {
  const digest = await sha256Hex(JSON.stringify(resource));
  return `sha256-${digest.slice(0, 40)}`;
}

function lastSegment(url: string): string | undefined {
  return url.split(/[/:]/).at(-1) || undefined;
}
