import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type MrrtTemplate, parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { type FieldMeta, fieldFromAttributes } from '#report/state/field-meta.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

function importFixture(name: string): MrrtTemplate {
  const path = new URL(`../../../fixtures/templates/${name}.html`, import.meta.url);
  return withNodeDom(() => parseMrrtTemplate(readFileSync(path, 'utf8')));
}

function importHtml(body: string, head = ''): MrrtTemplate {
  return withNodeDom(() => parseMrrtTemplate(`<html><head>${head}</head><body>${body}</body></html>`));
}

/** Returns the fields of the imported report, read from its HTML. */
function fieldsOf(template: MrrtTemplate): Map<string, FieldMeta> {
  return withNodeDom(() => {
    const body = new DOMParser().parseFromString(template.report_html, 'text/html').body;
    const fields = [...body.querySelectorAll('span')].map((span) =>
      fieldFromAttributes((name) => span.getAttribute(name)),
    );
    return new Map(fields.map((field) => [field.id, field]));
  });
}

function field(template: MrrtTemplate, id: string): FieldMeta {
  const found = fieldsOf(template).get(id);
  if (found === undefined) throw new Error(`no field ${id}`);
  return found;
}

describe('parseMrrtTemplate', () => {
  test.each([
    ['us_fast', 'Ultraschall nach FAST-Protokoll', 'US', 11],
    ['us_carotis', 'Ultraschall Carotis', 'US', 31],
    ['ct_lungenembolie', 'CT-Thorax Lungenembolie', 'CT', 32],
    ['gen_recist11', 'RECIST 1.1', 'OT', 42],
    ['thorax-standard', 'Röntgen Thorax (p.a. ± lateral)', 'XR', 50],
  ])('imports %s with its title, modality and every field', (name, title, modality, fields) => {
    const template = importFixture(name);
    expect(template.title).toBe(title);
    expect(template.modality).toBe(modality);
    expect(fieldsOf(template).size).toBe(fields);
    expect(canonicalHtml(template.report_html)).toBe(template.report_html);
  });

  test.each(['us_fast', 'us_carotis', 'ct_lungenembolie', 'gen_recist11', 'thorax-standard'])(
    'leaves no control of %s without a field or an option',
    (name) => {
      const template = importFixture(name);
      const source = readFileSync(
        new URL(`../../../fixtures/templates/${name}.html`, import.meta.url),
        'utf8',
      );
      const fields = fieldsOf(template);
      const held = new Set([...fields.keys()]);
      withNodeDom(() => {
        const document = new DOMParser().parseFromString(source, 'text/html');
        for (const control of document.querySelectorAll('select, textarea')) {
          expect(held).toContain(control.id);
        }
        for (const option of document.querySelectorAll('option')) {
          const text = (option.getAttribute('label') ?? option.textContent ?? '').trim();
          if (option.getAttribute('value') === '' || /^[-–—]?$/.test(text)) continue;
          expect(fields.get(option.closest('select')?.id ?? '')?.options).toContain(text);
        }
      });
    },
  );

  test('gives sections their LOINC codes, from the English name where the title is in another language', () => {
    const { report_html } = importFixture('us_fast');
    expect(
      [...report_html.matchAll(/<h2 data-section-code="([^"]+)">([^<]+)/g)].map(([, code, title]) => [
        code,
        title,
      ]),
    ).toEqual([
      ['55752-0', 'Klinische Angaben'],
      ['55115-0', 'Fragestellung'],
      ['59776-5', 'Befund'],
      ['19005-8', 'Beurteilung'],
    ]);
  });

  test('takes over completion action, unit, kind, options and default text; a default is not a filled field', () => {
    const embolism = importFixture('ct_lungenembolie');
    expect(field(embolism, 'ct_le_ddimer')).toMatchObject({ kind: 'number', unit: 'mg/l', label: 'D-Dimer' });
    expect(field(embolism, 'ct_le_Beurteilung')).toMatchObject({ kind: 'text', completion: 'prohibit' });
    expect(field(embolism, 'ct_le_vergleich')).toMatchObject({ kind: 'date' });
    expect(field(embolism, 'ct_le_Pleura')).toMatchObject({ default_text: 'unauffällig', filled: false });
    expect(field(importFixture('us_fast'), 'mz_us_fast_Beurteilung').completion).toBe('alert');
    const carotis = importFixture('us_carotis');
    expect(field(carotis, 'us_ac_racc_psv')).toMatchObject({
      unit: 'cm/s',
      label: 'Rechts, A. carotis communis, PSV',
    });
    expect(field(carotis, 'us_ac_laci_plaque').label).toBe('Links, A. carotis interna');
    expect(field(importFixture('us_fast'), 'mz_us_fast_Pleura')).toMatchObject({
      kind: 'select',
      label: 'Pleura',
      options: ['unauffällig', 'Pleuraerguß rechts', 'Pleuraerguß links', 'Pleuraerguß beidseits'],
    });
  });

  test('makes one field of labelled check boxes in one place, and of radio buttons of one name', () => {
    expect(field(importFixture('ct_lungenembolie'), 'ct_le_loc_zentral')).toMatchObject({
      kind: 'multi',
      options: ['zentral', 'lobär', 'segmental', 'subsegmental'],
    });
    expect(field(importFixture('thorax-standard'), 'st_pleura')).toMatchObject({
      kind: 'select',
      options: ['o. B.', 'Befund'],
      default_text: '',
    });
  });

  test('lifts tables out of layout tables, rows and cells kept', () => {
    const { report_html } = importFixture('gen_recist11');
    expect(report_html).toContain('<p>Target-Lesions</p><table><tbody><tr><td>ID</td><td>Name</td>');
    // No table is nested in another.
    expect(report_html).not.toMatch(/<table>(?:(?!<\/table>).)*<table>/);
  });

  test('lists what it cannot take over', () => {
    const { unsupported } = importFixture('ct_lungenembolie');
    expect(unsupported).toContainEqual({ what: 'script', where: 'script' });
    expect(unsupported).toContainEqual({ what: 'event_handler', where: 'body onload' });
    expect(unsupported).toContainEqual({ what: 'duplicate_id', where: 'ct_le_ul_re' });
    expect(importFixture('thorax-standard').unsupported).toContainEqual({
      what: 'option_code',
      where: 'dev-typ-1',
    });
    expect(importHtml('<p>x</p><img src="a.png"><button>b</button>').unsupported).toEqual([
      { what: 'media', where: 'img' },
      { what: 'button', where: 'button' },
    ]);
  });

  test('keeps authors and licence with the template', () => {
    const { custom_attributes } = importFixture('us_fast');
    expect(custom_attributes['mrrt']).toMatchObject({ creator: 'Pinto dos Santos D', language: 'de' });
    expect(JSON.stringify(custom_attributes)).toContain('CC BY');
  });

  test('reads codes of sections and fields from coded content', () => {
    const codes = `<script type="text/xml"><!-- <template_attributes><coding_schemes></coding_schemes>
      <coded_content ORIGTXT="s1"><entry><term><code meaning="Impressions" value="19005-8" scheme="LOINC"/></term></entry></coded_content>
      <coded_content ORIGTXT="f1"><entry><term><code meaning="m" value="RID1362" scheme="RADLEX"/></term></entry></coded_content>
      </template_attributes> --></script>`;
    const template = importHtml(
      '<section id="s1"><header>Ergebnis</header><p>Size: <input id="f1" type="number" min="0" max="20"></p></section>',
      codes,
    );
    expect(template.report_html).toContain('<h2 data-section-code="19005-8">Ergebnis</h2>');
    expect(field(template, 'f1')).toMatchObject({ code: 'RID1362', min: 0, max: 20 });
  });

  test('never runs the scripts of a template and keeps none of them', () => {
    const template = importHtml(
      '<p onclick="x()">a</p><script>globalThis.ran = true</script><textarea id="t"></textarea>',
    );
    expect(Reflect.has(globalThis, 'ran')).toBe(false);
    expect(template.report_html).not.toMatch(/script|onclick/);
  });

  test('refuses a file without any template text', () => {
    expect(() => importHtml('<script>1</script>')).toThrow('has no report template');
  });
});
