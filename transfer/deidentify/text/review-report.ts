/**
 * Lists a report's words for a person to decide on, and rewrites the report by the decisions. Independent of files and
 * screens.
 */
import type { ExamRecord } from '#contract/documents/records.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import type { Block, Inline, ListBlock } from '#report/html/report-tree.ts';
import { textOfInlines } from '#report/html/tree-text.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { type FoundWord, findIdentifyingTerms, type WordReason } from './find-identifying-terms.ts';
import type { KnownIdentifiers } from './known-identifiers.ts';

/** Word to decide on; the decision covers all equal words in the same part of the record. */
export interface WordToReview {
  readonly text: string;
  readonly reason: WordReason;
  /** Section heading of the word, or `title`. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly becomes: string;
}

export type Decision = 'remove' | 'keep';
/** Decisions by word, as written. */
export type Decisions = ReadonlyMap<string, Decision>;

export interface ReviewedText {
  readonly title: string | null;
  readonly report_html: string | null;
}

const CONTEXT_CHARS = 40;

export function wordsToReview(
  record: ExamRecord,
  known: KnownIdentifiers,
): { readonly words: WordToReview[]; readonly certain: number } {
  const found = new Map<string, WordToReview>();
  let certain = 0;
  walk(record, known, (text, word, where) => {
    if (word.isCertain) certain += 1;
    else {
      const words = text.slice(word.from, word.to);
      if (!found.has(words))
        found.set(words, {
          text: words,
          reason: word.reason,
          where,
          before: text.slice(Math.max(0, word.from - CONTEXT_CHARS), word.from),
          after: text.slice(word.to, word.to + CONTEXT_CHARS),
          becomes: word.becomes,
        });
    }
    return false;
  });
  return { words: [...found.values()], certain };
}

/** The de-identified texts. @throws UndecidedWordsError */
export function reviewedText(
  record: ExamRecord,
  known: KnownIdentifiers,
  decisions: Decisions,
): ReviewedText {
  const undecided = new Set<string>();
  const reviewed = walk(record, known, (text, word) => {
    if (word.isCertain) return true;
    const words = text.slice(word.from, word.to);
    const decision = decisions.get(words);
    if (decision === undefined) undecided.add(words);
    return decision !== 'keep';
  });
  if (undecided.size > 0) throw new UndecidedWordsError(undecided.size);
  return reviewed;
}

export class UndecidedWordsError extends Error {
  override readonly name = 'UndecidedWordsError';
  readonly count: number;

  constructor(count: number) {
    super(`${count} words are not decided. Decide each of them first.`);
    this.count = count;
  }
}

/** True when the word is removed from `text`. */
type Judge = (text: string, word: FoundWord, where: string) => boolean;

function walk(
  { title, exam_date, report_html }: ExamRecord,
  known: KnownIdentifiers,
  judge: Judge,
): ReviewedText {
  const day = exam_date?.slice(0, 10) ?? null;
  let where = 'title';
  const cut = (text: string) => {
    const gone = findIdentifyingTerms(text, known, day).filter((word) => judge(text, word, where));
    return { gone, text: replaced(text, gone, 0, text.length) };
  };
  const inlines = (children: readonly Inline[]): Inline[] => {
    const { gone } = cut(textOfInlines(children));
    return rewritten(children, gone);
  };
  const list = (block: ListBlock): ListBlock => ({
    ...block,
    items: block.items.map((item) => ({ children: inlines(item.children), lists: item.lists.map(list) })),
  });
  const oneBlock = (block: Block): Block => {
    switch (block.kind) {
      case 'rule':
        return block;
      case 'list':
        return list(block);
      case 'table':
        return {
          ...block,
          rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: cell.blocks.map(oneBlock) }))),
        };
      case 'heading':
        where = textOfInlines(block.children).trim();
        return { ...block, children: inlines(block.children) };
      default:
        // A figure references a file of the vault: only its caption stays.
        return { kind: block.kind === 'quote' ? 'quote' : 'paragraph', children: inlines(block.children) };
    }
  };
  const newTitle = title === null ? null : cut(title).text;
  return {
    title: newTitle,
    report_html: report_html === null ? null : writeHtml(blocksOf(report_html).map(oneBlock)),
  };
}

/** Converts non-canonical HTML to its text. */
function blocksOf(html: string): Block[] {
  const nodes = parseLooseHtml(html, isKnownTag);
  if (nodes !== null) return buildDocument(nodes);
  return textOfHtml(html)
    .split('\n')
    .map((text) => ({ kind: 'paragraph', children: [{ kind: 'text', text, marks: 0 }] }));
}

function replaced(text: string, gone: readonly FoundWord[], from: number, to: number): string {
  let result = '';
  let at = from;
  for (const word of gone) {
    if (word.to <= from || word.from >= to) continue;
    if (word.from > at) result += text.slice(at, word.from);
    // A word across a boundary is replaced where it begins.
    if (word.from >= from) result += word.becomes;
    at = Math.min(to, word.to);
  }
  return result + text.slice(at, to);
}

/** Links lose their address and fields their label: only text and marks stay. */
function rewritten(inlines: readonly Inline[], gone: readonly FoundWord[]): Inline[] {
  const whole = textOfInlines(inlines);
  let at = 0;
  const rewrite = (children: readonly Inline[]): Inline[] =>
    children.flatMap((inline): Inline[] => {
      if (inline.kind === 'break') {
        at += 1;
        return [inline];
      }
      if (inline.kind !== 'text') return rewrite(inline.children);
      const from = at;
      at += inline.text.length;
      const text = replaced(whole, gone, from, at);
      return text === '' ? [] : [{ ...inline, text }];
    });
  return rewrite(inlines);
}
