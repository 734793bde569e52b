/**
 * Converts a report's HTML for readers outside the editor (paper, PDF, message text). Open optional fields are left out
 * with their label; open required fields are marked as open; unconfirmed template text is in brackets until the report
 * is signed. The stored, signed report is unchanged.
 */
import { trimEndOf } from '#records/trim-end.ts';
import { isConfirmed, isOptionalBlank, isUntouchedDefault } from './checks/field-checks.ts';
import { isLabelOnly, isRowLabelOnly, withoutLabel, withoutUnit } from './checks/open-field-label.ts';
import { buildDocument } from './html/build-blocks.ts';
import { isKnownTag } from './html/html-tags.ts';
import { parseLooseHtml } from './html/parse-loose-html.ts';
import type { Block, Inline, ListBlock, ListItem, TableBlock } from './html/report-tree.ts';
import { textOfBlocks, textOfInlines } from './html/tree-text.ts';
import { writeHtml } from './html/write-html.ts';
import { textOfHtml } from './plain-text.ts';
import { type ReportField, reportField } from './review/field-list.ts';
import { TODAY_ID } from './review/prior/value-of-today.ts';

export type ReaderLanguage = 'en' | 'de' | 'es' | 'fr' | 'pt';

export interface Reader {
  readonly language: ReaderLanguage;
  /** True for a signed report, whose template text counts as confirmed. */
  readonly is_signed: boolean;
}

const WORDS: Readonly<Record<ReaderLanguage, { readonly open: string; readonly unconfirmed: string }>> = {
  en: { open: 'not filled', unconfirmed: 'not confirmed' },
  de: { open: 'nicht ausgefüllt', unconfirmed: 'nicht bestätigt' },
  es: { open: 'sin rellenar', unconfirmed: 'sin confirmar' },
  fr: { open: 'non rempli', unconfirmed: 'non confirmé' },
  pt: { open: 'não preenchido', unconfirmed: 'não confirmado' },
};

/** What files and messages state of a report's text. */
export interface ReaderForms {
  readonly html: string;
  readonly text: string;
  /** Plain text of the stored report. */
  readonly stored_text: string;
}

export function readerForms(stored: string, reader: Reader): ReaderForms {
  const html = htmlForReaders(stored, reader);
  return { html, text: textOfHtml(html), stored_text: textOfHtml(stored) };
}

/** Returns HTML unchanged that is not in canonical form. */
export function htmlForReaders(html: string, reader: Reader): string {
  const nodes = parseLooseHtml(html, isKnownTag);
  return nodes === null ? html : writeHtml(readBlocks(buildDocument(nodes), reader));
}

function readBlocks(blocks: readonly Block[], reader: Reader): Block[] {
  const kept: Block[][] = [];
  /** Blocks between here and the next heading, and how many of them are left. */
  let [below, left] = [0, 0];
  for (const block of blocks.toReversed()) {
    const now = readBlock(block, reader);
    const isHeading = block.kind === 'heading';
    // Removes a heading when everything below it was removed.
    const isBare = isHeading && block.sectionCode === null && below > 0 && left === 0;
    kept.push(isBare ? [] : now);
    [below, left] = isHeading ? [0, 0] : [below + 1, left + (now.length > 0 ? 1 : 0)];
  }
  return kept.toReversed().flat();
}

function readBlock(block: Block, reader: Reader): Block[] {
  switch (block.kind) {
    case 'rule':
      return [block];
    case 'list':
      return readList(block, reader);
    case 'table':
      return readTable(block, reader);
    default: {
      const children = readInlines(block.children, reader);
      const isGone = children.length < block.children.length && isLabelOnly(textOfInlines(children));
      return isGone && block.kind === 'paragraph' ? [] : [{ ...block, children: tidy(children) }];
    }
  }
}

/** Drops rows that have only their name left, and a header row that is left alone. */
function readTable(table: TableBlock, reader: Reader): Block[] {
  const read = table.rows.map((row) => {
    const cells = row.map((cell) => ({ ...cell, blocks: readCell(cell.blocks, reader) }));
    const isBare =
      row.some(({ blocks }) => hasOpenField(blocks)) &&
      isRowLabelOnly(cells.map(({ blocks }) => textOfBlocks(blocks)));
    return { cells, isBare };
  });
  const spans = table.rows.some((row) => row.some(({ rowspan }) => rowspan > 1));
  const kept = spans ? read : read.filter(({ isBare }) => !isBare);
  const isHeadAlone =
    kept.length < read.length && (kept.length === 0 || (kept.length === 1 && kept[0] === read[0]));
  return isHeadAlone ? [] : [{ ...table, rows: kept.map(({ cells }) => cells) }];
}

function hasOpenField(blocks: readonly Block[]): boolean {
  return blocks.some((block) => 'children' in block && block.children.some(isOpenField));
}

function isOpenField(inline: Inline, at: number, line: readonly Inline[]): boolean {
  return inline.kind === 'field' && isOptionalBlank(fieldOf(inline, line[at + 1]));
}

function fieldOf(
  { meta, children }: Extract<Inline, { kind: 'field' }>,
  next: Inline | undefined,
): ReportField {
  return reportField(meta, textOfInlines(children), next?.kind === 'text' ? next.text : '');
}

/** Keeps a cell even when it becomes empty. */
function readCell(blocks: readonly Block[], reader: Reader): Block[] {
  const read = readBlocks(blocks, reader);
  return read.length > 0 ? read : [{ kind: 'paragraph', children: [{ kind: 'break' }] }];
}

function readList(list: ListBlock, reader: Reader): ListBlock[] {
  const items = list.items.flatMap((item): ListItem[] => {
    const children = readInlines(item.children, reader);
    const lists = item.lists.flatMap((inner) => readList(inner, reader));
    const isGone =
      children.length < item.children.length && isLabelOnly(textOfInlines(children)) && lists.length === 0;
    return isGone ? [] : [{ children: tidy(children), lists }];
  });
  return items.length === 0 ? [] : [{ ...list, items }];
}

function readInlines(inlines: readonly Inline[], reader: Reader): Inline[] {
  return inlines.flatMap((inline, at): Inline[] => {
    if (inline.kind === 'text') {
      const [before, after] = [inlines[at - 1], inlines[at + 1]];
      const unit = before?.kind === 'field' && isOpenField(before, at - 1, inlines) ? before.meta.unit : null;
      const label = after?.kind === 'field' && isOpenField(after, at + 1, inlines) ? after.meta.label : '';
      return [{ ...inline, text: withoutLabel(withoutUnit(inline.text, unit), label) }];
    }
    if (inline.kind !== 'field') return [inline];
    const { meta } = inline;
    const field = fieldOf(inline, inlines[at + 1]);
    const { text } = field;
    const words = WORDS[reader.language];
    if (isConfirmed(field)) return [inline];
    if (isOptionalBlank(field)) return [];
    if (isUntouchedDefault(field))
      return reader.is_signed
        ? [inline]
        : [{ ...inline, children: plain(`[${text}: ${words.unconfirmed}]`) }];
    // The text before it may say the name already, as in «Impression: ».
    const before = inlines[at - 1];
    const name = meta.label || meta.id;
    const said = before?.kind === 'text' ? before.text.trim().toLowerCase() : '';
    const isNamed =
      meta.id === TODAY_ID || said === `${name.toLowerCase()}:` || said.endsWith(` ${name.toLowerCase()}:`);
    return [{ ...inline, children: plain(isNamed ? `[${words.open}]` : `[${name}: ${words.open}]`) }];
  });
}

const plain = (text: string): Inline[] => [{ kind: 'text', text, marks: 0 }];

/** Removes doubled spaces at removed parts; keeps at least one inline per block. */
function tidy(inlines: readonly Inline[]): Inline[] {
  const tidied = inlines.map((inline, at): Inline => {
    const next = inlines[at + 1];
    if (inline.kind !== 'text' || next?.kind !== 'text' || !/^[\s.,;:)]/.test(next.text)) return inline;
    return { ...inline, text: trimEndOf(inline.text, /[ \u00a0]/) };
  });
  return tidied.length > 0 ? tidied : [{ kind: 'break' }];
}
