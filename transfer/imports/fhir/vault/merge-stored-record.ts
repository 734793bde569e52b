/** Merges a changed source into the stored record: updates the fields it may change, and none a person changed. */
import type { JsonObject, RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DocumentsApi } from '#sdk/resources/documents-api.ts';
import { compareParts, type FieldHashes, hashFields, partsOf } from './field-hashes.ts';
import { type FhirTarget, readProvenance } from './import-provenance.ts';

type Imported = 'patients' | 'exams';

/** Versions searched for the one an earlier import wrote. */
const VERSIONS_MAX = 50;

export interface Merged<R extends Imported> {
  readonly record: RecordOf[R];
  /** Fields updated from the source. */
  readonly taken: readonly string[];
  /** Fields changed differently on both sides. */
  readonly kept: readonly string[];
  /** Hashes of the source's fields at the last import. */
  readonly before: FieldHashes;
  /** Hashes of the source's present fields, except the kept ones. */
  readonly prints: FieldHashes;
}

/**
 * Merges a changed source into the stored record. @param incoming the source's present record, without provenance.
 */
export async function mergeStoredRecord<R extends Imported>(
  target: FhirTarget,
  documents: Pick<DocumentsApi<R>, 'get' | 'versions'>,
  view: DocumentView<R>,
  incoming: Partial<RecordOf[R]>,
): Promise<Merged<R>> {
  const held = view.record;
  const theirs = partsOf(incoming);
  const [whole, now, before] = await Promise.all([
    hashFields(partsOf(held), target.sha256Hex),
    hashFields(theirs, target.sha256Hex),
    storedFieldHashes(target, documents, view),
  ]);
  // An exam that never had a report has none a person removed.
  const { report: heldReport, ...rest } = whole;
  const hasNone = before['report'] === undefined && !hasReport(held);
  const mine = hasNone || heldReport === undefined ? rest : whole;
  const { taken: said, kept } = compareParts(before, mine, now);
  // A study valid again after a withdrawal states nothing about a report.
  const isUnsaid =
    before['report'] !== undefined &&
    now['report'] === undefined &&
    mine['report'] === before['report'] &&
    !hasText(held);
  const taken = isUnsaid ? [...said, 'report'] : said;
  const { report, ...others } = held.custom_attributes ?? {};
  const fields = taken.filter((name) => name in held && name !== 'report');
  const attributes = taken.filter((name) => name.startsWith('custom_attributes.'));
  const record: RecordOf[R] = {
    ...held,
    ...picked(incoming, fields),
    ...(taken.includes('report') ? picked(incoming, ['report_html', 'report_lexical']) : {}),
    custom_attributes: {
      ...others,
      ...(isUnsaid || report === undefined ? {} : { report }),
      ...picked(incoming.custom_attributes ?? {}, [
        ...attributes.map((name) => name.slice('custom_attributes.'.length)),
        ...(taken.includes('report') ? ['report'] : []),
      ]),
    },
  };
  // A version without text keeps the present text, as the source's last one.
  const joined = taken.includes('report') ? await hashFields(partsOf(record), target.sha256Hex) : {};
  const prints = {
    ...now,
    ...(joined['report'] === undefined ? {} : { report: joined['report'] }),
    ...Object.fromEntries(kept.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]]))),
  };
  return { record, taken, kept, before, prints };
}

function hasText(record: object): boolean {
  return 'report_lexical' in record && Boolean(record.report_lexical);
}

function hasReport(record: { readonly custom_attributes: JsonObject | null }): boolean {
  return hasText(record) || record.custom_attributes?.['report'] !== undefined;
}

/** Hashes of the source's former fields; for older imports computed from the version they wrote. */
export async function storedFieldHashes<R extends Imported>(
  { sha256Hex, signal }: FhirTarget,
  documents: Pick<DocumentsApi<R>, 'get' | 'versions'>,
  { index, record }: DocumentView<R>,
): Promise<FieldHashes> {
  const { fields, content_sha256 } = readProvenance(record.custom_attributes);
  if (fields !== undefined) return fields;
  let written = record;
  for (const { version_id } of await documents
    .versions(index.document_id, {}, { signal })
    .toArray({ limit: VERSIONS_MAX })) {
    const version = (await documents.get(index.document_id, { version_id }, { signal })).record;
    if (readProvenance(version.custom_attributes).content_sha256 !== content_sha256) break;
    written = version;
  }
  return hashFields(partsOf(written), sha256Hex);
}

function picked(from: object, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
