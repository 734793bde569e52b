/** Finds the text of a FHIR document: sections of a Composition that its DiagnosticReport lacks. */
import {
  type Composition,
  type DiagnosticReport,
  isComposition,
  isDiagnosticReport,
} from '#fhir/import/fhir-resources.ts';
import { isOfAnotherPatient } from '#fhir/import/mapping/is-of-another-patient.ts';
import { unknownModifiers } from '#fhir/import/mapping/refuse-modifiers.ts';
import { escapeHtml, hasText } from '#fhir/import/mapping/values/coded-text.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';

export interface CompositionText {
  readonly html: string;
  readonly address: string;
}

type Section = NonNullable<Composition['section']>[number];

/** Finds the document of a report; undefined where none belongs to it. */
export function compositionText(report: DiagnosticReport, file: SourceFile): CompositionText | undefined {
  const named = file.resolve(namedComposition(report), report);
  const address = file.addressOf(report);
  const candidates =
    named === undefined
      ? [...documentsOf(report, file), ...(address === undefined ? [] : file.documentsOf(address))]
      : [named];
  for (const { resource, address: at } of candidates) {
    if (!isComposition(resource) || resource.status === 'entered-in-error') continue;
    if (unknownModifiers(resource).length > 0 || isOfAnotherPatient(resource, report, file)) continue;
    const html = sectionsHtml(resource);
    if (html !== '') return { html, address: at };
  }
  return undefined;
}

/** R5's own field, or the equivalent R4 extension. */
function namedComposition({ composition, extension }: DiagnosticReport): string | undefined {
  const said = extension?.find(({ url }) => url?.endsWith('DiagnosticReport.composition') === true);
  return (composition ?? said?.valueReference)?.reference;
}

/** The document about this report: the only one, or one that names it in a section. */
function documentsOf(report: DiagnosticReport, file: SourceFile) {
  if (!file.isBundle) return [];
  const compositions = file.resources.filter(({ resource }) => isComposition(resource));
  const reports = file.resources.filter(({ resource }) => isDiagnosticReport(resource));
  if (compositions.length === 1 && reports.length === 1) return compositions;
  return compositions.filter(
    ({ resource }) =>
      isComposition(resource) &&
      reportsNamedBy(resource).some((reference) => file.resolve(reference, resource)?.resource === report),
  );
}

/** References of all sections, including reports. */
export function reportsNamedBy({ section }: Composition): string[] {
  return entriesOf(section ?? []);
}

/** Converts the sections of a Composition to HTML; empty where no section has text. */
export function sectionsHtml({ section }: Composition): string {
  return (section ?? []).map(sectionHtml).join('');
}

function entriesOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ entry, section }) => [
    ...(entry ?? []).flatMap(({ reference }) => reference ?? []),
    ...entriesOf(section ?? []),
  ]);
}

function sectionHtml({ title, text, section }: Section): string {
  const inner = (section ?? []).map(sectionHtml).join('');
  const body = `${hasText(text?.div) ? text.div : ''}${inner}`;
  return body === '' ? '' : `${title === undefined ? '' : `<h2>${escapeHtml(title)}</h2>`}${body}`;
}
