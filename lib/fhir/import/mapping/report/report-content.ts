/**
 * Extracts a DiagnosticReport's text as HTML: its `presentedForm` (XHTML or plain text), else its document's sections,
 * else its `conclusion`, else its narrative. Other forms, such as a PDF, become files of the exam. Report builders and
 * the vault sanitise foreign HTML later.
 */
import { LEXICAL_TYPE, STORED_HTML_TYPE } from '#fhir/export/vault-extensions.ts';
import type { DiagnosticReport } from '#fhir/import/fhir-resources.ts';
import type { MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import { escapeHtml, hasText, paragraphs } from '#fhir/import/mapping/values/coded-text.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import {
  type AttachedContent,
  attachedText,
  isHtml,
  isText,
  mediaTypeOf,
  nameOf,
  readAttachment,
  toFile,
} from './attached-forms.ts';
import { compositionText } from './composition.ts';

/** A page with pictures only is a file. */
const SHOWS = /<(?:img|svg|object|embed|iframe|video)\b/i;

export interface ReportContent {
  readonly html: string | null;
  readonly files: readonly MappedFile[];
  /** Fields of the report that could not be read. */
  readonly unmapped: readonly string[];
  /** Resources that became part of the report. */
  readonly absorbed: readonly string[];
  readonly notices: readonly string[];
  /** True when a form is stored elsewhere, or unreadable. */
  readonly lacksForm: boolean;
}

export function reportContent(report: DiagnosticReport, file: SourceFile): ReportContent {
  const forms = (report.presentedForm ?? [])
    .filter(({ contentType }) => ![LEXICAL_TYPE, STORED_HTML_TYPE].includes(mediaTypeOf(contentType)))
    .map((form) => readAttachment(form, file, report));
  const filled = forms.filter((form) => form.kind === 'content');
  const texts = filled
    .filter((form) => isHtml(form) || isText(form))
    .flatMap((form) => {
      const text = attachedText(form);
      return text === undefined ? [] : [{ form, text }];
    });
  // Markup without text does not count; then other texts of the report are used.
  const said = texts.filter(({ text }) => hasText(text.text));
  const empty = new Set(
    texts.filter((one) => !said.includes(one) && !SHOWS.test(one.text.text)).map(({ form }) => form),
  );
  const readable = said.find(({ form }) => isHtml(form)) ?? said[0];
  const files: MappedFile[] = [];
  const unmapped: string[] = [];
  const notices: string[] = [];
  for (const form of forms) {
    const name = nameOf(form.attachment);
    if (form.kind === 'elsewhere') {
      unmapped.push(
        `DiagnosticReport.presentedForm[${mediaTypeOf(form.attachment.contentType) || 'unknown'}]`,
      );
    } else if (form.kind === 'unreadable') {
      notices.push(`Its attachment ${name} cannot be read and is left out: it is not base64.`);
    } else {
      if (form.isOdd)
        notices.push(
          `Its attachment ${name} is not written in the base64 of FHIR: look whether it is readable.`,
        );
      if (form !== readable?.form && !empty.has(form))
        files.push(toFile(form, new Set(files.map((known) => known.name))));
    }
  }
  if (readable?.text.isGuessed === true)
    notices.push(
      `Its text was read as ${readable.text.charset}, which nothing in it says: look at letters with accents.`,
    );
  const composed = readable === undefined ? compositionText(report, file) : undefined;
  return {
    html: htmlOf(report, readable, composed?.html),
    files,
    unmapped,
    absorbed: [...filled.flatMap(({ address }) => address ?? []), ...(composed ? [composed.address] : [])],
    notices,
    lacksForm: filled.length < forms.length,
  };
}

interface ReadForm {
  readonly form: AttachedContent;
  readonly text: { readonly text: string };
}

function htmlOf(
  report: DiagnosticReport,
  read: ReadForm | undefined,
  composed: string | undefined,
): string | null {
  const conclusion = report.conclusion?.trim() ? paragraphs(report.conclusion) : undefined;
  const text = read?.text.text ?? composed;
  if (text === undefined) return conclusion ?? (hasText(report.text?.div) ? report.text.div : null);
  const html = read !== undefined && !isHtml(read.form) ? paragraphs(text) : bodyOf(text);
  const isSaid = conclusion === undefined || saysSo(text, report.conclusion ?? '');
  return isSaid ? html : `${html}<h2>Conclusion</h2>${conclusion}`;
}

/** True when the text, without markup and white space, includes the conclusion. */
function saysSo(text: string, conclusion: string): boolean {
  const words = (from: string) => from.replaceAll(/<[^>]*>|\s+/g, '');
  return text.includes(conclusion.trim()) || words(text).includes(words(escapeHtml(conclusion)));
}

/** Cuts a page to its body, so that its title does not become a line of the report. */
export function bodyOf(html: string): string {
  return /<body\b[^>]*>([\s\S]*)<\/body\s*>/i.exec(html)?.[1] ?? html;
}
