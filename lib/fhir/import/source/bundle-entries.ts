/** Splits one JSON document into resources with their entries' data. A faulty entry affects only itself. */
import type { FhirResource } from '#fhir/import/fhir-resources.ts';
import type { WriteExactly } from './lossless-json.ts';
import { readJson } from './read-json.ts';
import { type Address, parseAddress, type StatedServer, webServer } from './resource-identity.ts';
import { readVersion, type SourceVersion } from './resource-version.ts';

export class FhirFileError extends Error {
  override readonly name = 'FhirFileError';
}

/** FHIR nests some twenty levels. Mappers recurse, and thousands of levels would exhaust the stack. */
const DEPTH_MAX = 500;

/** An entry or line that is no resource to import. */
export interface SkippedEntry {
  /** Position in the file, such as `entry 3` or `line 12`. */
  readonly place: string;
  readonly message: string;
  /** True for an entry that lacks a resource it should have. A deletion legitimately has none. */
  readonly isBroken: boolean;
}

export interface Entry {
  readonly resource: FhirResource;
  readonly fullUrl?: string | undefined;
  /** Base URL of the entry's bundle, if stated. */
  readonly base?: string | undefined;
  readonly write: WriteExactly;
  /** Version from a response; the resource's own takes precedence. */
  readonly version?: SourceVersion;
  /** True for entries of a history, where the newest version of each resource is first. */
  readonly isOfHistory?: boolean;
  /** Deleted at the source: later entries in the history are past versions. */
  readonly isDeleted?: boolean;
}

export interface Root {
  readonly resource: FhirResource & {
    readonly entry?: unknown;
    readonly link?: unknown;
    readonly type?: unknown;
  };
  readonly write: WriteExactly;
}

/** Parses a JSON document. @throws FhirFileError, which quotes nothing. */
export function parseRoot(text: string, exact: boolean): Root {
  const json = text.replace(/^[\uFEFF\s]+/, '');
  if (json.startsWith('<'))
    throw new FhirFileError('This file is XML. An import reads FHIR as JSON or NDJSON: export it as JSON.');
  if (isDeeperThan(json, DEPTH_MAX)) throw new FhirFileError('This file nests deeper than an import reads.');
  let read: ReturnType<typeof readJson>;
  try {
    read = readJson(json, exact);
  } catch {
    throw new FhirFileError('This file is not JSON.');
  }
  const { value, write } = read;
  if (!isResource(value))
    throw new FhirFileError('This file is not a FHIR resource: it has no resourceType.');
  return { resource: value, write };
}

/** Counts brackets outside of strings, without recursion. */
function isDeeperThan(json: string, max: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > max) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** `before`: position of a bundle nested in another one, as in a batch of searches. */
export function entriesOf({ resource: root, write }: Root, skipped: SkippedEntry[], before = ''): Entry[] {
  if (root.resourceType !== 'Bundle') return [{ resource: root, write }];
  // A bundle's rules apply to everything in it.
  if (root.implicitRules !== undefined)
    throw new FhirFileError(
      `This bundle is not imported: it was made under rules this vault does not know (${root.implicitRules}).`,
    );
  const given: unknown = root.entry ?? [];
  if (!Array.isArray(given)) throw new FhirFileError('The entry of this bundle is not a list.');
  const base = baseOf(root, given);
  const entries: Entry[] = [];
  for (const [index, entry] of given.entries()) {
    const place = `${before}entry ${index + 1}`;
    if (entry === null) {
      // In FHIR's JSON null means that nothing is there.
      skipped.push({ place, message: 'This entry is null: it has no content.', isBroken: false });
      continue;
    }
    const { resource, fullUrl, request, response } = recordOf(entry);
    const told = { version: versionTold(recordOf(response)), isOfHistory: root.type === 'history' };
    const { method, url } = recordOf(request);
    if (method === 'DELETE') {
      const deleted = parseAddress(textOf(fullUrl)) ?? parseAddress(textOf(url));
      skipped.push({ place, message: deletionMessage(deleted, told.isOfHistory), isBroken: false });
      if (deleted !== undefined && told.isOfHistory) {
        const { type: resourceType, id } = deleted;
        entries.push({
          resource: { resourceType, id },
          fullUrl: textOf(fullUrl),
          base,
          write,
          ...told,
          isDeleted: true,
        });
      }
    } else if (isResource(resource) && resource.resourceType === 'Bundle') {
      entries.push(...entriesOf({ resource, write }, skipped, `${place}, `));
    } else if (isResource(resource)) {
      entries.push({ resource, fullUrl: textOf(fullUrl), base, write, ...told });
    } else if (resource === undefined && (response !== undefined || method === 'GET' || method === 'HEAD')) {
      skipped.push({ place, message: 'This entry is an answer without a resource.', isBroken: false });
    } else {
      skipped.push({ place, message: 'This entry of the bundle has no resource.', isBroken: true });
    }
  }
  return entries;
}

function deletionMessage(deleted: Address | undefined, isOfHistory: boolean): string {
  const name = deleted === undefined ? '' : ` of ${deleted.type}/${deleted.id}`;
  return isOfHistory
    ? `This entry is a deletion${name} at its source: states before it are left aside. An import deletes nothing: what the vault has of it stays.`
    : `This entry asks for a deletion${name}; an import deletes nothing.`;
}

/** Version stated by a server's response. */
function versionTold({ etag, lastModified }: Record<string, unknown>): SourceVersion {
  return readVersion({ version_id: etag, last_updated: lastModified });
}

/** Server from the entry's own address, else from its bundle. */
export function serverOf({ resource, fullUrl, base }: Entry): StatedServer {
  const own = parseAddress(fullUrl);
  const server = own?.type === resource.resourceType ? own.server : undefined;
  return { server: server ?? base, isStated: (server ?? base) !== undefined };
}

export function containedIn(resource: FhirResource & { readonly contained?: unknown }): FhirResource[] {
  const { contained } = resource;
  return Array.isArray(contained) ? contained.filter(isResource) : [];
}

/** The server shared by all addressed entries, else the requested one; undefined for several servers. */
function baseOf(bundle: Root['resource'], entries: readonly unknown[]): string | undefined {
  const servers = new Set(
    entries.flatMap((entry) => {
      const { fullUrl, response } = recordOf(entry);
      const address = parseAddress(textOf(fullUrl)) ?? parseAddress(textOf(recordOf(response)['location']));
      return address?.server ?? [];
    }),
  );
  if (servers.size > 0) return servers.size === 1 ? [...servers][0] : undefined;
  const links = Array.isArray(bundle.link) ? bundle.link.map(recordOf) : [];
  const self = textOf(links.find(({ relation }) => relation === 'self')?.['url'])?.split(/[?#]/, 1)[0];
  // A URL has no white space; with a line break in it the pattern would be tried at every slash.
  const base = /\s/.test(self ?? '')
    ? undefined
    : self?.replace(/\/(?:[A-Z][A-Za-z]+(?:\/.*)?|_history|_search|\$[\w-]+)?$/, '');
  return base === undefined ? undefined : webServer(base);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
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
