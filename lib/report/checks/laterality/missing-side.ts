/**
 * Finds findings of one side of the body that no sentence puts on a side: an effusion, a pneumothorax, a dilated kidney. A
 * side in the title or in any sentence about that finding is enough.
 */
import { type FindingNoun, STEMS, sentencesOf } from '#report/checks/impression/finding-nouns.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { findLateralityTerms } from './laterality-terms.ts';

const SIDED: readonly RegExp[] = [
  /(?<!\p{L})(?:effusions?|épanchements?|derrames?|\p{L}*(?:erguss|ergüsse[ns]?))(?!\p{L})/iu,
  STEMS.pneumothorax,
  /(?<!\p{L})(?:hydroneph?ros\p{L}*|hydronéphros\p{L}*|hidronefros\p{L}*|harnstau\p{L}*)/iu,
];
/** Fluid of the middle, and a word that only names the examination. */
const OF_THE_MIDDLE =
  /peri[ck]ard|péricard|pericárd|herzbeutel|as[cz]it|abdom|periton|péritoné|douglas|morison|pelvi[ns]|becken|medias|perihepat|perisplen/iu;

export function checkMissingSides({ title, findings, impression }: ReportParts): QualityFinding[] {
  if (findLateralityTerms(title).length > 0) return [];
  const parts = [
    { text: findings ?? '', code: FINDINGS_CODE },
    { text: impression ?? '', code: IMPRESSION_CODE },
  ];
  return SIDED.flatMap((noun): QualityFinding[] => {
    const said = parts.flatMap(({ text, code }) =>
      mentionsOf(text, noun).map((one) => ({ ...one, text, code })),
    );
    const [first] = said;
    if (first === undefined || said.some(({ isSided }) => isSided)) return [];
    return [warning('side_missing', { word: first.match[0] }, wordsAt(first.text, first.match, first.code))];
  });
}

function mentionsOf(text: string, noun: RegExp) {
  return sentencesOf(text, [ofNoun(noun)]).flatMap(({ affirmed, written, index, nouns }) => {
    const match = noun.exec(affirmed);
    if (nouns.length === 0 || match === null || OF_THE_MIDDLE.test(written)) return [];
    const isSided = findLateralityTerms(written).length > 0;
    return [{ match: { 0: match[0], index: index + match.index }, isSided }];
  });
}

function ofNoun(word: RegExp): FindingNoun {
  return { word, isFocal: false };
}
