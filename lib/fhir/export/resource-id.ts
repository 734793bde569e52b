/**
 * Ids of exported FHIR resources. An imported record keeps its source's id, so that a later import finds the same
 * record again.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isUuidV7, type NodeId, parseNodeId } from '#contract/ids.ts';
import { isJsonObject } from '#records/json-object.ts';

const FHIR_ID = /^[A-Za-z0-9.-]{1,64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface SourceName {
  readonly whole: string;
  readonly type: string;
  readonly id: string;
  readonly isOfServer: boolean;
}

function fhirMark(attributes: JsonObject | null): JsonObject | undefined {
  const mark = attributes?.['import'];
  return isJsonObject(mark) && mark['source'] === 'fhir' ? mark : undefined;
}

/** The file that holds the resource a patient was imported from, if it was kept. */
export function keptSourceNode(attributes: JsonObject | null): NodeId | undefined {
  const kept = fhirMark(attributes)?.['kept_source'];
  const id = isJsonObject(kept) ? kept['node_id'] : undefined;
  return typeof id === 'string' && isUuidV7(id) ? parseNodeId(id) : undefined;
}

/** What a record was imported as, if it came as FHIR. */
function sourceName(attributes: JsonObject | null): SourceName | undefined {
  const mark = fhirMark(attributes);
  if (typeof mark?.['source_id'] !== 'string') return undefined;
  const [id = '', type = '', ...server] = mark['source_id'].split('/').reverse();
  return FHIR_ID.test(id) ? { whole: mark['source_id'], type, id, isOfServer: server.length > 0 } : undefined;
}

/**
 * A record goes out under the id it came with, else under its own. One of a named server has that server in its id,
 * since ids of two servers may be equal.
 */
export function resourceId(attributes: JsonObject | null, documentId: string): string {
  const name = sourceName(attributes);
  if (name === undefined) return documentId;
  return name.isOfServer ? partId(name.id, shortHash(name.whole)) : name.id;
}

/** What a record of a named server was imported as: its id alone does not find it again. */
export function exportedSourceId(attributes: JsonObject | null): string | null {
  const name = sourceName(attributes);
  return name?.isOfServer === true ? name.whole : null;
}

/** Of a resource that repeats another of this id under another type: ids are per type, and that one may be taken. */
export function repeatedId(id: string): string {
  return UUID.test(id) ? id : partId(id, 'pictures');
}

/** 64 bits of FNV-1a: tells servers apart, protects nothing. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Of something within a resource; an id holds 64 characters. */
export function partId(id: string, part: string): string {
  return `${id.slice(0, 64 - part.length - 1)}-${part}`;
}
