/**
 * The sections of a report by LOINC code. A heading with the code as node state opens a section; the HTML stores it as
 * `data-section-code`.
 * Source: LOINC; clinical-ux.md, B-i 9.
 */

import type { HeadingNode } from '@lexical/rich-text';
import { $getState, $setState, createState } from 'lexical';
import { parseSectionCode } from '#report/state/section-code.ts';

export interface Section {
  readonly code: string;
  readonly key: string;
  readonly en: string;
  readonly de: string;
}

export const SECTIONS: readonly Section[] = [
  { code: '55752-0', key: 'clinical_information', en: 'Clinical information', de: 'Klinische Angaben' },
  { code: '18785-6', key: 'indication', en: 'Indication', de: 'Indikation' },
  { code: '55115-0', key: 'request', en: 'Clinical question', de: 'Fragestellung' },
  { code: '11329-0', key: 'history', en: 'History', de: 'Anamnese' },
  { code: '55111-9', key: 'procedure', en: 'Procedure', de: 'Technik' },
  { code: '18834-2', key: 'comparison', en: 'Comparison', de: 'Voruntersuchung' },
  { code: '59776-5', key: 'findings', en: 'Findings', de: 'Befund' },
  { code: '19005-8', key: 'impression', en: 'Impression', de: 'Beurteilung' },
  { code: '18783-1', key: 'recommendation', en: 'Recommendation', de: 'Empfehlung' },
];

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
};

/** The LOINC code of a section title in English or German, or null. */
export function sectionCodeOfTitle(title: string): string | null {
  const name = title
    .replace(/[\s:]+$/, '')
    .trim()
    .toLowerCase();
  const section = SECTIONS.find(({ en, de }) => en.toLowerCase() === name || de.toLowerCase() === name);
  return section?.code ?? ALSO_CALLED[name] ?? null;
}

export function findSection(code: string): Section | undefined {
  return SECTIONS.find((section) => section.code === code);
}

const sectionCodeState = createState('section_code', { parse: parseSectionCode });

export function $getSectionCode(heading: HeadingNode): string | null {
  return $getState(heading, sectionCodeState);
}

export function $setSectionCode(heading: HeadingNode, code: string | null): HeadingNode {
  return $setState(heading, sectionCodeState, code);
}
