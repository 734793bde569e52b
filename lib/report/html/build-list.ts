/**
 * Builds lists of the canonical tree. A nested list belongs to the previous item (`<li>text<ul>…</ul></li>`), also
 * where it arrives in an item of its own, as Lexical writes it.
 */
import { appendAll } from '#report/state/append-all.ts';
import { buildBlocks, flattenInto } from './build-blocks.ts';
import { LAYOUT_TAGS, LIST_TAGS } from './html-tags.ts';
import { type InlineContext, InlineRuns } from './inline-runs.ts';
import type { LooseElement, LooseNode } from './parse-loose-html.ts';
import type { Block, Inline, ListBlock } from './report-tree.ts';

interface OpenItem {
  children: Inline[];
  lists: ListBlock[];
}

/** Builds one list, or several blocks when tables had to be moved out from between items. */
export function buildList(element: LooseElement, context: InlineContext): Block[] {
  const builder = new ListBuilder(element.tag === 'ol', startOf(element), context);
  for (const child of element.children) {
    if (typeof child !== 'string' && child.tag === 'li') builder.item(child.children);
    else builder.stray(child);
  }
  return builder.finish();
}

function startOf(element: LooseElement): number {
  const text = element.attributes['start'] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 1;
}

class ListBuilder {
  readonly #blocks: Block[] = [];
  readonly #ordered: boolean;
  readonly #context: InlineContext;
  #start: number;
  #items: OpenItem[] = [];
  #runs = new InlineRuns();

  constructor(ordered: boolean, start: number, context: InlineContext) {
    this.#ordered = ordered;
    this.#start = start;
    this.#context = context;
  }

  item(children: readonly LooseNode[]): void {
    this.#closeItem();
    this.#content(children);
    const hasContent = this.#closeItem();
    if (children.length === 0 && !hasContent) this.#items.push({ children: [], lists: [] });
  }

  /**
   * Handles a child of the list that is no item: a list is nested under the previous item, anything else becomes an
   * item.
   */
  stray(child: LooseNode): void {
    this.#content([child]);
    this.#closeItem();
  }

  finish(): Block[] {
    this.#closeList();
    return this.#blocks;
  }

  #content(nodes: readonly LooseNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') {
        this.#runs.addText(node, this.#context);
      } else if (LIST_TAGS.has(node.tag)) {
        this.#closeItem();
        this.#nest(buildList(node, this.#context));
      } else if (node.tag === 'table') {
        this.#closeList();
        appendAll(this.#blocks, buildBlocks([node], this.#context));
      } else if (LAYOUT_TAGS.has(node.tag)) {
        this.#runs.separate(this.#context);
        this.#content(node.children);
        this.#runs.separate(this.#context);
      } else if (holdsBlocks(node)) {
        this.#content(node.children);
      } else {
        flattenInto(this.#runs, [node], this.#context);
      }
    }
  }

  #nest(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind !== 'list') {
        this.#closeList();
        this.#blocks.push(block);
        continue;
      }
      const last = this.#itemBefore();
      if (last === undefined) this.#items.push({ children: [], lists: [block] });
      else last.lists.push(block);
    }
  }

  /**
   * Removes empty items before a nested list, because an item that contains only a list belongs to the previous item.
   */
  #itemBefore(): OpenItem | undefined {
    while (this.#items.length > 1 && isEmpty(this.#items.at(-1))) this.#items.pop();
    return this.#items.at(-1);
  }

  /** Ends the text collected so far; returns true if there was any. */
  #closeItem(): boolean {
    const children = this.#runs.isBlank() ? [] : this.#runs.take();
    this.#runs = new InlineRuns();
    if (children.length === 0) return false;
    const isEmptyLine = children.length === 1 && children[0]?.kind === 'break';
    this.#items.push({ children: isEmptyLine ? [] : children, lists: [] });
    return true;
  }

  #closeList(): void {
    this.#closeItem();
    if (this.#items.length === 0) return;
    this.#blocks.push({ kind: 'list', ordered: this.#ordered, start: this.#start, items: this.#items });
    // Bullet lists have no number to continue.
    if (this.#ordered) this.#start += this.#items.length;
    this.#items = [];
  }
}

function isEmpty(item: OpenItem | undefined): boolean {
  return item?.children.length === 0 && item.lists.length === 0;
}

/** True when a list or table is somewhere inside an inline or heading element. */
function holdsBlocks(element: LooseElement): boolean {
  return element.children.some(
    (child) =>
      typeof child !== 'string' && (child.tag === 'table' || LIST_TAGS.has(child.tag) || holdsBlocks(child)),
  );
}
