/** The starter set, every template and macro of it: read by the report's own parsers, and held against the sign gate. */
import { describe, expect, test } from 'vitest';
import { checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';
import { FINDINGS_CODE, IMPRESSION_CODE } from '#report/checks/quality-finding.ts';
import { deriveHtml } from '#report/dom/derive-html.ts';
import { stateFromHtml } from '#report/dom/import-html.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { listFields } from '#report/review/field-list.ts';
import { unitBehind } from '#report/review/measurements/measured-unit.ts';
import { listSections, textOfSection } from '#report/review/section-list.ts';
import {
  STARTER_LANGUAGES,
  type StarterItem,
  starterBody,
  starterItemsFor,
  starterModalities,
  starterSet,
} from '#report/starter/starter-set.ts';
import { parseFieldMeta } from '#report/state/field-meta.ts';
import { SECTIONS, sectionCodeOfTitle } from '#report/state/section-titles.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

const sets = new Map(
  await Promise.all(
    STARTER_LANGUAGES.map(async (language) => [language, await starterSet(language)] as const),
  ),
);
const all = [...sets.values()].flat();
const named = (items: readonly StarterItem[]) =>
  items.map((item) => [`${item.language} ${item.title}`, item] as const);
const templates = named(all.filter(({ kind }) => kind === 'template'));
const macros = named(all.filter(({ kind }) => kind === 'macro'));

/** What time is counted in is no measure of a picture; a follow-up is. */
const CALENDAR = new Set(['months', 'Monaten', 'meses', 'mois']);

const stateOf = (html: string) => parseLexicalState(reportFromHtml(html).report_lexical);
const fieldsOf = (item: StarterItem) => listFields(stateOf(item.report_html));

const gate = (state: LexicalStateJson, title: string) => {
  const input: QualityInput = {
    ...{ state, title, exam_date: '2026-05-12', biological_sex: null, has_patient: true },
    ...{ critical_untold: false, kept_blocks: 0, now: new Date('2026-05-12T12:00:00Z') },
  };
  return checkQuality(input);
};

type Chosen = (field: ReturnType<typeof parseFieldMeta>, ordinal: number) => string | undefined;

/** The report with the fields filled that `chosen` answers for, as the editor fills them. */
function filled(state: LexicalStateJson, chosen: Chosen): LexicalStateJson {
  let ordinal = -1;
  const visit = (node: LexicalNodeJson): LexicalNodeJson => {
    if (node.type !== 'report-field')
      return node.children ? { ...node, children: node.children.map(visit) } : node;
    ordinal += 1;
    const field = parseFieldMeta(node['field']);
    const text = chosen(field, ordinal);
    if (text === undefined) return node;
    return { ...node, field: { ...field, filled: true }, children: [{ type: 'text', text, version: 1 }] };
  };
  return { root: { ...state.root, children: state.root.children.map(visit) } };
}

/** What a person says in it: the usual text, the first choice, a number within what is plausible. */
const said: Chosen = ({ kind, default_text: usual, options, min, max, unit }) => {
  if (usual !== '') return usual;
  if (kind === 'number') return `${Math.round(((min ?? 0) + (max ?? 0)) / 2)}\u00A0${unit}`;
  return options[0] ?? 'A. B.';
};

/** The same of what has a usual text or is demanded; a choice that is demanded takes its first. */
const normal: Chosen = (field, ordinal) =>
  field.default_text === '' && field.completion === 'none' ? undefined : said(field, ordinal);

/** As the interface takes them out: the line with its label. */
function withoutOpenLines({ root }: LexicalStateJson): LexicalStateJson {
  const isOpen = (node: LexicalNodeJson) =>
    node.children?.some((child) => child.type === 'report-field' && !parseFieldMeta(child['field']).filled);
  return { root: { ...root, children: root.children.filter((node) => !isOpen(node)) } };
}

test('has 24 templates and 30 macros in English and German, six of each in the other three languages', () => {
  const counts = [...sets].map(([language, items]) => [
    language,
    items.filter(({ kind }) => kind === 'template').length,
    items.filter(({ kind }) => kind === 'macro').length,
  ]);
  expect(counts).toEqual([
    ['en', 24, 30],
    ['de', 24, 30],
    ['es', 6, 6],
    ['fr', 6, 6],
    ['pt', 6, 6],
  ]);
});

test.each([...sets])('%s has templates of every modality, and titles of its own', (_, items) => {
  const modalities = starterModalities(items);
  expect([...modalities].sort()).toEqual(['CR', 'CT', 'MG', 'MR', 'US']);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  for (const modality of modalities)
    expect(starterItemsFor(items, new Set([modality])).some(({ kind }) => kind === 'template')).toBe(true);
  expect(starterItemsFor(items, new Set())).toEqual([]);
  expect(starterItemsFor(items, new Set(modalities))).toHaveLength(items.length);
});

test('English and German ask for the same things', () => {
  const shape = (language: 'en' | 'de') =>
    (sets.get(language) ?? [])
      .filter(({ kind }) => kind === 'template')
      .map((item) =>
        fieldsOf(item).map(({ kind, options, min, max, completion, default_text }) =>
          [kind, options.length, min, max, completion, default_text === ''].join(' '),
        ),
      );
  expect(shape('de')).toEqual(shape('en'));
});

describe.each(templates)('the template %s', (_, item) => {
  const state = stateOf(item.report_html);
  const fields = fieldsOf(item);

  test('is read alike by the parser of Node and by that of the window, and kept as it is written', () => {
    const { report_html } = reportFromHtml(item.report_html);
    expect(report_html).toBe(item.report_html);
    expect(withNodeDom(() => deriveHtml(stateFromHtml(item.report_html)))).toBe(item.report_html);
  });

  test('has the sections a report needs, with their codes, under their names in its language', () => {
    const sections = listSections(state);
    const codes = sections.map(({ code }) => code);
    expect(codes).toContain(FINDINGS_CODE);
    expect(codes.at(-1)).toBe(IMPRESSION_CODE);
    expect(codes).toEqual(SECTIONS.map(({ code }) => code).filter((code) => codes.includes(code)));
    for (const { code, title } of sections) {
      expect(SECTIONS.find((section) => section.code === code)?.[item.language]).toBe(title);
      expect(sectionCodeOfTitle(title)).toBe(code);
    }
  });

  test('names each field, gives numbers their unit and range, and choices more than one', () => {
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    expect(fields.some(({ kind }) => kind === 'number')).toBe(true);
    for (const { label, kind, unit, min, max, options, default_text: usual } of fields) {
      expect(label).not.toBe('');
      if (kind === 'number') {
        expect(unitBehind(` ${unit}`), `${label}: ${unit}`).toBeDefined();
        expect(min).toBeLessThan(max ?? Number.NaN);
      }
      if (kind === 'select' || kind === 'multi') {
        expect(options.length, label).toBeGreaterThan(1);
        expect(new Set(options).size).toBe(options.length);
        if (usual !== '') expect(options).toContain(usual);
      }
    }
  });

  test('says nothing outside its fields but what they are called', () => {
    const bare = filled(state, () => '');
    const lines = bare.root.children
      .filter(({ type }) => type !== 'heading')
      .map((node) => textOfState({ root: { type: 'root', children: [node] } }).trim());
    for (const line of lines) expect(line).toMatch(/^$|^[^.;!?]{1,80}:$/u);
  });

  test('passes the gate without a question when nothing was found and open lines are taken out', () => {
    expect(gate(withoutOpenLines(filled(state, normal)), item.title)).toEqual([]);
  });

  test('passes the gate when everything is filled; it may ask about what the impression leaves out', () => {
    const findings = gate(filled(state, said), item.title);
    expect(findings.filter(({ code }) => code !== 'finding_not_in_impression')).toEqual([]);
  });

  test('is refused as it comes, and while one text of its own stands untouched', () => {
    expect(gate(state, item.title).some(({ severity }) => severity === 'block')).toBe(true);
    for (const { ordinal, default_text: usual, completion } of fields) {
      if (usual === '' && completion === 'none') continue;
      const allBut = filled(state, (field, at) => (at === ordinal ? undefined : said(field, at)));
      const codes = gate(allBut, item.title).map(({ code, severity }) => [code, severity]);
      expect(codes.filter(([, severity]) => severity === 'block')).toEqual(
        expect.arrayContaining([[usual === '' ? 'field_unfilled' : 'defaults_untouched', 'block']]),
      );
    }
  });

  test('leaves the impression to the reader', () => {
    const impression = textOfSection(state, IMPRESSION_CODE) ?? '';
    expect(impression.replaceAll('_', '').trim()).toBe('');
  });
});

describe.each(macros)('the macro %s', (_, item) => {
  test('is one line that both parsers read alike, with an abbreviation that can be typed', () => {
    expect(item.title).toMatch(/^\.[\p{L}\p{N}_-]{2,40}$/u);
    expect(item.title).toBe(item.title.toLowerCase());
    expect(reportFromHtml(item.report_html).report_html).toBe(item.report_html);
    expect(withNodeDom(() => deriveHtml(stateFromHtml(item.report_html)))).toBe(item.report_html);
  });

  test('ends as a sentence, and demands what it asks for with its unit', () => {
    const state = filled(stateOf(item.report_html), said);
    expect(textOfState(state).trim()).toMatch(/\.$/);
    for (const { completion, kind, unit, label } of fieldsOf(item)) {
      expect(completion, label).toBe('prohibit');
      if (kind === 'number')
        expect(CALENDAR.has(unit ?? '') || unitBehind(` ${unit}`) !== undefined, label).toBe(true);
    }
  });
});

test('what is put into a vault says its language and what it is', () => {
  const [template] = all.filter(({ kind }) => kind === 'template');
  const [macro] = all.filter(({ kind }) => kind === 'macro');
  if (!template || !macro) throw new Error('The set is empty.');
  expect(starterBody(template, 'g')).toMatchObject({
    security_group_id: 'g',
    record: { title: template.title, custom_attributes: { language: 'en', starter: true } },
  });
  expect(starterBody(macro, 'g')).toMatchObject({
    tags: ['macro'],
    record: { custom_attributes: { kind: 'macro' } },
  });
});
