/** Finds the abbreviation typed before the caret and the macro it names. */
import { $getSelection, $isRangeSelection, $isTextNode, type TextNode } from 'lexical';
import { allMacros, type Macro } from './macro-store.ts';

const ABBREVIATION = /(?:^|[\s(\u00A0])(\.[\p{L}\p{N}_-]{2,40})$/u;

interface MacroAtCaret {
  readonly macro: Macro;
  readonly node: TextNode;
  /** Offset of the abbreviation in the node, with its leading point. */
  readonly start: number;
  readonly end: number;
  /** True if typed in full, false if it is the only macro starting with these letters. */
  readonly isWhole: boolean;
}

export function $macroAtCaret(): MacroAtCaret | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return undefined;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node)) return undefined;
  const { offset } = selection.anchor;
  const typed = ABBREVIATION.exec(node.getTextContent().slice(0, offset))?.[1];
  if (typed === undefined) return undefined;
  const macro = macroCalled(typed.slice(1).toLowerCase(), allMacros());
  if (!macro) return undefined;
  const isWhole = macro.abbreviation.length === typed.length - 1;
  return { macro, node, start: offset - typed.length, end: offset, isWhole };
}

/** Returns the macro of that name, else the only one whose name starts so. */
export function macroCalled(typed: string, macros: readonly Macro[]): Macro | undefined {
  const [first, ...others] = macros.filter(({ abbreviation }) => abbreviation.startsWith(typed));
  const whole = macros.find(({ abbreviation }) => abbreviation === typed);
  return whole ?? (others.length === 0 ? first : undefined);
}
