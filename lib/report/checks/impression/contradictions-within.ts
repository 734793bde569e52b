/**
 * Finds what one section both affirms and denies, and a text that denies the recorded critical result. A denial of one
 * place or kind (`no fracture of the hip`) leaves room for others, so each of its words must be in the affirmation.
 */

import { findLateralityTerms } from '#report/checks/laterality/laterality-terms.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { STEMS, sentencesOf } from './finding-nouns.ts';
import { withoutFormer } from './former-findings.ts';
import { DANGEROUS, IMPORTANT } from './important-findings.ts';
import { affirmedOf, isOfSomeOnly } from './negation.ts';

const ORGAN_FINDINGS: readonly RegExp[] = [
  /(?<!\p{L})(?:pleural effusions?|épanchements? pleura(?:l|ux)|derrames? pleura(?:l|les|is)|pleura(?:erguss|ergüsse[ns]?))(?!\p{L})/iu,
  /(?<!\p{L})(?:pericardial effusions?|épanchements? péricardiques?|derrames? peric[aá]rdicos?|peri[kc]arderg(?:uss|üsse[ns]?))(?!\p{L})/iu,
  /(?<!\p{L})(?:gallstones?|cholelithiasis|gallensteine?[ns]?|cholezystolithiasis|calculs? vésiculaires?|lithiase vésiculaire|colelitiasis|cálculos? biliares?|colelitíase)(?!\p{L})/iu,
  /(?<!\p{L})(?:asc[ií]t[ei]s?|aszites|free fluid|freie flüssigkeit|líquido libre|líquido livre|ascite)(?!\p{L})/iu,
  STEMS.pneumothorax,
  STEMS.fracture,
  STEMS.embolus,
];
const WITHIN: readonly RegExp[] = [...new Set([...ORGAN_FINDINGS, ...DANGEROUS.map(({ word }) => word)])];

/** Sentences about one finding that are compared with each other. */
const PAIRS_MAX = 20;

/** What is weighed, of another day, or restricted otherwise. */
const OPEN =
  /(?<!\p{L})(?:unlikely|likely|possib\p{L}*|probab\p{L}*|suspi\p{L}*|suspect\p{L}*|previous\p{L}*|prior|former\p{L}*|resol\p{L}*|after|post|longer|otherwise|elsewhere|unwahrscheinlich|wahrscheinlich|möglich\p{L}*|fraglich\p{L}*|verd[aä]cht\p{L}*|früher\p{L}*|vor\p{L}*|nach|mehr|sonst\p{L}*|übrig\p{L}*|rückläufig|regredient|improbable|peu|poco|pouco|sospech\p{L}*|suspeit\p{L}*|previ\p{L}*|prévi\p{L}*|précéd\p{L}*|anterior\p{L}*|antérieur\p{L}*|resuel\p{L}*|plus|más|mais|if|falls|wenn|si|se|excl\p{L}*|rule\p{L}*)(?!\p{L})|\?|:/iu;
/** Words of a denial that say nothing of what is denied. */
const DENIAL =
  /^(?:on|in|to|at|side|seite|der|dem|côté|à|en|lado|na|do|da|no|not|any|sign|signs|evidence|there|is|are|of|for|seen|the|a|an|kein|keine|keinen|keiner|nachweis|hinweis|auf|eines|einer|von|ohne|without|pas|de|d|du|des|le|la|les|aucun|aucune|signe|signes|absence|il|n|y|sin|se|observa|observan|evidencia|signos|hay|ningún|ninguna|el|los|las|un|una|sem|sinais|evidência|evidências|há|não|nenhum|nenhuma|o|os|as|um|uma|ausência|acute|significant|demonstrable)$/iu;
const PARTS = /,|(?<!\p{L})(?:or|and|nor|oder|und|noch|ou|et|ni|o|y|e|nem)(?!\p{L})/iu;

export function checkWithinSections({ findings, impression }: ReportParts): QualityFinding[] {
  return [...within(findings ?? '', FINDINGS_CODE), ...within(impression ?? '', IMPRESSION_CODE)];
}

function within(text: string, code: string): QualityFinding[] {
  if (text === '') return [];
  const present = withoutFormer(text);
  const sentences = sentencesOf(present, []);
  const affirmed = affirmedOf(present, WITHIN);
  const said = sentences.map(({ written, index }) => ({
    written,
    index,
    affirmed: affirmed.slice(index, index + written.length),
  }));
  return WITHIN.flatMap((word): QualityFinding[] => {
    const affirming = said
      .filter((one) => word.test(one.affirmed) && !OPEN.test(one.written))
      .slice(0, PAIRS_MAX);
    if (affirming.length === 0) return [];
    const denying = said
      .filter(
        (one) =>
          word.test(one.written) &&
          !word.test(one.affirmed) &&
          !OPEN.test(one.written) &&
          !isOfSomeOnly(one.written, word),
      )
      .slice(0, PAIRS_MAX);
    const pair = denying.flatMap((no) =>
      affirming.filter((yes) => deniesIt(no.written, yes.written, word)).map((yes) => ({ no, yes })),
    )[0];
    const match = pair && word.exec(pair.yes.affirmed);
    if (pair === undefined || !match) return [];
    const place = { 0: match[0], index: pair.yes.index + match.index };
    return [warning('contradiction_within', { word: match[0] }, wordsAt(text, place, code))];
  });
}

/** True when the part of the denial that names the finding says nothing the affirmation does not say too. */
function deniesIt(denying: string, affirming: string, word: RegExp): boolean {
  const part = denying.split(PARTS).find((one) => word.test(one));
  if (part === undefined) return false;
  const sides = (text: string) => findLateralityTerms(text).flatMap((term) => term.sides);
  const [denied, said] = [sides(denying), sides(affirming)];
  if (denied.length > 0 && !said.some((side) => denied.includes(side))) return false;
  const stems = new Set(wordsOf(affirming).map(stemOf));
  return wordsOf(part.replace(word, ' ')).every(
    (one) => DENIAL.test(one) || sides(one).length > 0 || stems.has(stemOf(one)),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

function stemOf(word: string): string {
  return word.slice(0, 5);
}

/** The recorded critical finding, denied by the text and nowhere affirmed. */
export function checkCriticalDenied(whole: string, critical: string): QualityFinding[] {
  if (critical === '') return [];
  const terms = [...IMPORTANT, ...DANGEROUS].map(({ word }) => word).concat(ORGAN_FINDINGS);
  const recorded = affirmedOf(critical, terms);
  const affirmed = affirmedOf(whole, terms);
  return terms
    .filter((word) => word.test(recorded) && word.test(whole) && !word.test(affirmed))
    .slice(0, 1)
    .map((word) => {
      const match = word.exec(whole);
      return warning(
        'critical_contradicted',
        { word: match?.[0] ?? '' },
        match === null ? null : wordsAt(whole, match),
      );
    });
}
