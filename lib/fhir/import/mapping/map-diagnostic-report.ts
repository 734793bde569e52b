/**
 * Maps a FHIR DiagnosticReport to an exam with its report. Its Observations become a table in the report; for
 * laboratory panels that table is the report.
 * Source: docs/guide/cli.md, "FHIR import"; choices, "Exam" (`report.status`).
 */
import { LEXICAL_TYPE, STORED_HTML_TYPE } from '#fhir/export/vault-extensions.ts';
import { type DiagnosticReport, isImagingStudy, type Reference } from '#fhir/import/fhir-resources.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import type { MappedExam } from './mapped-exam.ts';
import { refuseModifiers } from './refuse-modifiers.ts';
import { type ReportContent, reportContent } from './report/report-content.ts';
import { collectResults } from './results/collect-results.ts';
import { tableHtml } from './results/result-table.ts';
import { unmappedExtensions, unmappedFields } from './unmapped-fields.ts';
import { accessionAttribute, keptIdentifiers, unmappedIdentifiers } from './values/accession.ts';
import { clip, codeOf, conceptText, escapeHtml, hasCode } from './values/coded-text.ts';
import { dateOf } from './values/fhir-date.ts';
import { OWN_URLS, ownAttributes, ownForm, ownTags } from './vault-extensions.ts';

/** HL7 v2 table 0074, LOINC class and FHIR's own category for laboratory reports. */
const LABORATORY = new Set(['LAB', 'laboratory', 'LP29693-6', 'HM', 'CH', 'MB', 'BLB']);
const HANDLED_FIELDS = [
  ...['extension', 'identifier', 'status', 'category', 'code', 'subject', 'effectiveDateTime'],
  ...['effectivePeriod', 'issued', 'performer', 'resultsInterpreter', 'result', 'imagingStudy', 'study'],
  ...['conclusion', 'presentedForm', 'text', 'composition'],
];
const HANDLED_EXTENSIONS = new Set([...OWN_URLS, 'extension-DiagnosticReport.composition']);
/** Statuses that should have a text. */
const SAID = new Set(['final', 'amended', 'corrected', 'appended', 'preliminary', 'partial', 'modified']);
const WITHDRAWN = new Set(['entered-in-error', 'cancelled']);

/** Maps a DiagnosticReport to an exam. @throws Error when it has an unknown modifier. */
export function mapDiagnosticReport(report: DiagnosticReport, file: SourceFile): MappedExam {
  refuseModifiers(report);
  const isLaboratory = report.category?.some((category) => hasCode(category, LABORATORY)) ?? false;
  const content = reportContent(report, file);
  const own = ownAttributes(report.extension);
  const lexical = own && ownForm(report, LEXICAL_TYPE);
  const stored = own && ownForm(report, STORED_HTML_TYPE);
  const results = collectResults(report, report.result, file, isLaboratory);
  const table = results.rows.length === 0 ? '' : tableHtml(results.rows);
  const said = stored ?? `${content.html ?? ''}${own === undefined ? `${results.narrative}${table}` : ''}`;
  const isMissing = own === undefined && said === '' && lacksText(report, content);
  const html = isMissing ? missingHtml(content) : said || filesHtml(content, own === undefined);
  const date = dateOf(report.effectiveDateTime, report.effectivePeriod?.start, report.effectivePeriod?.end);
  return {
    record: {
      title: clip(conceptText(report.code) ?? 'Diagnostic report'),
      modality: isLaboratory ? 'LAB' : (studyModality(report, file) ?? null),
      exam_date: date.whole,
      custom_attributes: own ?? {
        // A report without its text is not imported as final, whatever its status.
        report: { status: isMissing ? 'partial' : report.status },
        ...accessionAttribute(report.identifier),
        fhir: {
          ...keptIdentifiers(report.identifier),
          category: (report.category ?? []).flatMap((category) => conceptText(category) ?? []),
          codes: (report.code?.coding ?? []).map(({ system, code }) => ({ system, code })),
          issued: report.issued,
          performers: namesOf(report.performer),
          interpreters: namesOf(report.resultsInterpreter),
          ...(date.partial === undefined ? {} : { exam_date: date.partial }),
          ...(isMissing ? { text_missing: true, status: report.status } : {}),
        },
      },
    },
    reportHtml: html === '' ? null : html,
    reportLexical: lexical,
    // A vault's own export includes other forms of the report, derived from the one that is read.
    files: own === undefined ? content.files : [],
    tags: ownTags(report),
    subject: report.subject,
    unmapped: [
      ...unmappedFields(report, HANDLED_FIELDS),
      ...unmappedExtensions('DiagnosticReport', report.extension, HANDLED_EXTENSIONS),
      ...unmappedIdentifiers('DiagnosticReport', report.identifier),
      ...content.unmapped,
      ...(own === undefined ? results.unmapped : []),
    ],
    absorbed: [...results.absorbed, ...content.absorbed],
    unresolved: results.unresolved,
    withdrawn: results.withdrawn,
    notices: own === undefined ? noticesOf(report, content, isMissing, results.notices) : [],
  };
}

function noticesOf(
  report: DiagnosticReport,
  content: ReportContent,
  isMissing: boolean,
  ofResults: readonly string[],
): string[] {
  const { status } = report;
  return [
    ...(isMissing ? ['Text missing: what this report says is not among the files of this import.'] : []),
    ...(content.lacksForm && !isMissing
      ? ['A form of this report is not among the files of this import, or cannot be read.']
      : []),
    ...(status !== undefined && WITHDRAWN.has(status) ? [`Its source says of this report: ${status}.`] : []),
    ...content.notices,
    ...ofResults,
  ];
}

function lacksText({ status }: DiagnosticReport, { files, lacksForm }: ReportContent): boolean {
  return files.length === 0 && (lacksForm || SAID.has(status ?? ''));
}

function missingHtml({ lacksForm }: ReportContent): string {
  const why = lacksForm ? 'its source names it at a place that was not imported' : 'its source gave none';
  return `<p>Text missing: the text of this report was not imported, because ${why}.</p>`;
}

/** Text for a report that is only a file: states where it is, because an empty editor would suggest no report. */
function filesHtml({ files }: ReportContent, isForeign: boolean): string {
  if (!isForeign || files.length === 0) return '';
  const names = files.map(({ name }) => `“${escapeHtml(name)}”`).join(', ');
  return `<p>This report lies beside the exam as a file: ${names}.</p>`;
}

/** STU3 nests the performer in a role. */
function namesOf(references: readonly (Reference & { readonly actor?: Reference })[] = []): string[] {
  return references.flatMap(({ display, actor }) => {
    const name = display ?? actor?.display;
    return name === undefined ? [] : [clip(name)];
  });
}

function studyModality(report: DiagnosticReport, file: SourceFile): string | undefined {
  const reference = report.imagingStudy?.[0]?.reference ?? report.study?.[0]?.reference;
  const study = file.resolve(reference, report)?.resource;
  return study !== undefined && isImagingStudy(study)
    ? codeOf(study.series?.[0]?.modality ?? study.modality?.[0] ?? study.modalityList?.[0])
    : undefined;
}
