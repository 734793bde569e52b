/** What a changed source makes of the record a vault holds: the fields it may change, and none that a person did. */
import type { JsonObject, RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DocumentsApi } from '#sdk/resources/documents-api.ts';
import { compareParts, type FieldPrints, partsOf, printsOf } from './field-prints.ts';
import { type FhirTarget, readMark } from './import-provenance.ts';

type Imported = 'patients' | 'exams';

/** Versions looked through for the one an earlier import wrote. */
const VERSIONS_MAX = 50;

export interface Merged<R extends Imported> {
  readonly record: RecordOf[R];
  /** Fields that are taken from the source. */
  readonly taken: readonly string[];
  /** Fields the source and a person changed differently. */
  readonly kept: readonly string[];
  /** Of what the source said before. */
  readonly before: FieldPrints;
  /** Of what the source says now, but for the fields that are kept. */
  readonly prints: FieldPrints;
}

/** @param incoming the record as the source has it now, without its mark. */
export async function mergeHeld<R extends Imported>(
  target: FhirTarget,
  documents: Pick<DocumentsApi<R>, 'get' | 'versions'>,
  view: DocumentView<R>,
  incoming: Partial<RecordOf[R]>,
): Promise<Merged<R>> {
  const held = view.record;
  const theirs = partsOf(incoming);
  const [whole, now, before] = await Promise.all([
    printsOf(partsOf(held), target.sha256Hex),
    printsOf(theirs, target.sha256Hex),
    printsBefore(target, documents, view),
  ]);
  // An exam that never had a report has none that a person took out.
  const { report: heldReport, ...rest } = whole;
  const hasNone = before['report'] === undefined && !hasReport(held);
  const mine = hasNone || heldReport === undefined ? rest : whole;
  const { taken: said, kept } = compareParts(before, mine, now);
  // A study that was withdrawn and is good again says nothing of a report.
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
  // A state without a text leaves the one that is there: that is what the source is known to have said.
  const joined = taken.includes('report') ? await printsOf(partsOf(record), target.sha256Hex) : {};
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

/** What the source said. Earlier imports kept no prints: then the version they wrote says it. */
export async function printsBefore<R extends Imported>(
  { sha256Hex, signal }: FhirTarget,
  documents: Pick<DocumentsApi<R>, 'get' | 'versions'>,
  { index, record }: DocumentView<R>,
): Promise<FieldPrints> {
  const { fields, content_sha256 } = readMark(record.custom_attributes);
  if (fields !== undefined) return fields;
  let written = record;
  for (const { version_id } of await documents
    .versions(index.document_id, {}, { signal })
    .toArray({ limit: VERSIONS_MAX })) {
    const version = (await documents.get(index.document_id, { version_id }, { signal })).record;
    if (readMark(version.custom_attributes).content_sha256 !== content_sha256) break;
    written = version;
  }
  return printsOf(partsOf(written), sha256Hex);
}

function picked(from: object, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
