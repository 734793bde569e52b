/**
 * Converts Markdown and plain text to HTML, not yet canonical, for the report builders. Unsupported elements become
 * text: check boxes become signs, pictures their alternative text, footnotes numbered lines at the end.
 */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { escapeText } from './html/html-text.ts';

/** `[^note]: text`, with further lines indented. */
const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n+|$)/;
const REFERENCE = /^\[\^([^\]\s]+)\]/;

interface Note extends Tokens.Generic {
  readonly label: string;
}

/** A new parser per report, because footnotes are numbered in order of occurrence. */
function parserOf(notes: Map<string, string>): Marked {
  const definition: TokenizerAndRendererExtension = {
    name: 'footnote',
    level: 'block',
    start: (source) => source.match(/^ {0,3}\[\^/m)?.index,
    tokenizer(source) {
      const [raw, label = '', text = ''] = DEFINITION.exec(source) ?? [];
      if (raw === undefined) return undefined;
      const tokens = this.lexer.inlineTokens(text.replaceAll(/\n\s+/g, ' '));
      return { type: 'footnote', raw, label, tokens };
    },
    renderer(token) {
      notes.set(labelOf(token), this.parser.parseInline(token.tokens ?? []));
      return '';
    },
  };
  const reference: TokenizerAndRendererExtension = {
    name: 'footnoteReference',
    level: 'inline',
    start: (source) => source.indexOf('[^'),
    tokenizer(source) {
      const [raw, label = ''] = REFERENCE.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'footnoteReference', raw, label };
    },
    renderer: (token) => `<sup>[${escapeText(labelOf(token))}]</sup>`,
  };
  return new Marked({ gfm: true }).use({
    extensions: [definition, reference],
    renderer: {
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      image: ({ text, title, href }) => escapeText(text || title || href),
    },
  });
}

function labelOf(token: Tokens.Generic): string {
  return (token as Note).label;
}

export function htmlFromMarkdown(markdown: string): string {
  const notes = new Map<string, string>();
  const html = parserOf(notes).parse(markdown, { async: false });
  const lines = [...notes].map(([label, text]) => `<p><sup>[${escapeText(label)}]</sup> ${text}</p>`);
  return lines.length === 0 ? html : `${html}<hr>${lines.join('')}`;
}

export function htmlFromText(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`).join('');
}
