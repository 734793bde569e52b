/**
 * Who a resource is: its server, its type and its id. An id is unique on its own server alone. Source: FHIR R4,
 * "Resolving references in Bundles"; R4, "Resource.id".
 */

import type { Extension, FhirResource } from '#fhir/import/fhir-resources.ts';
import { ownText } from '#fhir/import/mapping/vault-extensions.ts';

/** A server as it is told. */
export interface ToldServer {
  readonly server: string | undefined;
  /** By the file itself, not by whoever runs the import. */
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

/** `Type/id`, whatever version it names; undefined for `urn:uuid:…`, `#id` and searches. */
export function parseAddress(reference: string | undefined): Address | undefined {
  const match = RESTFUL.exec((reference ?? '').replace(/[?#].*$/, ''));
  if (match === null) return undefined;
  const [, base, type = '', id = ''] = match;
  if (base === undefined || base === '') return { server: undefined, type, id };
  const server = webServer(base);
  return server === undefined ? undefined : { server, type, id };
}

/** By which a later import finds the record again. */
export function addressText({ server, type, id }: Address): string {
  return server === undefined ? `${type}/${id}` : `${server}/${type}/${id}`;
}

/** `Type/id` of a source id, what versions before servers counted called it. */
export function bareId(sourceId: string): string {
  return sourceId.split('/').slice(-2).join('/');
}

/** Whether nobody else gives this id: a UUID, or the hash of the content itself. */
export function isUniqueId(sourceId: string): boolean {
  const id = sourceId.split('/').at(-1) ?? '';
  return UUID.test(id) || CONTENT_ID.test(id);
}

/** The base of a web address, in one spelling: `http` and `https` name the same server. Source: R4, Bundle.entry.fullUrl. */
export function webServer(base: string): string | undefined {
  if (!/^https?:/i.test(base)) return undefined;
  try {
    const { host, pathname } = new URL(base);
    return `https://${host}${pathname.replace(/\/+$/, '')}`;
  } catch {
    return undefined;
  }
}

/** A name somebody gives a source: a web address in one spelling, else as it stands. */
export function namedServer(name: string | undefined): string | undefined {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? undefined : (webServer(trimmed) ?? trimmed);
}

/** The source id a vault's export says of a record that came from elsewhere. */
export function ownSourceId(
  resource: FhirResource & { readonly extension?: readonly Extension[] },
): string | undefined {
  return Array.isArray(resource.extension) ? ownText(resource.extension, 'sourceId') : undefined;
}

/** What the resource says of where it comes from: `meta.source`, a message's own number aside. */
export function statedSource({ meta }: FhirResource): string | undefined {
  const source = typeof meta?.source === 'string' ? meta.source.replace(/#.*$/, '') : '';
  const address = parseAddress(source);
  if (address?.server !== undefined) return address.server;
  if (source === '' || /^urn:uuid:/i.test(source)) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(source) ? namedServer(source) : undefined;
}
