/**
 * The sections of a report by LOINC code, with their titles in the languages of the interface. Apart from the node
 * state, so that a server can tell sections without loading Lexical.
 * Source: LOINC; clinical-ux.md, B-i 9.
 */
import { trimEndOf } from '#records/trim-end.ts';

export interface Section {
  readonly code: string;
  readonly key: string;
  readonly en: string;
  readonly de: string;
  readonly es: string;
  readonly fr: string;
  readonly pt: string;
}

const NAMES: readonly (readonly [
  code: string,
  key: string,
  ...titles: [string, string, string, string, string],
])[] = [
  [
    '55752-0',
    'clinical_information',
    'Clinical information',
    'Klinische Angaben',
    'Información clínica',
    'Renseignements cliniques',
    'Informação clínica',
  ],
  ['18785-6', 'indication', 'Indication', 'Indikation', 'Indicación', 'Indication', 'Indicação'],
  [
    '55115-0',
    'request',
    'Clinical question',
    'Fragestellung',
    'Pregunta clínica',
    'Question posée',
    'Questão clínica',
  ],
  ['11329-0', 'history', 'History', 'Anamnese', 'Antecedentes', 'Antécédents', 'Antecedentes'],
  ['55111-9', 'procedure', 'Procedure', 'Technik', 'Técnica', 'Technique', 'Técnica'],
  ['18834-2', 'comparison', 'Comparison', 'Voruntersuchung', 'Comparación', 'Comparaison', 'Comparação'],
  ['59776-5', 'findings', 'Findings', 'Befund', 'Hallazgos', 'Résultats', 'Achados'],
  ['19005-8', 'impression', 'Impression', 'Beurteilung', 'Conclusión', 'Conclusion', 'Conclusão'],
  [
    '18783-1',
    'recommendation',
    'Recommendation',
    'Empfehlung',
    'Recomendación',
    'Recommandation',
    'Recomendação',
  ],
];

export const SECTIONS: readonly Section[] = NAMES.map(([code, key, en, de, es, fr, pt]) => ({
  ...{ code, key },
  ...{ en, de, es, fr, pt },
}));

/** Returns the section's title in the language, or in English where that is not known. */
export function sectionTitle({ en, de, es, fr, pt }: Section, language: string): string {
  return new Map(Object.entries({ en, de, es, fr, pt })).get(language) ?? en;
}

/** Alternative titles of the same sections, lower case. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  'klinische information': '55752-0',
  'clinical data': '55752-0',
  'rechtfertigende indikation': '18785-6',
  'clinical question': '55115-0',
  request: '55115-0',
  'procedure information': '55111-9',
  technique: '55111-9',
  untersuchungstechnik: '55111-9',
  'technik & indikation': '55111-9',
  vergleich: '18834-2',
  vergleichsuntersuchung: '18834-2',
  vergleichsaufnahme: '18834-2',
  voruntersuchungen: '18834-2',
  befunde: '59776-5',
  finding: '59776-5',
  observations: '59776-5',
  conclusion: '19005-8',
  zusammenfassung: '19005-8',
  bewertung: '19005-8',
  empfehlungen: '18783-1',
  recommendations: '18783-1',
  constatations: '59776-5',
  hallazgo: '59776-5',
  resultados: '59776-5',
  impresión: '19005-8',
  impressão: '19005-8',
  'pregunta diagnóstica': '55115-0',
  'question clinique': '55115-0',
  'estudios previos': '18834-2',
  'examens antérieurs': '18834-2',
  'exames anteriores': '18834-2',
};

/** The LOINC code a section title stands for, in the languages of the interface, or null. */
export function sectionCodeOfTitle(title: string): string | null {
  const name = trimEndOf(title, /[\s:]/).trim().toLowerCase();
  const section = SECTIONS.find(({ en, de, es, fr, pt }) =>
    [en, de, es, fr, pt].some((title) => title.toLowerCase() === name),
  );
  return section?.code ?? ALSO_CALLED[name] ?? null;
}

export function findSection(code: string): Section | undefined {
  return SECTIONS.find((section) => section.code === code);
}
