/** Tests templates as published: codes, lists, checkboxes with sentences, labels, sections, character sets. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inertHtml } from '#report/mrrt/inert-html.ts';
import { type MrrtTemplate, parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { decodeTemplate } from '#report/mrrt/template-bytes.ts';
import { type FieldMeta, fieldFromAttributes } from '#report/state/field-meta.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

const bytesOf = (name: string) =>
  readFileSync(new URL(`../../../fixtures/templates/${name}.html`, import.meta.url));
const importFixture = (name: string) => withNodeDom(() => parseMrrtTemplate(decodeTemplate(bytesOf(name))));
const importHtml = (body: string, head = '') =>
  withNodeDom(() => parseMrrtTemplate(`<html><head>${head}</head><body>${body}</body></html>`));

function field(template: MrrtTemplate, id: string): FieldMeta {
  const fields = withNodeDom(() => {
    const { body } = new DOMParser().parseFromString(template.report_html, 'text/html');
    return [...body.querySelectorAll('span')].map((span) =>
      fieldFromAttributes((name) => span.getAttribute(name)),
    );
  });
  const found = fields.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no field ${id} of ${fields.map((each) => each.id).join(' ')}`);
  return found;
}

const headings = ({ report_html }: MrrtTemplate) =>
  [...report_html.matchAll(/<(h\d)(?: data-section-code="([^"]*)")?>([^<]*)/g)].map(
    ([, tag, code, title]) => [tag, code, title],
  );

describe('a form of radreport.org', () => {
  const template = importFixture('radreport-form');

  test('keeps the codes of sections, fields and options', () => {
    expect(headings(template)).toEqual([
      ['h2', '55111-9', 'How it was done'],
      ['h2', '59776-5', 'What was seen'],
      ['h3', undefined, 'Appendix'],
      ['h2', '19005-8', 'What it means'],
    ]);
    expect(field(template, 'LIST_1')).toMatchObject({
      ...{ code: 'RID34393', label: 'Hydronephrosis', kind: 'select', default_text: 'none' },
      options: ['none', 'mild', 'severe'],
      option_codes: { none: 'RID28454', severe: 'RID5673' },
    });
    expect(field(template, 'TXT_1')).toMatchObject({
      code: 'RID86',
      label: 'Spleen',
      completion: 'prohibit',
    });
  });

  test('makes a list of a datalist, and options of the sentences behind boxes', () => {
    expect(field(template, 'LIST_2')).toMatchObject({
      ...{ code: 'RID187', label: 'Gallbladder', kind: 'select', default_text: 'Normal.' },
      options: ['Normal.', 'Surgically absent.', 'Stones.'],
    });
    expect(field(template, 'BOX_1')).toMatchObject({
      ...{ label: 'Contrast', kind: 'multi', completion: 'prohibit' },
      options: ['No contrast was given.', 'Intravenous contrast was given.'],
      default_text: 'No contrast was given.',
    });
    expect(field(template, 'ONE_1')).toMatchObject({
      ...{ label: 'Pregnancy', kind: 'select', options: ['Excluded.', 'Not excluded.'], default_text: '' },
    });
    const text = template.report_html.replaceAll(/<[^>]+>/g, ' ');
    expect(text.match(/No contrast was given\./g)).toHaveLength(1);
    expect(text).not.toContain('Intravenous');
    expect(text).not.toContain('Surgically');
  });

  test('keeps the lines of a text, numbers with their range, and says that all is kept', () => {
    expect(field(template, 'soText').default_text).toBe(
      '1. First line.\n2. Second line.\n\nAfter a blank line.',
    );
    expect(template.report_html).toContain('1. First line.<br>2. Second line.<br><br>After a blank line.');
    expect(field(template, 'NUM_1')).toMatchObject({
      kind: 'number',
      unit: 'mm',
      min: 0,
      max: 60,
      label: 'Stone',
    });
    expect(template.unsupported).toEqual([]);
  });
});

test('merge fields, times, option groups and labels of their own; what has no place is listed', () => {
  const template = importFixture('merge-and-tables');
  expect(field(template, 'm1')).toMatchObject({ kind: 'merge', label: 'Indication', default_text: 'Pain.' });
  expect(field(template, 'm2')).toMatchObject({ kind: 'merge', label: 'Patient' });
  expect(field(template, 'm3')).toMatchObject({ label: 'Time', default_text: '08:30' });
  expect(field(template, 'm4').options).toEqual(['Cyst', 'Tumour']);
  expect(field(template, 'n1')).toMatchObject({ label: 'Kidney', unit: 'mm', min: 40, max: 160 });
  expect(field(template, 'm5').label).toBe('Show');
  expect(template.unsupported.map(({ where }) => where)).toEqual(
    expect.arrayContaining(['m2 data-field-merge-field', 'm4 option value', 'm4 optgroup', 'n1 step']),
  );
});

describe('bytes', () => {
  test('the character set of the file counts', () => {
    const template = importFixture('windows-1252');
    expect(template.title).toBe('Schädel Übersicht');
    expect(field(template, 'g')).toMatchObject({ label: 'Größe', options: ['unauffällig', 'vergrößert'] });
  });

  test.each([
    ['UTF-8 without a declaration', Buffer.from('<p>Größe</p>')],
    ['a byte order mark', Buffer.from('\ufeff<p>Größe</p>')],
    ['UTF-16 with its mark', Buffer.from('\ufeff<p>Größe</p>', 'utf16le')],
    ['Latin-1 without a declaration', Buffer.from('<p>Größe</p>', 'latin1')],
    ['Latin-1 declared', Buffer.from('<meta charset=ISO-8859-1><p>Größe</p>', 'latin1')],
    ['Latin-1 that says UTF-8', Buffer.from('<meta charset="utf-8"><p>Größe</p>', 'latin1')],
    ['XML that names it', Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><p>Größe</p>', 'latin1')],
    ['a character set nobody knows', Buffer.from('<meta charset="x-none"><p>Größe</p>')],
  ])('%s is read', (_, bytes) => {
    expect(decodeTemplate(bytes)).toContain('<p>Größe</p>');
  });
});

describe('codes in any spelling', () => {
  test.each([
    ['<entry ORIGTXT="f"><term><code value="RID1" scheme="RADLEX"/></term></entry>', 'RID1'],
    [
      "<ENTRY origtxt='f'><TERM><CODE meaning='x' VALUE='rid1' SCHEME='RadLex'></CODE></TERM></ENTRY>",
      'RID1',
    ],
    ['<entry id="e" OrigTxt = f ><code value=RID1></code></entry>', 'RID1'],
    ['<entry origtxt="f"><code value="http://www.radlex.org/RID/#RID1" scheme="RADLEX"/></entry>', 'RID1'],
    [
      '<coded_content ORIGTXT="f"><entry><code value="8302-2" scheme="LOINC"/></entry></coded_content>',
      '8302-2',
    ],
    ['<entry origtxt="f"><code value="123" scheme="SNOMEDCT"/></entry>', 'http://snomed.info/sct|123'],
    [
      '<coding_scheme name="OWN" designator="2.999.5"/><entry origtxt="f"><code value="x1" scheme="OWN"/></entry>',
      'urn:oid:2.999.5|x1',
    ],
  ])('%s', (xml, code) => {
    const head = `<script type="TEXT/XML"><template_attributes><coded_content>${xml}</coded_content></template_attributes></script>`;
    expect(field(importHtml('<p>Size <input id="f"></p>', head), 'f').code).toBe(code);
  });

  test('a code whose element is not there is listed', () => {
    const head = '<script type="text/xml"><entry origtxt="gone"><code value="RID1"/></entry></script>';
    expect(importHtml('<p>x</p>', head).unsupported).toEqual([{ what: 'code', where: 'gone' }]);
  });
});

describe('labels', () => {
  test('the words before a control name it, not the cell before or the control before', () => {
    const template = importHtml(
      '<table><tr><td>rechte Hüfte</td><td>α-Winkel <input id="a" type="number">° β-Winkel: <input id="b" type="number">°</td>' +
        '<td><input id="c"></td></tr></table><p>Länge <input id="d" type="number"> mm, Breite <input id="e" type="number"> mm</p>',
    );
    const labels = ['a', 'b', 'd', 'e'].map((id) => field(template, id).label);
    expect(labels).toEqual(['α-Winkel', 'β-Winkel', 'Länge', 'Breite']);
  });

  test('a row, its columns and the words in front of the table name controls that would share a name', () => {
    const vessels = (side: string) =>
      '<table><tr><td>Gefäß</td><td>PSV</td><td>EDV</td></tr><tr><td>A. carotis interna</td>' +
      `<td><input id="${side}_psv" name="${side}_psv" type="number">&nbsp;cm/s</td>` +
      `<td><input id="${side}_edv" name="${side}_edv" type="number">&nbsp;cm/s</td></tr></table>`;
    const template = importHtml(
      `<section data-section-name="Findings">Rechts: ${vessels('r')} <p>Links:</p> ${vessels('l')}` +
        '<table><tr><td>Leber</td><td><input id="liver"></td></tr>' +
        '<tr><td>rechte Hüfte</td><td>α-Winkel <input id="ra" name="ra">°</td></tr>' +
        '<tr><td>linke Hüfte</td><td>α-Winkel <input id="la" name="la">°</td></tr></table></section>',
    );
    const labels = ['r_psv', 'r_edv', 'l_psv', 'l_edv', 'liver', 'ra', 'la'].map(
      (id) => field(template, id).label,
    );
    expect(labels).toEqual([
      'Rechts, A. carotis interna, PSV',
      'Rechts, A. carotis interna, EDV',
      'Links, A. carotis interna, PSV',
      'Links, A. carotis interna, EDV',
      'Leber',
      'rechte Hüfte, α-Winkel',
      'linke Hüfte, α-Winkel',
    ]);
  });

  test('words before boxes name them, words behind boxes are their options', () => {
    const template = importHtml(
      '<p><label>Upper lobe</label> re:<input type="checkbox" id="r"> li:<input type="checkbox" id="l"></p>' +
        '<p>Contrast: <input type="radio" name="c" id="y">yes <input type="radio" name="c" id="n">no</p>',
    );
    expect(field(template, 'r').label).toBe('Upper lobe re');
    expect(field(template, 'l').label).toBe('Upper lobe li');
    expect(field(template, 'c').options).toEqual(['yes', 'no']);
  });

  test('a section without a heading of its own is headed by its name', () => {
    const template = importHtml(
      '<section data-section-name="Findings"><p>a</p><section data-section-name="Liver"><p>b</p></section></section>',
    );
    expect(headings(template)).toEqual([
      ['h2', '59776-5', 'Findings'],
      ['h3', undefined, 'Liver'],
    ]);
  });
});

test('handlers and styles reach no document, words that look like them stay', () => {
  const html = inertHtml(
    '<p onclick="x()" STYLE=\'a:b\' title="one = two style=3">a onload="1" <b>c</b></p>',
  );
  expect(html).toBe(
    '<p data-inert-onclick="x()" data-inert-style=\'a:b\' title="one = two style=3">a onload="1" <b>c</b></p>',
  );
});

describe('codes where one id has more than one, or none', () => {
  const xml = (content: string) =>
    `<script type="text/xml"><template_attributes>${content}</template_attributes></script>`;

  test('an entry within another keeps its own, and the outer one takes none of it', () => {
    const template = importHtml(
      '<p>Liver <input id="a"> Spleen <input id="b"> Node <input id="c"></p>',
      xml(
        '<coded_content><entry ORIGTXT="a"><term type="has"/><entry origtxt="b"><term><code value="RID86" scheme="RADLEX"/></term></entry></entry>' +
          '<!-- <entry ORIGTXT="a"><code value="RID9"/></entry> -->' +
          '<entry><term><code ORIGTXT=\'c\' meaning="a > b" value="RID13296" scheme="RADLEX"/></term></entry></coded_content>',
      ),
    );
    expect(['a', 'b', 'c'].map((id) => field(template, id).code)).toEqual([null, 'RID86', 'RID13296']);
    expect(template.unsupported).toEqual([]);
  });

  test('a second code of one element is listed, those of the template are kept with it', () => {
    const template = importHtml(
      '<p>Liver <input id="a"></p>',
      xml(
        '<term><code value="RID10321" scheme="RADLEX"/></term><coded_content><entry ORIGTXT="a">' +
          '<term><code value="RID58" scheme="RADLEX"/></term><term><code value="RID5825" scheme="RADLEX"/></term></entry></coded_content>',
      ),
    );
    expect(field(template, 'a').code).toBe('RID58');
    expect(template.unsupported).toEqual([{ what: 'code', where: 'a' }]);
    expect(template.custom_attributes['mrrt']).toMatchObject({ codes: ['RID10321'] });
  });
});

describe('what is chosen before', () => {
  test.each([
    [
      'none of a list of several',
      '<select id="f" multiple><option>a</option><option>b</option></select>',
      '',
    ],
    [
      'two of a list of several',
      '<select id="f" multiple><option selected>a</option><option>b</option><option selected>c</option></select>',
      'a, c',
    ],
    [
      'the last of a plain list',
      '<select id="f"><option selected>a</option><option selected>b</option></select>',
      'b',
    ],
  ])('%s', (_, html, chosen) => {
    expect(field(importHtml(`<p>Side ${html}</p>`), 'f').default_text).toBe(chosen);
  });

  test('a button in capitals is one of its list, and one without words is called by its value', () => {
    const template = importHtml(
      '<p>Side: <input type="RADIO" name="f" value="l" checked>left <input type="RADIO" name="f" value="r">right</p>' +
        '<p>Grade: <label><input type="radio" name="g" value="1">one</label><br><label><input type="radio" name="g" value="two"></label></p>',
    );
    expect(field(template, 'f')).toMatchObject({
      kind: 'select',
      options: ['left', 'right'],
      default_text: 'left',
    });
    expect(field(template, 'g').options).toEqual(['one', 'two']);
  });

  test('a datalist has its words as texts, labels or values; values that say something else are listed', () => {
    const list = (options: string) =>
      `<p>Side <input id="f" list="l"><datalist id="l">${options}</datalist></p>`;
    const values = importHtml(
      list('<option value="left"><option value="right"><option label="both" value="both">'),
    );
    expect(field(values, 'f').options).toEqual(['left', 'right', 'both']);
    expect(values.unsupported).toEqual([]);
    const others = importHtml(list('<option value="1">left</option><option value="2" label="right">'));
    expect(field(others, 'f').options).toEqual(['left', 'right']);
    expect(others.unsupported).toEqual([{ what: 'attribute', where: 'l option value' }]);
  });

  test('a box has the words beside it as its option; a value that says something else is listed once a group', () => {
    const boxes = (values: readonly string[]) =>
      importHtml(
        values
          .map(
            (value) =>
              `<p><label><input type="radio" name="side" value="${value}">${value || 'none'} lung</label></p>`,
          )
          .join(''),
      ).unsupported;
    expect(boxes(['left', 'right'])).toEqual([{ what: 'attribute', where: 'side value' }]);
    expect(boxes(['', 'on'])).toEqual([]);
  });

  test('controls that no field stands for are listed', () => {
    const template = importHtml(
      '<p>Text. <input type="hidden" id="h" value="x"><output id="o">3</output></p>',
    );
    expect(template.unsupported).toEqual([
      { what: 'form_control', where: 'h' },
      { what: 'form_control', where: 'o' },
    ]);
  });
});
