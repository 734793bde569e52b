import { describe, expect, test } from 'vitest';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { countWords, textOfState } from '#report/plain-text.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { findNextUnfilled, listFields } from '#report/review/field-list.ts';
import { compareSections, mergeSections } from '#report/review/merge-sections.ts';
import { listSections, splitSections, textOfSection } from '#report/review/section-list.ts';

const MARKS = { theirs: 'Dr B, version 2', mine: 'Dr A' };

function stateOfHtml(html: string) {
  return parseLexicalState(reportFromHtml(html).report_lexical);
}

const REPORT = stateOfHtml(
  '<p>Preface</p><h2 data-section-code="59776-5">Findings</h2><p>Liver normal.</p><h3>Spleen</h3><p>12 cm</p>' +
    '<h2 data-section-code="19005-8">Impression</h2><p>Normal.</p>',
);

describe('listSections', () => {
  test('gives code, title, level and place of every heading', () => {
    expect(
      listSections(REPORT).map(({ code, title, level, ordinal }) => [code, title, level, ordinal]),
    ).toEqual([
      ['59776-5', 'Findings', 2, 0],
      [null, 'Spleen', 3, 1],
      ['19005-8', 'Impression', 2, 2],
    ]);
  });

  test('loses nothing when the report is cut', () => {
    expect(splitSections(REPORT).flatMap((section) => section.nodes)).toEqual(REPORT.root.children);
  });

  test('takes subsections into the text of a section', () => {
    expect(textOfSection(REPORT, '59776-5')).toBe('Liver normal.\nSpleen\n12 cm');
    expect(textOfSection(REPORT, '18834-2')).toBeNull();
  });
});

describe('listFields', () => {
  const state = stateOfHtml(
    '<p>a <span data-field="x" data-field-label="X" data-field-filled="true">1</span></p>' +
      '<table><tr><td><span data-field="y" data-field-completion="alert">___</span></td></tr></table>',
  );

  test('finds fields in text and tables, with what they show', () => {
    expect(listFields(state)).toMatchObject([
      { id: 'x', label: 'X', filled: true, text: '1', ordinal: 0 },
      { id: 'y', completion: 'alert', filled: false, text: '___', ordinal: 1 },
    ]);
  });

  test('the next unfilled field is looked for from the start again', () => {
    const fields = listFields(state);
    expect(findNextUnfilled(fields, 1)?.id).toBe('y');
    expect(findNextUnfilled(fields.slice(0, 1), 0)).toBeNull();
  });
});

describe('compareSections', () => {
  const section = (title: string, text: string) => `<h2>${title}</h2><p>${text}</p>`;
  const base = stateOfHtml(section('A', '1') + section('B', '1') + section('C', '1'));

  test('names who changed what and proposes that side', () => {
    const theirs = stateOfHtml(
      section('A', '2') + section('B', '1') + section('C', 'theirs') + section('D', 'new'),
    );
    const mine = stateOfHtml(section('A', '1') + section('B', '2') + section('C', 'mine'));
    const rows = compareSections(base, theirs, mine);
    expect(rows.map(({ title, changedBy, choice }) => [title, changedBy, choice])).toEqual([
      ['A', 'theirs', 'theirs'],
      ['B', 'mine', 'mine'],
      ['C', 'both', 'both'],
      ['D', 'theirs', 'theirs'],
    ]);
    const merged = splitSections(mergeSections(rows, MARKS));
    expect(merged.map((part) => part.title)).toEqual(['A', 'B', 'C', 'D']);
    expect(textOfState(mergeSections(rows, MARKS))).toContain('C\n[Dr B, version 2]\ntheirs\n[Dr A]\nmine');
  });

  test('what both sides share stands once, a section one side has taken out comes unmarked', () => {
    const long = (text: string) => stateOfHtml(`<h2>A</h2><p>first</p><p>${text}</p><p>last</p>`);
    const rows = compareSections(long('1'), long('2'), long('3'));
    expect(textOfState(mergeSections(rows, MARKS))).toBe('A\nfirst\n[Dr B, version 2]\n2\n[Dr A]\n3\nlast');
    const gone = compareSections(long('1'), stateOfHtml('<h2>B</h2><p>b</p>'), long('3'));
    const both = gone.map((row) => ({ ...row, choice: 'both' as const }));
    expect(textOfState(mergeSections(both, MARKS))).not.toContain('[');
  });

  test('a section nobody changed stays once, though both sides are chosen', () => {
    const rows = compareSections(base, base, base).map((row) => ({ ...row, choice: 'both' as const }));
    expect(mergeSections(rows, MARKS).root.children).toEqual(base.root.children);
  });

  test('the same change on both sides is no conflict and stays once', () => {
    const both = stateOfHtml(section('A', '2') + section('B', '1') + section('C', '1'));
    expect(compareSections(base, both, both).map((row) => row.changedBy)).toEqual([
      'nobody',
      'nobody',
      'nobody',
    ]);
    expect(mergeSections(compareSections(base, both, both), MARKS).root.children).toEqual(both.root.children);
  });

  test('keeps sections of one name apart', () => {
    const twice = stateOfHtml(section('A', '1') + section('A', '2'));
    expect(mergeSections(compareSections(twice, twice, twice), MARKS).root.children).toEqual(
      twice.root.children,
    );
  });
});

describe('countWords', () => {
  test('counts what holds a letter or a digit', () => {
    expect(countWords('Liver: 12 mm – normal, größer.')).toBe(5);
    expect(countWords(' ')).toBe(0);
  });
});
