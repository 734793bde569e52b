/** Builders of editor states for report tests. */
import {
  type LexicalNodeJson,
  type LexicalStateJson,
  parseLexicalState,
} from '#report/nodes/lexical-state.ts';

export function textNode(text: string, format = 0): LexicalNodeJson {
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '' };
}

export function paragraph(...children: readonly (string | LexicalNodeJson)[]): LexicalNodeJson {
  return element('paragraph', ...children);
}

export function element(type: string, ...children: readonly (string | LexicalNodeJson)[]): LexicalNodeJson {
  return {
    type,
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: children.map((child) => (typeof child === 'string' ? textNode(child) : child)),
  };
}

/** Returns the serialized state of the blocks. */
export function stateOf(children: readonly LexicalNodeJson[]): string {
  return JSON.stringify({ root: element('root', ...children) });
}

export function parsedState(...children: readonly LexicalNodeJson[]): LexicalStateJson {
  return parseLexicalState(stateOf(children));
}

/** One of everything a report can contain, in canonical form. */
export const WHOLE =
  '<h1>CT thorax</h1><h2 data-section-code="59776-5">Findings</h2>' +
  '<p>Normal <strong>bold</strong> <em>it</em> <u>un</u> <s>out</s> H<sub>2</sub>O m<sup>2</sup> <strong><em>both</em></strong>.</p>' +
  '<p>Pleura: <span data-field="pl" data-field-label="Pleura" data-field-kind="select" data-field-options="[&quot;clear&quot;,&quot;&lt;5 mm&quot;]" data-field-option-codes="{&quot;&lt;5 mm&quot;:&quot;RID28719&quot;}" data-field-unit="mm" data-field-min="0" data-field-max="12.5" data-field-completion="prohibit" data-field-code="RID1362" data-field-default="clear">clear</span>.</p>' +
  '<ul><li>one<ul><li>one a<ol><li>deep</li></ol></li><li>one b</li></ul></li><li>two</li></ul>' +
  '<ol start="3"><li>three</li><li>four</li></ol>' +
  '<table><tbody><tr><th>Lesion</th><th>mm</th></tr><tr><td colspan="2">both <em>sides</em></td></tr>' +
  '<tr><td rowspan="2"><p>a</p><p>b</p></td><td></td></tr><tr><td><ul><li>in cell</li></ul></td></tr></tbody></table>' +
  '<blockquote>quoted<br>twice</blockquote><hr><p>See <a href="https://x.example/?a=1&amp;b=2">the <strong>link</strong></a>.</p>' +
  '<figure data-picture="0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f" data-picture-frame="3" data-picture-window="-600 1500.5">Nodule, <em>11 mm</em></figure>' +
  '<p><br></p><p>line one<br>line two &lt;5 &amp; &gt;3</p>';
