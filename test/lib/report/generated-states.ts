/** Generates random editor states: those an editor creates, and arbitrary trees with properties of any type. */
import fc from 'fast-check';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { FIELD_COMPLETIONS, FIELD_KINDS } from '#report/state/field-meta.ts';

type Node = LexicalNodeJson;

const words = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', ' ', 'a ', ' b', 'a  b', '\t', '\u0007x', '\ud800', '<&>"', '12 mm', '\r\n'),
);
const urls = fc.constantFrom(
  ...['https://x.example/ä?q=1&b', 'http://a b', 'javascript:x', ' javascript:y', 'a@b', '+49 1234 56'],
  ...['/x', '#y', 'ht\u200Btp://x', 'example.org', 'ftp://q', 'mailto:a,b', 'mailto:a@b', '', 'tel:1'],
);
const text = fc
  .tuple(words, fc.nat(255), fc.constantFrom('normal', 'token', 'segmented'), fc.nat(3))
  .map(([value, format, mode, detail]): Node => ({ type: 'text', text: value, format, mode, detail }));
const lineEnd = fc.constantFrom<Node>({ type: 'linebreak' }, { type: 'tab' });
const wholeMeta = {
  id: fc.string({ maxLength: 4 }),
  label: words,
  kind: fc.constantFrom(...FIELD_KINDS),
  options: fc.array(words, { maxLength: 3 }),
  unit: fc.option(words),
  min: fc.option(fc.double({ noNaN: true })),
  max: fc.option(fc.integer()),
  completion: fc.constantFrom(...FIELD_COMPLETIONS),
  code: fc.option(words),
  default_text: words,
  filled: fc.boolean(),
};
const optionCodes = fc.dictionary(words, fc.oneof(words, fc.constant(7)), { maxKeys: 2 });
const fieldMeta = fc.oneof(fc.record(wholeMeta), fc.record({ ...wholeMeta, option_codes: optionCodes }));
const field = fc
  .tuple(fieldMeta, fc.array(fc.oneof(text, lineEnd), { maxLength: 2 }))
  .map(([meta, children]): Node => ({ type: 'report-field', field: meta, children }));
const link = fc
  .tuple(
    fc.constantFrom('link', 'autolink'),
    urls,
    fc.array(fc.oneof(text, field), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([type, url, children, isUnlinked]): Node => ({ type, url, children, isUnlinked }));
const unknown = words.map((value): Node => ({ type: 'hologram', text: value }));
const inline = fc.oneof({ weight: 5, arbitrary: text }, lineEnd, field, link, unknown);
const line = fc.array(inline, { maxLength: 5 });
const pictureMeta = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 'x', { node_id: '<"' }),
  fc.record({
    node_id: fc.oneof(fc.uuid(), words),
    frame: fc.oneof(fc.integer({ min: -1, max: 5000 }), fc.double()),
    window: fc.option(fc.record({ center: fc.double(), width: fc.double() })),
  }),
  fc.record({
    node_id: fc.uuid(),
    frame: fc.integer({ min: 1, max: 9 }),
    window: fc.record({
      center: fc.integer({ min: -2000, max: 2000 }),
      width: fc.integer({ min: 1, max: 4000 }),
    }),
  }),
);
const alignment = fc.constantFrom('', 'center', 'end');

const { block, list } = fc.letrec<{ block: Node; list: Node }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('bullet', 'number', 'check'),
      fc.integer({ min: 1, max: 9 }),
      fc.array(
        fc.oneof(
          { depthSize: 'small' },
          fc
            .tuple(line, fc.constantFrom(true, false, undefined))
            .map(([children, checked]): Node => ({ type: 'listitem', children, checked })),
          tie('list').map((nested): Node => ({ type: 'listitem', children: [nested] })),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([listType, start, children]): Node => ({ type: 'list', listType, start, children })),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(line, alignment).map(([children, format]): Node => ({ type: 'paragraph', format, children })),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(null, '59776-5', 'a b'), line)
      .map(([level, section_code, children]): Node => {
        return { type: 'heading', tag: `h${level}`, $: { section_code }, children };
      }),
    line.map((children): Node => ({ type: 'quote', children })),
    fc.constant<Node>({ type: 'horizontalrule' }),
    fc.tuple(pictureMeta, line).map(([picture, children]): Node => {
      return { type: 'report-figure', picture, children };
    }),
    tie('list'),
    fc
      .array(
        fc.array(
          fc
            .tuple(
              fc.nat(3),
              fc.integer({ min: 1, max: 3 }),
              fc.integer({ min: 1, max: 3 }),
              fc.array(tie('block'), { maxLength: 2 }),
            )
            .map(([headerState, colSpan, rowSpan, children]): Node => {
              return { type: 'tablecell', headerState, colSpan, rowSpan, children };
            }),
          { maxLength: 3 },
        ),
        { maxLength: 3 },
      )
      .map((rows): Node => {
        return { type: 'table', children: rows.map((children) => ({ type: 'tablerow', children })) };
      }),
  ),
}));

/** Blocks as the editor creates them. */
export const editorState: fc.Arbitrary<Node[]> = fc.array(fc.oneof(block, list), { maxLength: 5 });

const TYPES =
  'paragraph heading quote list listitem table tablerow tablecell link autolink report-field report-figure hologram';
const PROPERTIES =
  'format tag url start value colSpan rowSpan headerState style $ listType checked field picture isUnlinked indent mode';
const odd = fc.oneof(
  fc.constant({}),
  fc.dictionary(
    fc.constantFrom(...PROPERTIES.split(' ')),
    fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.integer(),
      fc.nat(255),
      fc.constantFrom(null, true, false, 'h1', 'number', 'check'),
      fc.constantFrom({ a: [] }, { section_code: '59776-5' }, { field: { id: 'q' }, section_code: 'a b' }),
      urls,
      fieldMeta,
    ),
  ),
);
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.tuple(odd, words).map(([rest, value]) => ({ ...rest, type: 'text', text: value })),
    fc
      .tuple(odd, fc.constantFrom('linebreak', 'horizontalrule', 'tab', 'mystery'))
      .map(([rest, type]) => ({ ...rest, type })),
    fc
      .tuple(
        odd,
        fc.constantFrom(...TYPES.split(' '), 'list', 'listitem'),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([rest, type, children]) => ({ ...rest, type, children })),
  ),
}));

/** Arbitrary nodes in any place. */
export const oddState: fc.Arbitrary<Node[]> = fc.array(node, { maxLength: 4 });
