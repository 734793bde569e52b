/** Tests the words of the prior's day on sentences of five languages, and that ordinary ones have none. */
import { describe, expect, test } from 'vitest';
import { PHRASES } from '#lanes/seeded/report-phrases.ts';
import { SECOND_PHRASES } from '#lanes/seeded/second/second-phrases.ts';
import { timeWordIn } from '#report/checks/prior/time-words.ts';

describe('speaks of the prior’s day', () => {
  test.each([
    'Stable nodule of the left lung.',
    'Nodule of 8 mm, increased.',
    'The effusion has grown.',
    'The mass has markedly increased.',
    'Increased pleural effusion.',
    'Increased in size.',
    'Larger than on the study of March.',
    'No progression.',
    'No change.',
    'No significant interval change.',
    'Nodule as before.',
    'Compared with the prior CT no effusion.',
    'In comparison, the liver is smaller.',
    'Größenprogredienter Herd.',
    'Herd progredient.',
    'Regrediente Lymphknoten.',
    'Herd stationär.',
    'Lymphknoten konstant.',
    'Stabiler Befund.',
    'Inzwischen kein Erguss.',
    'Nun kein Erguss.',
    'Zunahme des Ergusses.',
    'Abnahme der Lymphknoten.',
    'Gegenüber der Voruntersuchung kein Erguss.',
    'Im Vergleich zum 03.05.2025 größer.',
    'Nodule stable.',
    'Aspect superposable.',
    'Majoration de l’épanchement.',
    'Apparition d’un nodule.',
    'L’épanchement a augmenté.',
    'Comparativement, pas de nodule.',
    'Par rapport à l’examen de mars, pas de nodule.',
    'Par rapport au scanner, pas de nodule.',
    'Nódulo estable.',
    'Nódulo en aumento.',
    'Aumento de tamaño del nódulo.',
    'El derrame aumentó.',
    'El nódulo ha crecido.',
    'Antes 8 mm.',
    'Aparición de un nódulo.',
    'Respecto al estudio previo sin derrame.',
    'Sin derrame desde marzo.',
    'Nódulo estável.',
    'O nódulo aumentou.',
    'Antes media 8 mm.',
    'Em relação à tomografia de 2024, menor.',
    'Em relação ao exame anterior, menor.',
    'Em relação às imagens de março, menor.',
    'Em relação aos exames prévios, menor.',
  ])('%j', (sentence) => {
    expect(timeWordIn(sentence)).toBeDefined();
  });
});

describe('ordinary sentences have no such word', () => {
  test.each([
    'Right kidney larger than the left.',
    'No cyst larger than 2 cm.',
    'The signal is increased.',
    'Increased density of the lens.',
    'Increased echogenicity of the liver.',
    'Stable fracture of the wrist.',
    'Haemodynamically stable.',
    'Enlarged compared with the contralateral side.',
    'Normal progression of contrast.',
    'No degenerative changes.',
    'No changes of the bone marrow.',
    'Gegenüber der Wirbelsäule verlagert.',
    'Im Vergleich zur Gegenseite verschmälert.',
    'Stabile Fraktur.',
    'Kreislaufstabil.',
    'Signalabnahme der Bandscheibe.',
    'Stationärer Patient.',
    'Seitlich regelrecht.',
    'Latéralisé par rapport à la ligne médiane.',
    'Du hile depuis la bifurcation jusqu’au diaphragme.',
    'Fracture stable du poignet.',
    'La prostate est augmentée de volume.',
    'Sans modification de calibre.',
    'Normal desde el punto de vista vascular.',
    'Desviado respecto a la línea media.',
    'Engrosado respecto a la pared anterior.',
    'Desde la raíz hasta el cayado.',
    'Sin cambios degenerativos.',
    'Aumento de tamaño de la próstata.',
    'Aumento de densidad.',
    'Estenosis antes de la bifurcación.',
    'Desviado em relação à linha média.',
    'Antes da bifurcação.',
    'Antes e após contraste.',
    'A próstata está aumentada.',
    'Assimétrico em comparação com o lado oposto.',
  ])('%j', (sentence) => {
    expect(timeWordIn(sentence)).toBeUndefined();
  });

  const KNOWN = /unchanged|unverändert|inchangé|stable|estable|sin cambios|inalterado/u;
  test.each(PHRASES.map((phrases) => [phrases.language, phrases] as const))(
    'the seeded ones in %s',
    (_, phrases) => {
      const { normal, findings, placed, nothingElse, sized, female, male, sidedFinding } = phrases;
      const sentences = [
        ...normal.filter((sentence) => !KNOWN.test(sentence)),
        ...findings.flatMap(({ yes, no }) => [yes, no]),
        ...[placed, nothingElse, sized, female, male, sidedFinding],
      ];
      expect(sentences.filter((sentence) => timeWordIn(sentence) !== undefined)).toEqual([]);
    },
  );

  test.each(Object.entries(SECOND_PHRASES))('the second seeded ones in %s', (_, { normal }) => {
    const ordinary = normal.filter((sentence) => !KNOWN.test(sentence));
    expect(ordinary.filter((sentence) => timeWordIn(sentence) !== undefined)).toEqual([]);
  });
});
