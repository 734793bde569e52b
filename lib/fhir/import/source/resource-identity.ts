/**
 * Identity of a resource: server, type and id, because an id is unique on its server only. Source: FHIR R4, "Resolving
 * references in Bundles"; R4, "Resource.id".
 */

import type { Extension, FhirResource } from '#fhir/import/fhir-resources.ts';
import { ownText } from '#fhir/import/mapping/vault-extensions.ts';
import { trimEndOf } from '#records/trim-end.ts';

/** Server of a resource as stated by the file. */
export interface StatedServer {
  readonly server: string | undefined;
  /** True if the file itself states the server, not the import's options. */
  readonly isStated: boolean;
}

export interface Address {
  readonly server: string | undefined;
  readonly type: string;
  readonly id: string;
}

const RESTFUL = /^(?:(.*)\/)?([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]+)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CONTENT_ID = /^sha256-[0-9a-f]{40}$/;

/** Parses `Type/id`, ignoring a version; undefined for `urn:uuid:…`, `#id` and searches. */
export function parseAddress(reference: string | undefined): Address | undefined {
  const match = RESTFUL.exec((reference ?? '').split(/[?#]/, 1)[0] ?? '');
  if (match === null) return undefined;
  const [, base, type = '', id = ''] = match;
  if (base === undefined || base === '') return { server: undefined, type, id };
  const server = webServer(base);
  return server === undefined ? undefined : { server, type, id };
}

/** Source id by which a later import finds the record. */
export function addressText({ server, type, id }: Address): string {
  return server === undefined ? `${type}/${id}` : `${server}/${type}/${id}`;
}

/** `Type/id` of a source id, as used by older releases. */
export function bareId(sourceId: string): string {
  return sourceId.split('/').slice(-2).join('/');
}

/** True for an id that is unique everywhere: a UUID, or the content's hash. */
export function isUniqueId(sourceId: string): boolean {
  const id = sourceId.split('/').at(-1) ?? '';
  return UUID.test(id) || CONTENT_ID.test(id);
}

/** Normalises a base URL; `http` and `https` name the same server. Source: R4, Bundle.entry.fullUrl. */
export function webServer(base: string): string | undefined {
  if (!/^https?:/i.test(base)) return undefined;
  try {
    const { host, pathname } = new URL(base);
    return `https://${host}${trimEndOf(pathname, /\//)}`;
  } catch {
    return undefined;
  }
}

/** Normalises the name a person gives a source: a URL, else unchanged text. */
export function namedServer(name: string | undefined): string | undefined {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? undefined : (webServer(trimmed) ?? trimmed);
}

/** The original source id in a vault's export of an imported record. */
export function ownSourceId(
  resource: FhirResource & { readonly extension?: readonly Extension[] },
): string | undefined {
  return Array.isArray(resource.extension) ? ownText(resource.extension, 'sourceId') : undefined;
}

/** Origin stated in `meta.source`, without a message number. */
export function statedSource({ meta }: FhirResource): string | undefined {
  const source = typeof meta?.source === 'string' ? (meta.source.split('#', 1)[0] ?? '') : '';
  const address = parseAddress(source);
  if (address?.server !== undefined) return address.server;
  if (source === '' || /^urn:uuid:/i.test(source)) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(source) ? namedServer(source) : undefined;
}
