/**
 * Converts loosely nested HTML to the canonical tree. Total: any nesting of known tags gives blocks, no text is lost,
 * and no table (one inside a list item is moved out of the list). Idempotent.
 */
import { appendAll } from '#report/state/append-all.ts';
import { FIELD_ATTRIBUTE, fieldFromAttributes } from '#report/state/field-meta.ts';
import { PICTURE_ATTRIBUTE, pictureFromAttributes } from '#report/state/picture-meta.ts';
import { parseSectionCode } from '#report/state/section-code.ts';
import { buildList } from './build-list.ts';
import { buildTable } from './build-table.ts';
import { DROPPED_TAGS, HEADING_LEVELS, LAYOUT_TAGS, LIST_TAGS, MARK_BITS } from './html-tags.ts';
import { type InlineContext, InlineRuns, PLAIN_CONTEXT } from './inline-runs.ts';
import type { LooseElement, LooseNode } from './parse-loose-html.ts';
import { type Block, EMPTY_PARAGRAPH, type Inline } from './report-tree.ts';
import { safeHref } from './safe-href.ts';

const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);

/** Blocks of a whole document; an empty document is one empty paragraph. */
export function buildDocument(nodes: readonly LooseNode[]): Block[] {
  const blocks = buildBlocks(nodes, PLAIN_CONTEXT);
  return blocks.length === 0 ? [EMPTY_PARAGRAPH] : blocks;
}

export function buildBlocks(nodes: readonly LooseNode[], context: InlineContext): Block[] {
  const builder = new BlockBuilder();
  builder.walk(nodes, context);
  builder.flush();
  return builder.blocks;
}

class BlockBuilder {
  readonly blocks: Block[] = [];
  readonly #runs = new InlineRuns();
  #looseItems: LooseElement[] = [];

  flush(): void {
    if (!this.#runs.isBlank()) this.blocks.push({ kind: 'paragraph', children: this.#runs.take() });
    this.#runs.take();
  }

  walk(nodes: readonly LooseNode[], context: InlineContext): void {
    for (const node of nodes) {
      if (typeof node !== 'string' && node.tag === 'li') {
        this.#looseItems.push(node);
        continue;
      }
      if (typeof node === 'string' && this.#looseItems.length > 0 && node.trim() === '') continue;
      this.#flushLooseItems(context);
      if (typeof node === 'string') this.#runs.addText(node, context);
      else this.#element(node, context);
    }
    this.#flushLooseItems(context);
  }

  /** Collects list items outside any list; a run of them becomes one list. */
  #flushLooseItems(context: InlineContext): void {
    if (this.#looseItems.length === 0) return;
    const items = this.#looseItems;
    this.#looseItems = [];
    this.#push(buildList({ tag: 'ul', attributes: {}, children: items }, context));
  }

  #element(element: LooseElement, context: InlineContext): void {
    const { tag, children } = element;
    const level = HEADING_LEVELS.get(tag);
    if (DROPPED.has(tag)) return;
    if (level !== undefined) {
      const inlines = flattenInline(children, context);
      const sectionCode = parseSectionCode(element.attributes['data-section-code']);
      if (inlines.length > 0) this.#push([{ kind: 'heading', level, sectionCode, children: inlines }]);
    } else if (tag === 'blockquote') {
      const inlines = flattenInline(children, context);
      if (inlines.length > 0) this.#push([{ kind: 'quote', children: inlines }]);
    } else if (LIST_TAGS.has(tag)) {
      this.#push(buildList(element, context));
    } else if (tag === 'table') {
      this.#push(buildTable(element, context));
    } else if (tag === 'figure' && element.attributes[PICTURE_ATTRIBUTE] !== undefined) {
      const inlines = flattenInline(children, context);
      const picture = pictureFromAttributes((name) => element.attributes[name] ?? null);
      this.#push([{ kind: 'figure', picture, children: inlines.length > 0 ? inlines : [{ kind: 'break' }] }]);
    } else if (tag === 'hr') {
      this.#push([{ kind: 'rule' }]);
    } else if (LAYOUT_TAGS.has(tag) || tag === 'tr' || tag === 'td' || tag === 'th') {
      this.flush();
      this.walk(children, context);
      this.flush();
    } else {
      addInline(this.#runs, element, context, (nodes, inner) => this.walk(nodes, inner));
    }
  }

  #push(blocks: readonly Block[]): void {
    this.flush();
    appendAll(this.blocks, blocks);
  }
}

/** The inline content of the nodes; block boundaries become line breaks. */
function flattenInline(nodes: readonly LooseNode[], context: InlineContext): Inline[] {
  const runs = new InlineRuns();
  flattenInto(runs, nodes, context);
  return runs.isBlank() ? [] : runs.take();
}

export function flattenInto(runs: InlineRuns, nodes: readonly LooseNode[], context: InlineContext): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      runs.addText(node, context);
    } else if (isBlockTag(node.tag)) {
      separate(runs, context);
      flattenInto(runs, node.children, context);
      separate(runs, context);
    } else if (!DROPPED.has(node.tag)) {
      addInline(runs, node, context, (inner, innerContext) => flattenInto(runs, inner, innerContext));
    }
  }
}

/** Inside a field a block boundary becomes a space, because a field is inline. */
function separate(runs: InlineRuns, context: InlineContext): void {
  if (context.field === null) runs.separate(context);
  else runs.addText(' ', context);
}

function isBlockTag(tag: string): boolean {
  return (
    LAYOUT_TAGS.has(tag) ||
    HEADING_LEVELS.has(tag) ||
    LIST_TAGS.has(tag) ||
    ['li', 'table', 'tr', 'td', 'th', 'blockquote', 'hr'].includes(tag)
  );
}

function addInline(
  runs: InlineRuns,
  element: LooseElement,
  context: InlineContext,
  walkInside: (nodes: readonly LooseNode[], context: InlineContext) => void,
): void {
  const { tag, attributes, children } = element;
  const mark = MARK_BITS.get(tag);
  if (tag === 'br') {
    runs.addBreak(context);
  } else if (mark !== undefined) {
    walkInside(children, { ...context, marks: context.marks | mark });
  } else if (tag === 'span' && attributes[FIELD_ATTRIBUTE] !== undefined && context.field === null) {
    const field = { meta: fieldFromAttributes((name) => attributes[name] ?? null) };
    const inner = { ...context, field };
    // The empty text preserves an empty field.
    runs.addText('', inner);
    flattenInto(runs, children, inner);
  } else if (tag === 'a' && context.link === null) {
    const href = safeHref(attributes['href'] ?? '');
    walkInside(children, href === null ? context : { ...context, link: { href } });
  } else {
    walkInside(children, context);
  }
}
