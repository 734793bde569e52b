/**
 * The text of a DiagnosticReport as HTML: its `presentedForm` (XHTML or plain text, base64), else its
 * `conclusion`, else its narrative. Every other form, such as a PDF, becomes a file of the exam. Foreign HTML is
 * made safe later, by the report builders and the vault.
 */

import { bytesOfBase64 } from '#exchange/fhir/base64.ts';
import { LEXICAL_TYPE } from '#exchange/fhir/own-extensions.ts';
import type { Attachment, DiagnosticReport } from '#imports/fhir/fhir-resources.ts';
import { escapeHtml } from '#imports/fhir/mapping/coded-text.ts';
import type { MappedFile } from '#imports/fhir/mapping/mapped-exam.ts';
import type { SourceFile } from '#imports/fhir/source/source-file.ts';
import { attachedData, mediaType, toFile } from './attached-forms.ts';

export interface ReportContent {
  readonly html: string | null;
  readonly files: readonly MappedFile[];
  /** Fields of the report that could not be read. */
  readonly unmapped: readonly string[];
  /** Binaries of the file that are part of it. */
  readonly absorbed: readonly string[];
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/xhtml', 'application/html']);

export function reportContent(report: DiagnosticReport, file: SourceFile): ReportContent {
  const forms = (report.presentedForm ?? [])
    .filter((form) => mediaType(form) !== LEXICAL_TYPE)
    .map((form) => ({ form, data: attachedData(form, file, report) }));
  const filled = forms.filter(({ data }) => data !== undefined);
  const readable = filled.find(({ form }) => isHtml(form)) ?? filled.find(({ form }) => isText(form));
  const files: MappedFile[] = [];
  const unmapped: string[] = [];
  for (const { form, data } of forms.filter((entry) => entry !== readable)) {
    if (data === undefined) unmapped.push(`DiagnosticReport.presentedForm[${mediaType(form) || 'unknown'}]`);
    else files.push(toFile(form, data.base64, new Set(files.map(({ name }) => name))));
  }
  return {
    html: htmlOf(report, readable?.form, readable?.data?.base64),
    files,
    unmapped,
    absorbed: filled.flatMap(({ data }) => data?.source_id ?? []),
  };
}

function htmlOf(report: DiagnosticReport, form: Attachment | undefined, base64 = ''): string | null {
  const conclusion = report.conclusion === undefined ? undefined : paragraphs(report.conclusion);
  if (form === undefined) return conclusion ?? report.text?.div ?? null;
  const text = decode(form, base64);
  const html = isHtml(form) ? bodyOf(text) : paragraphs(text);
  const isSaid = report.conclusion === undefined || saysSo(text, report.conclusion);
  return isSaid ? html : `${html}<h2>Conclusion</h2>${conclusion}`;
}

/** Markup and white space aside. */
function saysSo(text: string, conclusion: string): boolean {
  const words = (from: string) => from.replaceAll(/<[^>]*>|\s+/g, '');
  return text.includes(conclusion.trim()) || words(text).includes(words(escapeHtml(conclusion)));
}

function isHtml(form: Attachment): boolean {
  return HTML_TYPES.has(mediaType(form));
}

function isText(form: Attachment): boolean {
  return mediaType(form) === 'text/plain';
}

function decode(form: Attachment, base64: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(form.contentType ?? '')?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(bytesOfBase64(base64));
}

/** A whole page is cut down to its body, so that its title does not become a line of the report. */
function bodyOf(html: string): string {
  return /<body\b[^>]*>([\s\S]*)<\/body\s*>/i.exec(html)?.[1] ?? html;
}

function paragraphs(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
