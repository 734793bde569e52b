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

/** The file with the resource a patient was imported from, if kept. */
export function keptSourceNode(attributes: JsonObject | null): NodeId | undefined {
  const kept = fhirMark(attributes)?.['kept_source'];
  const id = isJsonObject(kept) ? kept['node_id'] : undefined;
  return typeof id === 'string' && isUuidV7(id) ? parseNodeId(id) : undefined;
}

/** Source id of a record that was imported from FHIR. */
function sourceName(attributes: JsonObject | null): SourceName | undefined {
  const mark = fhirMark(attributes);
  if (typeof mark?.['source_id'] !== 'string') return undefined;
  const [id = '', type = '', ...server] = mark['source_id'].split('/').reverse();
  return FHIR_ID.test(id) ? { whole: mark['source_id'], type, id, isOfServer: server.length > 0 } : undefined;
}

/**
 * An imported record keeps its source's id; others use their own. Ids from a named server include the server, because
 * ids of two servers may be equal.
 */
export function resourceId(attributes: JsonObject | null, documentId: string): string {
  const name = sourceName(attributes);
  if (name === undefined) return documentId;
  return name.isOfServer ? partId(name.id, shortHash(name.whole)) : name.id;
}

/** Source id of a record from a named server, which its exported id alone does not identify. */
export function exportedSourceId(attributes: JsonObject | null): string | null {
  const name = sourceName(attributes);
  return name?.isOfServer === true ? name.whole : null;
}

/** Id for a second resource of the same exam under another type, because that type may use the id already. */
export function repeatedId(id: string): string {
  return UUID.test(id) ? id : partId(id, 'pictures');
}

/** 64 bits of FNV-1a: distinguishes servers, without security. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Id of a part of a resource, within FHIR's 64 characters. */
export function partId(id: string, part: string): string {
  return `${id.slice(0, 64 - part.length - 1)}-${part}`;
}
