/**
 * Compares words of change with the two lengths of the same sentence: `20 mm, previously 10 mm` is not unchanged. A
 * sentence with other lengths, or about another day, is left alone.
 */
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { parseLength } from '#report/review/measurements/recist.ts';
import { CHANGE_MIN_MM, SAYS, saidIn } from './change-agreement.ts';
import { sentencesOf } from './finding-nouns.ts';

const LENGTH = /(?<![\d.,x×/–-])(\d+(?:[.,]\d+)?[\s\u00A0]*(?:mm|cm))(?![\p{L}\d²³])/giu;
const SEVERAL = /\d\s*(?:mm|cm)?\s*[x×]\s*\d/iu;
const PRIOR =
  /(?<!\p{L})(?:previously|formerly|prior|was|before|zuvor|vorher|früher|vormals|ehemals|vu|voruntersuchung|auparavant|précédemment|avant|antes|previamente|anteriormente|prévio|previo)(?!\p{L})/giu;

export function checkStatedChange({ findings, impression }: ReportParts): QualityFinding[] {
  return [...changesIn(findings ?? '', FINDINGS_CODE), ...changesIn(impression ?? '', IMPRESSION_CODE)];
}

function changesIn(text: string, code: string): QualityFinding[] {
  return sentencesOf(text, []).flatMap(({ written, index }): QualityFinding[] => {
    if (SEVERAL.test(written)) return [];
    const lengths = [...written.matchAll(LENGTH)];
    const priors = [...written.matchAll(PRIOR)];
    const [one, two] = lengths;
    const [prior] = priors;
    if (one === undefined || two === undefined || prior === undefined) return [];
    if (lengths.length !== 2 || priors.length !== 1) return [];
    const [before, today] = prior.index < one.index ? [one, two] : [two, one];
    const [prior_mm, today_mm] = [lengthOf(before), lengthOf(today)];
    const [said, other] = saidIn(written, SAYS);
    if (prior_mm === null || today_mm === null || said === undefined || other !== undefined) return [];
    const change = today_mm - prior_mm;
    const isWrong =
      said.meant === 'same'
        ? Math.abs(change) >= CHANGE_MIN_MM
        : said.meant === 'grown'
          ? change < 0
          : change > 0;
    if (!isWrong) return [];
    const params = {
      label: today[0],
      text: said.match[0],
      expected: `${before[0]} → ${today[0]}`,
    };
    const place = { 0: said.match[0], index: index + said.match.index };
    return [warning('change_disagrees', params, wordsAt(text, place, code))];
  });
}

function lengthOf(match: RegExpExecArray): number | null {
  return parseLength((match[1] ?? '').replace('\u00A0', ' '));
}
