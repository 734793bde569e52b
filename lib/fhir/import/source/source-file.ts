/**
 * One FHIR file, or some lines of one: a bundle, a single resource, or NDJSON with one of either per line. Each
 * resource has the identity it is found again by, and references between them are found by the addresses they have.
 * The shapes inside are the source's own word; mapping a malformed one fails that resource alone.
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
} from './entries.ts';
import {
  addressText,
  bareId,
  namedServer,
  ownSourceId,
  parseAddress,
  statedSource,
  type ToldServer,
} from './identity.ts';
import { beginsWithResource, entriesOfLines } from './line-entries.ts';
import { type IdentifierQuery, identifierQuery } from './logical-reference.ts';
import type { SourceLine } from './source-lines.ts';
import { isOlder, type SourceVersion, versionOf } from './version.ts';

export { FhirFileError } from './entries.ts';

export interface SourceResource {
  readonly resource: FhirResource;
  /** `server/Type/id`, by which a later import finds the record again; without an id, one from its content. */
  readonly source_id: string;
  /** `Type/id`, by which imports before servers counted found it. */
  readonly bare_id: string;
  /** By what references name it. */
  readonly address: string;
  /** Which state of it this is. */
  readonly version: SourceVersion;
  /** A newer state of it stands before it in a history. */
  readonly isBehind: boolean;
  /** Stands inside another resource and is nothing without it. */
  readonly isContained: boolean;
}

export interface SourceFile {
  /** Whether it is one bundle: then what its resources refer to is in it. */
  readonly isBundle: boolean;
  readonly resources: readonly SourceResource[];
  readonly skipped: readonly SkippedEntry[];
  /** What a reference points to, where it is in the file; `#id` is looked up within `container`. */
  readonly resolve: (reference: string | undefined, container?: FhirResource) => SourceResource | undefined;
  /** The addresses a reference may mean in other files, the likeliest first. */
  readonly addresses: (reference: string | undefined, container?: FhirResource) => readonly string[];
  /** By what references name a resource of the file. */
  readonly addressOf: (resource: FhirResource) => string | undefined;
  /** Documents of other files that name the report of this address. */
  readonly documentsOf: (address: string) => readonly SourceResource[];
  /** DocumentReferences of other files about the exam of this address. */
  readonly filesOf: (address: string) => readonly SourceResource[];
  /** A resource of the file as JSON; every number as it stood where the file was read with `exact`. */
  readonly textOf: (resource: FhirResource) => string;
}

/** How files are read. */
export interface Reading {
  readonly sha256Hex: Sha256Hex;
  /** `textOf` gives every number as it stood. It costs a look at every value. */
  readonly exact?: boolean;
  /** The server of what says none. */
  readonly sourceName?: string | undefined;
}

/** @throws FhirFileError saying what is wrong with the whole file, without quoting from it. */
export async function parseSourceFile(text: string, reading: Reading): Promise<SourceFile> {
  const skipped: SkippedEntry[] = [];
  try {
    const root = parseRoot(text, reading.exact === true);
    const isBundle = root.resource.resourceType === 'Bundle';
    return await sourceFileOf(entriesOf(root, skipped), skipped, isBundle, reading);
  } catch (error) {
    // NDJSON is often called JSON: its first line is a resource, all of it is none.
    const lines = text.split('\n');
    if (!(error instanceof FhirFileError) || !beginsWithResource(lines)) throw error;
    return parseSourceLines(lines, 1, reading);
  }
}

/**
 * Lines of an NDJSON file, `first` the number of the first one.
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
    throw new FhirFileError('This file holds no FHIR resource.');
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
  /** By `Type/id` alone, for a reference beside its target; null where several have it. */
  const byBareId = new Map<string, SourceResource | null>();
  const within = new Map<FhirResource, SourceResource>();
  const servers = new Map<FhirResource, ToldServer>();
  const writers = new Map<FhirResource, Entry['write']>();
  /** Contained persons by who they are, and where they stand first. */
  const persons = new Map<string, string>();
  /** The states in which a history says that a resource was deleted. */
  const deletions = new Map<string, SourceVersion>();
  for (const entry of entries) {
    const { resource, fullUrl, write } = entry;
    const version = { ...entry.version, ...versionOf(resource) };
    writers.set(resource, write);
    const told = toldServer(entry, sourceName);
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

  /** Without a number of a system: who has the same name, birth date and all else beside them is the same in this file. */
  function samePerson(inner: FhirResource, place: string): string {
    if (!isPatient(inner) || !inner.name?.length || inner.birthDate === undefined) return place;
    const { name, birthDate, gender, identifier } = inner;
    const key = JSON.stringify([name, birthDate, gender ?? null, identifier ?? null]);
    const known = persons.get(key);
    if (known === undefined) persons.set(key, place);
    return known ?? place;
  }

  /** Of several states of one resource the newest is meant, whichever a reference names. */
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
    // Who says no server of their own may still write it in their references.
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
  /** By `Type?identifier=…`: the one resource of the file that has it. */
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

function toldServer(entry: Entry, sourceName: string | undefined): ToldServer {
  const told = serverOf(entry);
  const server = told.server ?? statedSource(entry.resource);
  return server === undefined
    ? { server: namedServer(sourceName), isStated: false }
    : { server, isStated: true };
}

function identifiersOf(resource: FhirResource & { readonly identifier?: unknown }): readonly Identifier[] {
  return Array.isArray(resource.identifier) ? resource.identifier : [];
}

/** A contained patient is who its identifier says, in whatever resource it stands. */
function identifiedAs(resource: FhirResource): string | undefined {
  if (!isPatient(resource) || !Array.isArray(resource.identifier)) return undefined;
  const { system, value }: Identifier = resource.identifier.find(isGlobal) ?? {};
  return system === undefined || value === undefined ? undefined : `Patient?identifier=${system}|${value}`;
}

function isGlobal({ system, value }: Identifier): boolean {
  return typeof system === 'string' && typeof value === 'string' && system !== '' && value !== '';
}

/** The same content has the same id in every import; 160 bits of SHA-256 in hexadecimal. */
async function contentId(resource: FhirResource, sha256Hex: Sha256Hex): Promise<string> {
  const digest = await sha256Hex(JSON.stringify(resource));
  return `sha256-${digest.slice(0, 40)}`;
}

function lastSegment(url: string): string | undefined {
  return url.split(/[/:]/).at(-1) || undefined;
}
