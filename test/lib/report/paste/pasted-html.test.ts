import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PASTE_MAX_CHARS, pastedHtml } from '#report/paste/pasted-html.ts';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

function paste(html: string): string {
  return withNodeDom(() => pastedHtml(html)) ?? 'refused';
}

const WORD = readFileSync(new URL('../../../fixtures/paste/word.html', import.meta.url), 'utf8');

describe('pastedHtml', () => {
  test('makes of a Word document what its writer saw, and nothing else', () => {
    expect(paste(WORD)).toBe(
      '<p>This is normal text</p>' +
        '<ol><li>Numbered list 1</li><li>Numbered list 2</li><li>Numbered list 3</li><li>Numbered list 4</li></ol><p><br></p>' +
        '<ol><li>Outline numbered 1<ol><li>Outline numbered 1.a</li><li>Outline numbered 1.b</li></ol></li><li>Outline numbered 2</li></ol>' +
        '<ul><li>Bulleted list 1</li><li>Bulleted list 2</li></ul>',
    );
  });

  test('keeps headings, tables and bold; drops colours, fonts, pictures and comments', () => {
    const html =
      '<h2 style="color:red">H</h2><p style="font-family:Arial"><span style="color:#f00;font-weight:700">b</span> ' +
      '<img src="https://x.example/a.png">t</p><!-- c --><table border=1><tr><td bgcolor=red>1</td></tr></table>';
    expect(paste(html)).toBe(
      '<h2>H</h2><p><strong>b</strong> t</p><table><tbody><tr><td>1</td></tr></tbody></table>',
    );
  });

  test('takes a body whose style says list paragraph for what it is', () => {
    expect(paste('<body style="mso-list:l0 level1 lfo1"><p>a</p></body>')).toBe('<p>a</p>');
  });

  test('takes a wrapper whose style says normal weight for what it is', () => {
    expect(
      paste('<b style="font-weight:normal"><p>a</p><p><span style="font-style:italic">b</span></p></b>'),
    ).toBe('<p>a</p><p><em>b</em></p>');
  });

  test('leaves nothing that runs, and is canonical', () => {
    const html = paste(
      '<p onclick="x()">a<script>1</script></p><a href="javascript:x">l</a><svg><text>s</text></svg>',
    );
    expect(html).toBe('<p>a</p><p>l</p>');
    expect(canonicalHtml(html)).toBe(html);
  });

  test('refuses a megabyte', () => {
    expect(withNodeDom(() => pastedHtml('x'.repeat(PASTE_MAX_CHARS + 1)))).toBeNull();
  });
});
