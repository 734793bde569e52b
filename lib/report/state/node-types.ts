/** Node types of the report's node set, and which of them are inline. */

const BLOCK_TYPES: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'quote',
  'list',
  'listitem',
  'table',
  'tablerow',
  'tablecell',
  'horizontalrule',
  'report-figure',
]);

const INLINE_TYPES: ReadonlySet<string> = new Set([
  'text',
  'tab',
  'linebreak',
  'link',
  'autolink',
  'report-field',
]);

/** Blocks that contain text, not other blocks. */
const TEXT_BLOCK_TYPES: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'quote',
  'listitem',
  'report-figure',
]);

export function isBlockType(type: string): boolean {
  return BLOCK_TYPES.has(type);
}

export function isInlineType(type: string): boolean {
  return INLINE_TYPES.has(type);
}

export function isTextBlockType(type: string): boolean {
  return TEXT_BLOCK_TYPES.has(type);
}
