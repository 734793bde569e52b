/**
 * Finds a follow-up with an interval in Impression or Recommendation, as `Kontrolle in 3 Monaten`, where none is recorded.
 * What is only written is asked for by nobody on its day.
 */
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfSection } from '#report/review/section-list.ts';
import { sentencesOf } from '#report/review/sentences.ts';
import { IMPRESSION_CODE, type QualityFinding, warning, wordsAt } from './quality-finding.ts';

const RECOMMENDATION_CODE = '18783-1';
const FOLLOW_UP =
  '(?:follow[- ]?up|re-?imaging|repeat|re-?scan|controls?|\\p{L}*kontrolle\\p{L}*|wiedervorstellung|contrôle[rs]?|surveillance|suivi|seguimiento|revisión|controle|acompanhamento|seguimento|reavaliação)';
const NUMBER =
  '(?:\\d{1,2}(?:\\s*(?:[–-]|to|bis|à|a)\\s*\\d{1,2})?|an?|one|two|three|six|twelve|eine[mr]?|zwei|drei|sechs|zwölf|une?|deux|trois|six|douze|una?|dos|tres|seis|doce|uma?|dois|duas|três|doze)';
const UNIT =
  '(?:days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|años?|dias?|mês|anos?)';
const INTERVAL = `(?:in|after|within|at|nach|innerhalb(?: von)?|binnen|dans|après|en|dentro de|a los|tras|em|após)\\s+(?:about\\s+|ca\\.\\s+|etwa\\s+)?${NUMBER}\\s+${UNIT}`;
const RECOMMENDED = new RegExp(
  `(?<!\\p{L})(?:${FOLLOW_UP}(?!\\p{L}).{0,60}?(?<!\\p{L})${INTERVAL}|${INTERVAL}(?!\\p{L}).{0,60}?(?<!\\p{L})${FOLLOW_UP})(?!\\p{L})`,
  'iu',
);
const DENIED =
  /(?<!\p{L})(?:no|not|without|kein\p{L}*|nicht|ohne|pas|sans|aucune?|sin|ningún|sem|não|nenhum)(?!\p{L})/iu;

export function checkRecommendedFollowUp(
  state: LexicalStateJson,
  hasFollowUp: boolean | undefined,
): QualityFinding[] {
  if (hasFollowUp !== false) return [];
  for (const code of [RECOMMENDATION_CODE, IMPRESSION_CODE]) {
    const text = textOfSection(state, code) ?? '';
    for (const sentence of text.split('\n').flatMap(sentencesOf)) {
      const match = RECOMMENDED.exec(sentence.text);
      if (match === null || DENIED.test(sentence.text)) continue;
      const place = wordsAt(text, { 0: match[0], index: text.indexOf(match[0]) }, code);
      return [warning('follow_up_unrecorded', { text: match[0] }, place)];
    }
  }
  return [];
}
