import { describe, expect, test } from 'vitest';
import { checkRecommendedFollowUp } from '#report/checks/recommended-follow-up.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

const reportWith = (text: string, code = '18783-1') =>
  parsedState({ ...element('heading', 'Title'), tag: 'h2', $: { section_code: code } }, paragraph(text));

describe('checkRecommendedFollowUp', () => {
  test.each([
    ['Kontrolle in 3 Monaten.', 'Kontrolle in 3 Monaten'],
    ['Wir empfehlen eine CT-Verlaufskontrolle in etwa 6 Wochen.', 'Verlaufskontrolle in etwa 6 Wochen'],
    ['Follow-up CT in 3 to 6 months is advised.', 'Follow-up CT in 3 to 6 months'],
    ['In 12 months a follow-up.', 'In 12 months a follow-up'],
    ['Contrôle dans 3 mois.', 'Contrôle dans 3 mois'],
    ['Control en 3 meses.', 'Control en 3 meses'],
    ['Controle em três meses.', 'Controle em três meses'],
  ])('%j is told where no follow-up is recorded', (text, said) => {
    expect(checkRecommendedFollowUp(reportWith(text), false)).toMatchObject([
      { code: 'follow_up_unrecorded', severity: 'warn', params: { text: said } },
    ]);
    expect(checkRecommendedFollowUp(reportWith(text, '19005-8'), false)).toHaveLength(1);
    expect(checkRecommendedFollowUp(reportWith(text), true)).toEqual([]);
    expect(checkRecommendedFollowUp(reportWith(text), undefined)).toEqual([]);
  });

  test.each([
    'No follow-up in 3 months is needed.',
    'Keine Kontrolle in 3 Monaten erforderlich.',
    'Nodule grown in 3 months.',
    'Follow-up of a known nodule.',
  ])('%j recommends none', (text) => {
    expect(checkRecommendedFollowUp(reportWith(text), false)).toEqual([]);
  });

  test('what was asked of this exam is no recommendation', () => {
    expect(checkRecommendedFollowUp(reportWith('Kontrolle nach 3 Monaten.', '55752-0'), false)).toEqual([]);
  });
});
