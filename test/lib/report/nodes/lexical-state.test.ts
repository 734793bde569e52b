import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { deriveHtml } from '#report/dom/derive-html.ts';
import { type LexicalNodeJson, parseLexicalState } from '#report/nodes/lexical-state.ts';
import { sameText, textOfHtml, textOfState } from '#report/plain-text.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';
import { element, paragraph, parsedState, stateOf, textNode } from '#test/lib/report/states.ts';
import { runs } from '#test/support/depth.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

function refusalOf(text: string): VaultError {
  try {
    parseLexicalState(text);
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseLexicalState', () => {
  test.each([
    ['{', 'must be JSON'],
    ['null', 'a root'],
    ['[]', 'a root'],
    ['{}', 'root'],
    ['{"root":[]}', 'root'],
    ['{"root":{}}', 'root.children'],
    ['{"root":{"children":{}}}', 'root.children'],
    ['{"root":{"children":[1]}}', 'root.children[0]'],
    ['{"root":{"children":[{"type":"paragraph","children":[{}]}]}}', 'root.children[0].children[0]'],
    ['{"root":{"children":[{"type":"paragraph","children":7}]}}', 'root.children[0].children'],
    ['{"root":{"children":[{"type":"text"}]}}', 'root.children[0].text'],
  ])('refuses %s and names %s', (text, where) => {
    const refusal = refusalOf(text);
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toContain(where);
  });

  test('never repeats content in its message', () => {
    expect(refusalOf('{"root":{"children":[{"type":"text","text":["Hepatoma"]}]}}').message).not.toContain(
      'Hepatoma',
    );
    expect(refusalOf('Hepatoma').message).not.toContain('Hepatoma');
  });

  test('refuses more than 4 MiB, counted in bytes', () => {
    const text = (characters: number, character: string) =>
      stateOf([paragraph(character.repeat(characters))]);
    expect(refusalOf(text(4 * 1024 * 1024, 'a')).message).toContain('larger');
    expect(refusalOf(text(1.5 * 1024 * 1024, '€')).message).toContain('larger');
    expect(parseLexicalState(text(1024 * 1024, '€')).root.children).toHaveLength(1);
  });

  test('refuses nesting without end', () => {
    const depth = 50_000;
    const nested = `${'{"type":"x","children":['.repeat(depth)}${']}'.repeat(depth)}`;
    expect(refusalOf(`{"root":{"children":[${nested}]}}`).message).toContain('deeper');
  });

  test('takes an empty root, unknown types and text directly under the root', () => {
    expect(parsedState().root.children).toEqual([]);
    expect(parsedState({ type: 'hologram' }, textNode('loose')).root.children).toHaveLength(2);
  });
});

describe('deriveHtml of unusual states', () => {
  const derive = (...nodes: readonly LexicalNodeJson[]) =>
    withNodeDom(() => deriveHtml(parsedState(...nodes)));

  test('an empty root is an empty paragraph', () => {
    expect(derive()).toBe('<p><br></p>');
  });

  test('loose text becomes a paragraph', () => {
    expect(derive(textNode('loose'), textNode(' bold', 1), paragraph('next'))).toBe(
      '<p>loose<strong> bold</strong></p><p>next</p>',
    );
  });

  test('nodes of unknown type appear as their text, in their place', () => {
    const inline = paragraph(
      'see ',
      { type: 'mention', text: '@Roe', children: [] },
      ' and ',
      element('mark', 'this'),
    );
    const block = element(
      'callout',
      paragraph('inside'),
      element('unknown-list', element('unknown-item', 'item')),
    );
    expect(derive(inline, block)).toBe('<p>see @Roe and this</p><p>inside</p><p>item</p>');
  });

  test('nodes out of place get the parents they need', () => {
    expect(derive(element('listitem', 'a'), element('tablerow', element('tablecell', paragraph('b'))))).toBe(
      '<ul><li>a</li></ul><table><tbody><tr><td>b</td></tr></tbody></table>',
    );
    expect(derive(element('table', 'x'), element('list', paragraph('y')))).toBe(
      '<table><tbody><tr><td>x</td></tr></tbody></table><ul><li>y</li></ul>',
    );
  });

  test('any tree of nodes derives, says the same text, and never throws', () => {
    const types = [
      'paragraph',
      'heading',
      'quote',
      'list',
      'listitem',
      'table',
      'tablerow',
      'tablecell',
      'link',
    ];
    const odd = fc.dictionary(
      fc.constantFrom(
        'format',
        'tag',
        'url',
        'start',
        'value',
        'colSpan',
        'rowSpan',
        'headerState',
        'style',
        '$',
      ),
      fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
        fc.constant({ a: [] }),
      ),
    );
    const { node } = fc.letrec<{ node: LexicalNodeJson }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, depthSize: 'small' },
        fc.tuple(odd, fc.string({ maxLength: 6 })).map(([rest, text]) => ({ ...rest, type: 'text', text })),
        fc.constantFrom('linebreak', 'horizontalrule', 'tab', 'mystery').map((type) => ({ type })),
        fc
          .tuple(
            odd,
            fc.constantFrom(...types, 'autolink', 'report-field', 'hologram'),
            fc.array(tie('node'), { maxLength: 4 }),
          )
          .map(([rest, type, children]) => ({ ...rest, type, children })),
      ),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (children) => {
        const state = parseLexicalState(JSON.stringify({ root: { children } }));
        const html = withNodeDom(() => deriveHtml(state));
        const words = (text: string) => text.replace(/[\s\p{Cc}\u200b]+/gu, '');
        expect([...words(textOfHtml(html))].sort()).toEqual([...words(textOfState(state))].sort());
      }),
      runs(600),
    );
  });
});

describe('knownState', () => {
  test('names the unknown types and keeps what the editor knows', () => {
    const heading = { ...element('heading', 'H'), tag: 'h3', $: { section_code: '59776-5' } };
    const known = sanitiseState(parsedState(heading, { type: 'hologram' }, element('callout', 'x')));
    expect(known.unknownTypes).toEqual(['hologram', 'callout']);
    expect(known.state.root.children[0]).toMatchObject({
      type: 'heading',
      tag: 'h3',
      $: { section_code: '59776-5' },
    });
  });

  test('drops a style that would load something, keeps a plain one', () => {
    const styled = (style: string) => ({ ...textNode('x'), style });
    const known = sanitiseState(
      parsedState(paragraph(styled('color: red'), styled('background: url(//x.example/a)'))),
    );
    expect(JSON.stringify(known.state)).toContain('color: red');
    expect(JSON.stringify(known.state)).not.toContain('x.example');
  });
});

describe('sameText', () => {
  test('ignores how much white space, not whether there is any', () => {
    expect(sameText('a  b\nc', ' a b\u00a0c ')).toBe(true);
    expect(sameText('1 0 mm', '10 mm')).toBe(false);
  });
});
