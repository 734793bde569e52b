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
    ['6-month follow-up is advised.', '6-month follow-up'],
    ['CT chest in 6 months.', 'CT chest in 6 months'],
    ['Kontrolluntersuchung in 3 Monaten.', 'Kontrolluntersuchung in 3 Monaten'],
    ['Kontroll-CT in 6 Monaten.', 'Kontroll-CT in 6 Monaten'],
    ['6-Monats-Kontrolle empfohlen.', '6-Monats-Kontrolle'],
    ['Kontrolle in vier Wochen.', 'Kontrolle in vier Wochen'],
    ['Contrôle à 3 mois.', 'Contrôle à 3 mois'],
    ['Surveillance à un an.', 'Surveillance à un an'],
    ['Contrôle d’ici 3 mois.', 'Contrôle d’ici 3 mois'],
    ['Control a 3 meses.', 'Control a 3 meses'],
    ['Nodule without calcification; follow-up CT in 6 months.', 'follow-up CT in 6 months'],
    ['Nodule without calcification, follow-up CT in 6 months.', 'follow-up CT in 6 months'],
    ['Quiste sin septos; control en 6 meses.', 'control en 6 meses'],
    ['Nódulo no lobo superior, controle em 3 meses.', 'controle em 3 meses'],
    ['Nódulo no lobo superior: controle em 3 meses.', 'controle em 3 meses'],
    ['Controle no serviço em 3 meses.', 'Controle no serviço em 3 meses'],
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
    'No further CT follow-up in 3 months.',
    'In 3 months no follow-up is needed.',
    'Eine Kontrolle in 3 Monaten ist nicht erforderlich.',
    'Kontrolle in 3 Monaten nicht erforderlich.',
    'A follow-up in 3 months is not required.',
    'Un contrôle à 3 mois n’est pas nécessaire.',
    'Pas de contrôle à 3 mois.',
    'No precisa control en 3 meses.',
    'Não requer controle em 3 meses.',
    'Compared with the control after 3 months.',
    'Gegenüber der Kontrolle nach 3 Monaten kleiner.',
    'CT shows growth in 6 months.',
    'Follow-up of a known nodule.',
  ])('%j recommends none', (text) => {
    expect(checkRecommendedFollowUp(reportWith(text), false)).toEqual([]);
  });

  test('what was asked of this exam is no recommendation', () => {
    expect(checkRecommendedFollowUp(reportWith('Kontrolle nach 3 Monaten.', '55752-0'), false)).toEqual([]);
  });
});
