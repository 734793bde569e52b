import type { JsonObject } from '#contract/documents/records.ts';
import { isUuidV7, type NodeId, parseNodeId } from '#contract/ids.ts';
import { isJsonObject } from '#records/json-object.ts';

const FHIR_ID = /^[A-Za-z0-9.-]{1,64}$/;

interface SourceName {
  readonly type: string;
  readonly id: string;
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
  const [type = '', id = ''] = mark['source_id'].split('/');
  return FHIR_ID.test(id) ? { type, id } : undefined;
}

/** A record goes out under the id it came with, else under its own. */
export function resourceId(attributes: JsonObject | null, documentId: string): string {
  return sourceName(attributes)?.id ?? documentId;
}

/** Of something within a resource; an id holds 64 characters. */
export function partId(id: string, part: string): string {
  return `${id.slice(0, 64 - part.length - 1)}-${part}`;
}
