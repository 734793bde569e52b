/**
 * Maps a FHIR document without DiagnosticReport, such as a letter: Composition to an exam with its sections as report.
 * A section without text shows its results as a table.
 */
import {
  type Composition,
  type Identifier,
  isObservation,
  type Reference,
} from '#fhir/import/fhir-resources.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import type { MappedExam } from './mapped-exam.ts';
import { refuseModifiers } from './refuse-modifiers.ts';
import { sectionsHtml } from './report/composition.ts';
import { collectResults } from './results/collect-results.ts';
import { tableHtml } from './results/result-table.ts';
import { unmappedExtensions, unmappedFields } from './unmapped-fields.ts';
import { accessionAttribute, keptIdentifiers, unmappedIdentifiers } from './values/accession.ts';
import { clip, conceptText, hasText, listOf } from './values/coded-text.ts';
import { dateOf } from './values/fhir-date.ts';

const HANDLED_FIELDS = [
  ...['extension', 'identifier', 'status', 'type', 'category', 'subject', 'date', 'author', 'title'],
  ...['attester', 'event', 'section', 'text'],
];
const WITHDRAWN = new Set(['entered-in-error', 'cancelled', 'deprecated']);
const NONE = new Set<string>();

type Section = NonNullable<Composition['section']>[number];

/** Maps a Composition to an exam. @throws Error when it has an unknown modifier. */
export function mapComposition(composition: Composition, file: SourceFile): MappedExam {
  refuseModifiers(composition);
  const { title, type, status, event, section } = composition;
  const identifiers = listOf<Identifier>(composition.identifier);
  const entries = untoldEntries(section ?? []);
  const results = collectResults(
    composition,
    entries.filter(({ reference }) => isResult(file, composition, reference)),
    file,
    false,
  );
  const table = results.rows.length === 0 ? '' : tableHtml(results.rows);
  const said = `${sectionsHtml(composition)}${results.narrative}${table}` || narrativeOf(composition);
  const isMissing = said === '';
  const date = dateOf(...(event ?? []).flatMap(({ period }) => [period?.start, period?.end]));
  return {
    record: {
      title: clip(title ?? conceptText(type) ?? 'Document'),
      modality: null,
      exam_date: date.whole,
      custom_attributes: {
        report: { status: isMissing ? 'partial' : status },
        ...accessionAttribute(identifiers),
        fhir: {
          ...keptIdentifiers(identifiers),
          category: (composition.category ?? []).flatMap((category) => conceptText(category) ?? []),
          codes: (type?.coding ?? []).map(({ system, code }) => ({ system, code })),
          issued: composition.date,
          performers: namesOf(composition.author),
          interpreters: namesOf((composition.attester ?? []).flatMap(({ party }) => party ?? [])),
          ...(date.partial === undefined ? {} : { exam_date: date.partial }),
          ...(isMissing ? { text_missing: true, status } : {}),
        },
      },
    },
    reportHtml: isMissing
      ? '<p>Text missing: the text of this document was not imported, because its source gave none.</p>'
      : said,
    files: [],
    subject: listOf<Reference>(composition.subject)[0],
    unmapped: [
      ...unmappedFields(composition, HANDLED_FIELDS),
      ...unmappedExtensions('Composition', composition.extension, NONE),
      ...unmappedIdentifiers('Composition', identifiers),
      ...results.unmapped,
    ],
    absorbed: results.absorbed,
    unresolved: results.unresolved,
    withdrawn: results.withdrawn,
    notices: [
      ...(isMissing ? ['Text missing: this document has no section with a text.'] : []),
      ...(status !== undefined && WITHDRAWN.has(status)
        ? [`Its source says of this document: ${status}.`]
        : []),
      ...results.notices,
    ],
  };
}

function narrativeOf({ text }: Composition): string {
  return hasText(text?.div) ? text.div : '';
}

/** References of sections without text; other sections' texts already include them. */
function untoldEntries(sections: readonly Section[]): Reference[] {
  return sections.flatMap(({ text, entry, section }) => [
    ...(hasText(text?.div) ? [] : (entry ?? [])),
    ...untoldEntries(section ?? []),
  ]);
}

/** Filters references, because a document also refers to resources other than results. */
function isResult(file: SourceFile, composition: Composition, reference: string | undefined): boolean {
  const found = file.resolve(reference, composition);
  return found === undefined ? /(?:^|\/)Observation\//.test(reference ?? '') : isObservation(found.resource);
}

function namesOf(references: readonly Reference[] = []): string[] {
  return references.flatMap(({ display }) => (display === undefined ? [] : [clip(display)]));
}
