/**
 * The text of a DiagnosticReport as HTML: its `presentedForm` (XHTML or plain text, base64), else its
 * `conclusion`, else its narrative. Foreign HTML is made safe later, by the report builders and the vault.
 */

import { LEXICAL_TYPE } from '#exchange/fhir/own-extensions.ts';
import type { Attachment, DiagnosticReport } from '#imports/fhir/fhir-resources.ts';
import { bytesOfBase64 } from './base64.ts';
import { escapeHtml } from './coded-text.ts';

export interface ReportContent {
  readonly html: string | null;
  /** Fields of the report that could not be read. */
  readonly unmapped: readonly string[];
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/xhtml', 'application/html']);

export function reportContent(report: DiagnosticReport): ReportContent {
  const forms = report.presentedForm ?? [];
  const readable =
    forms.find((form) => isHtml(form) && form.data) ?? forms.find((form) => isText(form) && form.data);
  const unmapped = forms
    .filter((form) => form !== readable && mediaType(form) !== LEXICAL_TYPE)
    .map((form) => `DiagnosticReport.presentedForm[${mediaType(form) || 'unknown'}]`);
  const conclusion = report.conclusion === undefined ? undefined : paragraphs(report.conclusion);
  if (readable !== undefined) {
    const text = decode(readable);
    const html = isHtml(readable) ? bodyOf(text) : paragraphs(text);
    const isSaid = report.conclusion === undefined || saysSo(text, report.conclusion);
    return { html: isSaid ? html : `${html}<h2>Conclusion</h2>${conclusion}`, unmapped };
  }
  if (conclusion !== undefined) return { html: conclusion, unmapped };
  return { html: report.text?.div ?? null, unmapped };
}

/** Markup and white space aside. */
function saysSo(text: string, conclusion: string): boolean {
  const words = (from: string) => from.replaceAll(/<[^>]*>|\s+/g, '');
  return text.includes(conclusion.trim()) || words(text).includes(words(escapeHtml(conclusion)));
}

function mediaType(form: Attachment): string {
  return (form.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function isHtml(form: Attachment): boolean {
  return HTML_TYPES.has(mediaType(form));
}

function isText(form: Attachment): boolean {
  return mediaType(form) === 'text/plain';
}

function decode(form: Attachment): string {
  const charset = /charset=["']?([\w-]+)/i.exec(form.contentType ?? '')?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(bytesOfBase64(form.data ?? ''));
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
