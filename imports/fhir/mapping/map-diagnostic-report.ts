/**
 * FHIR DiagnosticReport → exam with its report. The Observations it refers to become a table of the report;
 * in laboratory panels that table is the report.
 * Source: data README, "Mapping FHIR → vault"; choices, "Exam" (`report.status`).
 */

import {
  type DiagnosticReport,
  isImagingStudy,
  isObservation,
  type Reference,
} from '#imports/fhir/fhir-resources.ts';
import type { SourceFile } from '#imports/fhir/source/source-file.ts';
import { accessionAttribute, keptIdentifiers, unmappedIdentifiers } from './accession.ts';
import { clip, conceptText, hasCode } from './coded-text.ts';
import { wholeDate } from './fhir-date.ts';
import type { MappedExam } from './mapped-exam.ts';
import { OWN_URLS, ownAttributes, ownLexical, ownTags } from './own-fields.ts';
import { type ResultRow, resultRows, tableHtml } from './report/observation-table.ts';
import { reportContent } from './report/report-content.ts';
import { unmappedExtensions, unmappedFields } from './unmapped-fields.ts';

/** HL7 v2 table 0074, LOINC class and FHIR's own category for laboratory reports. */
const LABORATORY = new Set(['LAB', 'laboratory', 'LP29693-6', 'HM', 'CH', 'MB', 'BLB']);
const HANDLED_FIELDS = [
  'extension',
  'identifier',
  'status',
  'category',
  'code',
  'subject',
  'effectiveDateTime',
  'effectivePeriod',
  'issued',
  'performer',
  'resultsInterpreter',
  'result',
  'imagingStudy',
  'conclusion',
  'presentedForm',
  'text',
];

export function mapDiagnosticReport(report: DiagnosticReport, file: SourceFile): MappedExam {
  const isLaboratory = report.category?.some((category) => hasCode(category, LABORATORY)) ?? false;
  const content = reportContent(report, file);
  const own = ownAttributes(report.extension);
  const lexical = own && ownLexical(report);
  const results = collectResults(report, file, isLaboratory);
  const table = results.rows.length === 0 ? '' : tableHtml(results.rows);
  const html = `${content.html ?? ''}${table}`;
  const date = report.effectiveDateTime ?? report.effectivePeriod?.start ?? report.issued;
  return {
    record: {
      title: clip(conceptText(report.code) ?? 'Diagnostic report'),
      modality: isLaboratory ? 'LAB' : (studyModality(report, file) ?? null),
      exam_date: wholeDate(date) ?? wholeDate(report.issued) ?? null,
      custom_attributes: own ?? {
        report: { status: report.status },
        ...accessionAttribute(report.identifier),
        fhir: {
          ...keptIdentifiers(report.identifier),
          category: (report.category ?? []).flatMap((category) => conceptText(category) ?? []),
          codes: (report.code?.coding ?? []).map(({ system, code }) => ({ system, code })),
          issued: report.issued,
          performers: namesOf(report.performer),
          interpreters: namesOf(report.resultsInterpreter),
        },
      },
    },
    reportHtml: lexical === undefined ? (html === '' ? null : html) : content.html,
    reportLexical: lexical,
    // A vault's own export has its report in other forms too, made of the one that is read.
    files: own === undefined ? content.files : [],
    tags: ownTags(report),
    subject: report.subject,
    unmapped: [
      ...unmappedFields(report, HANDLED_FIELDS),
      ...unmappedExtensions('DiagnosticReport', report.extension, OWN_URLS),
      ...unmappedIdentifiers('DiagnosticReport', report.identifier),
      ...content.unmapped,
    ],
    absorbed: [...results.absorbed, ...content.absorbed],
    unresolved: results.unresolved,
  };
}

function namesOf(references: readonly Reference[] = []): string[] {
  return references.flatMap(({ display }) => (display === undefined ? [] : [clip(display)]));
}

interface Results {
  readonly rows: readonly ResultRow[];
  readonly absorbed: readonly string[];
  readonly unresolved: readonly string[];
}

/** A laboratory result that is not in the file keeps its name with an empty value; other reports skip it. */
function collectResults(report: DiagnosticReport, file: SourceFile, keepUnresolved: boolean): Results {
  const rows: ResultRow[] = [];
  const absorbed: string[] = [];
  const unresolved: string[] = [];
  for (const { reference, display } of report.result ?? []) {
    const found = file.resolve(reference, report);
    if (found !== undefined && isObservation(found.resource)) {
      rows.push(...resultRows(found.resource));
      absorbed.push(found.source_id);
    } else {
      unresolved.push(reference ?? 'unnamed');
      if (keepUnresolved && display !== undefined) rows.push({ name: display, value: '', unit: '' });
    }
  }
  return { rows, absorbed, unresolved };
}

function studyModality(report: DiagnosticReport, file: SourceFile): string | undefined {
  const study = file.resolve(report.imagingStudy?.[0]?.reference, report)?.resource;
  return study !== undefined && isImagingStudy(study)
    ? (study.series?.[0]?.modality?.code ?? study.modality?.[0]?.code)
    : undefined;
}
