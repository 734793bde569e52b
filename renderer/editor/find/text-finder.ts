/**
 * Find and replace in the live report. Shows matches through the CSS highlight registry, so searching changes
 * nothing. Replacing all is one undo step of the editor.
 */
import {
  $getNearestNodeFromDOMNode,
  $getRoot,
  $isElementNode,
  $isTextNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  SKIP_DOM_SELECTION_TAG,
  type TextNode,
} from 'lexical';
import { placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import { type FindOptions, findInText, type TextMatch } from './find-in-text.ts';

/** The focus stays in the search bar. */
const REPLACE_TAGS = [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG];

const ALL = 'find-all';
const CURRENT = 'find-current';

/** Matches in reading order; a match never spans two pieces of differently formatted text. */
export function findRanges(editor: LexicalEditor, query: string, options: FindOptions = {}): Range[] {
  const root = editor.getRootElement();
  if (!root || query === '') return [];
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { from, to } of findInText(node.nodeValue ?? '', query, options)) {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  return ranges;
}

export function showMatches(ranges: readonly Range[], current: number): void {
  const chosen = ranges[current];
  CSS.highlights.set(ALL, new Highlight(...ranges));
  if (chosen) CSS.highlights.set(CURRENT, new Highlight(chosen));
  else CSS.highlights.delete(CURRENT);
  chosen?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
}

export function hideMatches(): void {
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/** Selects a match and focuses it, so that closing the search leaves the caret there. */
export function selectMatch(editor: LexicalEditor, range: Range): void {
  placeCaret(editor, () => {
    const node = $getNearestNodeFromDOMNode(range.startContainer);
    if ($isTextNode(node)) node.select(range.startOffset, range.endOffset);
  });
}

export function replaceMatch(editor: LexicalEditor, range: Range, text: string): void {
  const { startContainer, startOffset, endOffset } = range;
  editor.update(
    () => {
      const node = $getNearestNodeFromDOMNode(startContainer);
      if ($isTextNode(node)) node.spliceText(startOffset, endOffset - startOffset, text, true);
    },
    { discrete: true, tag: REPLACE_TAGS },
  );
}

/** Returns the number of replacements. */
export function replaceAll(
  editor: LexicalEditor,
  query: string,
  text: string,
  options: FindOptions = {},
): number {
  if (query === '') return 0;
  let count = 0;
  editor.update(
    () => {
      for (const node of $textNodes($getRoot())) {
        const content = node.getTextContent();
        const { replaced, places } = replaceIn(content, text, findInText(content, query, options));
        if (places > 0) node.setTextContent(replaced);
        count += places;
      }
    },
    { discrete: true, tag: REPLACE_TAGS },
  );
  return count;
}

function replaceIn(
  content: string,
  text: string,
  matches: readonly TextMatch[],
): { replaced: string; places: number } {
  let replaced = '';
  let end = 0;
  for (const { from, to } of matches) {
    replaced += content.slice(end, from) + text;
    end = to;
  }
  return { replaced: replaced + content.slice(end), places: matches.length };
}

function $textNodes(node: LexicalNode): TextNode[] {
  if ($isTextNode(node)) return [node];
  return $isElementNode(node) ? node.getChildren().flatMap($textNodes) : [];
}
