import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { runs } from '#test/support/depth.ts';

/** Samples of cross-site scripting and mutation attacks; none may leave a trace. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example/a.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><p>x</p></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><desc><noscript></desc></svg><img src=x onerror=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<style>@import url(//x.example/a.css)</style><p style="background:url(//x.example/b)">t</p>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" java\tscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:x">a</a><a href="file:///etc/passwd">b</a><a href="//x.example">c</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf"><applet code=x></applet>',
  '<link rel=stylesheet href=//x.example/a.css><meta http-equiv=refresh content="0;url=//x.example"><base href=//x.example>',
  '<video poster=//x.example/p><source src=//x.example/v onerror=alert(1)></video><audio src=//x.example/a></audio>',
  '<input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>b</button><select onchange=x><option>o</option></select>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>',
  '<p><![CDATA[<script>alert(1)</script>]]></p><!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<?xml-stylesheet href="javascript:alert(1)"?><p>x</p>',
  '<span data-field="f" onclick="alert(1)" data-field-label="&quot; onmouseover=&quot;alert(1)">x</span>',
  '<h2 data-section-code="&quot;><script>alert(1)</script>">x</h2>',
  '<td colspan="1&quot; onload=&quot;x">c</td><ol start="javascript:1"><li>i</li></ol>',
  '<x-custom onconnected=alert(1)><p>x</p></x-custom><portal src=//x.example></portal>',
  '<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt></p>',
];

const GRAMMAR =
  /^(?:[^<>]|<\/?(?:p|h[1-6]|blockquote|ul|ol|li|table|tbody|tr|td|th|a|span|strong|em|u|s|code|mark|sub|sup)(?: (?:data-field(?:-[a-z]+)?|data-section-code|href|start|colspan|rowspan)="[^"<>]*")*>|<[bh]r>)*$/;

function expectHarmless(html: string): void {
  expect(html).toMatch(GRAMMAR);
  const tags = html.replace(/>[^<]*/g, '>');
  for (const [, href = ''] of tags.matchAll(/ href="([^"]*)"/g))
    expect(href).toMatch(/^(?:https?:\/\/|mailto:|#)/i);
}

describe('canonicalHtml', () => {
  test.each(PAYLOADS)('leaves nothing that runs or loads of %s', (payload) => {
    for (const wrapped of [
      payload,
      `<p>before ${payload} after</p>`,
      `<table><tr><td>${payload}</td></tr></table>`,
    ]) {
      const html = canonicalHtml(wrapped);
      expectHarmless(html);
      expect(canonicalHtml(html)).toBe(html);
    }
  });

  test('writes only its own grammar, and the same again, for any mixture of tags and text', () => {
    const names = [
      'p',
      'b',
      'a',
      'div',
      'table',
      'tr',
      'td',
      'ul',
      'li',
      'ol',
      'h2',
      'blockquote',
      'svg',
      'style',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom(
        '<br>',
        '<hr/>',
        '<!-- c -->',
        '&amp;',
        '&lt;',
        '&nbsp;',
        '&bogus;',
        ' ',
        '\n',
        '<a href="#x">',
      ),
      fc.constantFrom(
        '<span data-field="f1" data-field-kind="select">',
        '</span>',
        '<td colspan="3">',
        '<',
        '"',
        '>',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = canonicalHtml(pieces.join(''));
        expectHarmless(html);
        expect(canonicalHtml(html)).toBe(html);
      }),
      runs(1000),
    );
  });

  test.each([
    ['', '<p><br></p>'],
    ['plain & text', '<p>plain &amp; text</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<b>x</b> <i><b>y</b></i>', '<p><strong>x</strong> <strong><em>y</em></strong></p>'],
    ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    ['<ul><li>a</li><li><ul><li>b</li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ul><br><br><ol>b', '<ul><li><ol><li>b</li></ol></li></ul>'],
    ['<ul><li>a</li><li></li><li></li><ol>b', '<ul><li>a<ol><li>b</li></ol></li></ul>'],
    ['<ol start="4"><li><p>a</p><p>b</p></li></ol>', '<ol start="4"><li>a<br>b</li></ol>'],
    ['<a href="https://x.example/?a=1&b=2">l</a>', '<p><a href="https://x.example/?a=1&amp;b=2">l</a></p>'],
    ['<p>&eacute; &lt;script&gt; &amp;lt;</p>', '<p>é &lt;script&gt; &amp;lt;</p>'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '<blockquote>a<br>b</blockquote>'],
    ['<p>  a \n b <br> c<br></p>', '<p>a b<br>c</p>'],
  ])('writes %j as %j', (given, canonical) => {
    expect(canonicalHtml(given)).toBe(canonical);
  });

  test('keeps tables with heads, spans, captions and several blocks in a cell', () => {
    const given =
      '<table><caption>Sizes</caption><thead><tr><th>Organ</th><th>mm</th></tr></thead>' +
      '<tr><td rowspan=2>Liver<td>120</tr><tr><td><p>a</p><p>b</p></td></tr></table>';
    expect(canonicalHtml(given)).toBe(
      '<p>Sizes</p><table><tbody><tr><th>Organ</th><th>mm</th></tr>' +
        '<tr><td rowspan="2">Liver</td><td>120</td></tr><tr><td><p>a</p><p>b</p></td></tr></tbody></table>',
    );
  });

  test('lifts a table out of a list item and out of another table', () => {
    const table = '<table><tbody><tr><td>1</td></tr></tbody></table>';
    expect(canonicalHtml(`<ul><li>a${table}b</li></ul>`)).toBe(
      `<ul><li>a</li></ul>${table}<ul><li>b</li></ul>`,
    );
    expect(canonicalHtml(`<table><tr><td>head</td><td>${table}</td></tr></table>`)).toBe(
      `<p>head</p>${table}`,
    );
  });

  test('unwraps nesting without end instead of failing', () => {
    const html = canonicalHtml(`${'<div><ul><li>'.repeat(5000)}deep`);
    expect(html).toContain('deep');
    expect(canonicalHtml(html)).toBe(html);
  });

  test('takes more siblings than a call stack holds', () => {
    const inline = '<strong>x</strong><br>'.repeat(150_000);
    const html = canonicalHtml(`<p><a href="#x">${inline}y</a></p>`);
    expect(html).toHaveLength('<p><a href="#x">y</a></p>'.length + inline.length);
    expect(canonicalHtml(`<unknown>${'<hr>'.repeat(150_000)}</unknown>`)).toHaveLength(600_000);
  });
});
