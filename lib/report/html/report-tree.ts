/**
 * The canonical form of a report's HTML as a tree: exactly what `write-html.ts` can write. Received HTML, HTML derived
 * from the editor and imported templates all end in it, so "canonical" has one meaning. Pure data, without DOM or
 * Lexical.
 */
import type { FieldMeta } from '#report/state/field-meta.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

/** Character marks as bits; bit order is nesting order in the HTML, outermost first. */
export const MARK_TAGS = ['strong', 'em', 'u', 's', 'code', 'mark', 'sub', 'sup'] as const;

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly marks: number }
  | { readonly kind: 'break' }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'field'; readonly meta: FieldMeta; readonly children: readonly Inline[] };

export interface ListItem {
  readonly children: readonly Inline[];
  readonly lists: readonly ListBlock[];
}

export interface ListBlock {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number;
  readonly items: readonly ListItem[];
}

export interface TableCell {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  readonly blocks: readonly Block[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly TableCell[])[];
}

export interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: number;
  /** LOINC code of the section the heading opens, or null. */
  readonly sectionCode: string | null;
  readonly children: readonly Inline[];
}

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'figure'; readonly picture: PictureMeta; readonly children: readonly Inline[] }
  | { readonly kind: 'rule' }
  | HeadingBlock
  | ListBlock
  | TableBlock;

export const EMPTY_PARAGRAPH: Block = { kind: 'paragraph', children: [{ kind: 'break' }] };
