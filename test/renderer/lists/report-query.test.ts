import { describe, expect, test } from 'vitest';
import { parseReportQuery } from '#renderer/screens/worklist/search/report-query.ts';

describe('parseReportQuery', () => {
  test.each([
    ['nodule "ground glass"', 'nodule "ground glass"', false],
    ['text:nodule', 'nodule', true],
    ['text: "ground glass"', '"ground glass"', true],
    ['impression:"ground glass" modality:CT', 'impression:"ground glass"', true],
    ['Beurteilung: Rundherd', 'Beurteilung: Rundherd', true],
    ['caption:nodule', 'caption:nodule', true],
    ['impression:', '', true],
    ['text:', '', true],
    ['date:2026-05 tag:"tumour board" has:draft id:0048 state:final', '', false],
    ['foo:bar', 'foo:bar', false],
    ['  "', '', false],
  ])('of %s', (search, text, isNamed) => {
    expect(parseReportQuery(search)).toEqual({ text, isNamed });
  });
});
