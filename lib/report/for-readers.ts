/**
 * Converts a report's HTML for readers outside the editor (paper, PDF, message text). Open optional fields are left out
 * with their label; open required fields are marked as open; unconfirmed template text is in brackets until the report
 * is signed. The stored, signed report is unchanged.
 */
import { isConfirmed, isOptionalBlank, isUntouchedDefault } from './checks/field-checks.ts';
import { buildDocument } from './html/build-blocks.ts';
import { isKnownTag } from './html/html-tags.ts';
import type { Block, Inline, ListBlock, ListItem } from './html/report-tree.ts';
import { textOfInlines } from './html/tree-text.ts';
import { readStrictHtml } from './html/uncanonical-html.ts';
import { writeHtml } from './html/write-html.ts';

export type ReaderLanguage = 'en' | 'de';

interface Reader {
  readonly language: ReaderLanguage;
  /** True for a signed report, whose template text counts as confirmed. */
  readonly is_signed: boolean;
}

const WORDS: Readonly<Record<ReaderLanguage, { readonly open: string; readonly unconfirmed: string }>> = {
  en: { open: 'not filled', unconfirmed: 'not confirmed' },
  de: { open: 'nicht ausgefüllt', unconfirmed: 'nicht bestätigt' },
};

/** Returns HTML unchanged that is not in canonical form. */
export function htmlForReaders(html: string, reader: Reader): string {
  const nodes = readStrictHtml(html, isKnownTag);
  return nodes === null ? html : writeHtml(readBlocks(buildDocument(nodes), reader));
}

function readBlocks(blocks: readonly Block[], reader: Reader): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.kind) {
      case 'rule':
        return [block];
      case 'list':
        return readList(block, reader);
      case 'table': {
        const rows = block.rows.map((row) =>
          row.map((cell) => ({ ...cell, blocks: readCell(cell.blocks, reader) })),
        );
        return [{ ...block, rows }];
      }
      default: {
        const children = readInlines(block.children, reader);
        const isGone = children.length < block.children.length && isLabelOnly(children);
        return isGone && block.kind === 'paragraph' ? [] : [{ ...block, children: tidy(children) }];
      }
    }
  });
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
    const isGone = children.length < item.children.length && isLabelOnly(children) && lists.length === 0;
    return isGone ? [] : [{ children: tidy(children), lists }];
  });
  return items.length === 0 ? [] : [{ ...list, items }];
}

function readInlines(inlines: readonly Inline[], reader: Reader): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.kind !== 'field') return [inline];
    const { meta, children } = inline;
    const text = textOfInlines(children);
    const field = { ...meta, text, ordinal: 0 };
    const words = WORDS[reader.language];
    if (isConfirmed(field)) return [inline];
    if (isOptionalBlank(field)) return [];
    if (isUntouchedDefault(field))
      return reader.is_signed
        ? [inline]
        : [{ ...inline, children: plain(`[${text}: ${words.unconfirmed}]`) }];
    return [{ ...inline, children: plain(`[${meta.label || meta.id}: ${words.open}]`) }];
  });
}

const plain = (text: string): Inline[] => [{ kind: 'text', text, marks: 0 }];

/** True for `Skull, fracture: `, or an empty text. */
function isLabelOnly(inlines: readonly Inline[]): boolean {
  const text = textOfInlines(inlines).trim();
  return text === '' || (/[:\-–]$/.test(text) && !/[.;!?]/.test(text));
}

/** Removes doubled spaces at removed parts; keeps at least one inline per block. */
function tidy(inlines: readonly Inline[]): Inline[] {
  const tidied = inlines.map((inline, at): Inline => {
    const next = inlines[at + 1];
    if (inline.kind !== 'text' || next?.kind !== 'text' || !/^[\s.,;:)]/.test(next.text)) return inline;
    return { ...inline, text: inline.text.replace(/[ \u00a0]+$/, '') };
  });
  return tidied.length > 0 ? tidied : [{ kind: 'break' }];
}
