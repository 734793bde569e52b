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
  '(?:follow[- ]?ups?|re-?imaging|repeat|re-?scan|controls?|\\p{L}*kontroll(?:e\\p{L}*|untersuchung\\p{L}*|aufnahme\\p{L}*|-\\p{L}+)|verlaufs(?:untersuchung|aufnahme|-\\p{L}+)|wiedervorstellung|contrôle[rs]?|surveillance|suivi|seguimiento|revisión|controle|acompanhamento|seguimento|reavaliação)';
/** An exam with its region alone, as `CT chest in 6 months`. */
const EXAM =
  '(?:cta?|mra?|mri|mrt|pet(?:[-/]ct)?|tdm|irm|tac|tc|rm|scanner|ultrasound|mammogra\\p{L}+|sonogra\\p{L}+|x-?ray|röntgen\\p{L}*)(?:\\s+(?:of|the|des|der|du|de|do|da|la|el|low-dose|chest|thorax|thoracique|tórax|abdomen|abdominale?|pelvis|becken\\p{L}*|head|schädel\\p{L}*|brain|cerebral|cérébrale?|neck|hals\\p{L}*|liver|leber|foie|hígado|fígado|lungs?|lunge|kidneys?|nieren?|pancreas|pankreas|breasts?|mamma|spine)){0,4}';
const WORDS_FOR_NUMBERS =
  'an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|eine[mr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|achtzehn|une?|deux|trois|quatre|cinq|huit|neuf|dix|dix-huit|douze|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|dieciocho|uma?|dois|duas|três|quatro|oito|nove|dez|doze|dezoito';
const NUMBER = `(?:\\d{1,2}(?:\\s*(?:[–-]|to|bis|à|a)\\s*\\d{1,2})?|${WORDS_FOR_NUMBERS})`;
const UNIT =
  '(?:days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|años?|dias?|mês|anos?)';
const ABOUT = '(?:about\\s+|ca\\.\\s+|etwa\\s+|environ\\s+|unos\\s+|cerca de\\s+)?';
const SOON = `(?:in|within|innerhalb(?: von)?|binnen|dans|d[’']ici(?:\\s+à)?|en|dentro de|em|daqui a)\\s+${ABOUT}${NUMBER}\\s+${UNIT}`;
const INTERVAL = `(?:${SOON}|(?:after|at|nach|après|à|a|a los|tras|aos?|após)\\s+${ABOUT}${NUMBER}\\s+${UNIT})`;
/** As `6-month follow-up` and `6-Monats-Kontrolle`. */
const JOINED = `(?:\\d{1,2}|${WORDS_FOR_NUMBERS})[- ](?:days?|weeks?|months?|years?|tages?|wochen|monats|jahres)[- ]${FOLLOW_UP}`;
const RECOMMENDED = new RegExp(
  `(?<!\\p{L})(?:${JOINED}|${FOLLOW_UP}(?!\\p{L}).{0,60}?(?<!\\p{L})${INTERVAL}|${EXAM}\\s+${SOON}|${INTERVAL}(?!\\p{L}).{0,60}?(?<!\\p{L})${FOLLOW_UP})(?!\\p{L})`,
  'giu',
);
const ASKED_FOR = new RegExp(`(?<!\\p{L})(?:${FOLLOW_UP}|${EXAM})(?!\\p{L})`, 'iu');

const FEW_WORDS = '(?:\\s+[\\p{L}-]+){0,2}[\\s-]*$';
/** Close before what is asked for: a cyst without septa is followed up too. */
const DENIED = new RegExp(
  `(?<!\\p{L})(?:not|without|kein\\p{L}*|nicht|ohne|pas|sans|aucune?|sin|ningún|sem|não|nenhum)${FEW_WORDS}`,
  'iu',
);
/** In Portuguese `no` is `in the`. */
const DENIED_BY_NO = new RegExp(`(?<!\\p{L})no${FEW_WORDS}`, 'iu');
const PORTUGUESE = /(?<!\p{L})(?:controle|acompanhamento|reavaliação|seguimento|em|após|daqui)(?!\p{L})/iu;
const NOT_NEEDED =
  /^[^.;]{0,40}?(?<!\p{L})(?:(?:not|nicht|pas|no|não)\s+(?:\p{L}+\s+){0,2}(?:needed|required|necessary|indicated|recommended|erforderlich|notwendig|nötig|indiziert|empfohlen|nécessaire|indiquée?|necesari[oa]|indicad[oa]|necessári[oa])|unnecessary|entfällt|unnötig|innecesari[oa]|desnecessári[oa])(?!\p{L})/iu;
/** What was done already, and compared with. */
const DONE =
  /(?<!\p{L})(?:compared (?:to|with)|in comparison (?:to|with)|since|gegenüber|verglichen mit|im vergleich zu[rm]?|seit|par rapport [àa]u?|comparée? (?:à|au)|depuis|comparad[oa] (?:con|com)|respecto a|desde|em relação (?:a|à|ao))(?:\s+[\p{L}-]+){0,3}[\s-]*$/iu;

export function checkRecommendedFollowUp(
  state: LexicalStateJson,
  hasFollowUp: boolean | undefined,
): QualityFinding[] {
  if (hasFollowUp !== false) return [];
  for (const code of [RECOMMENDATION_CODE, IMPRESSION_CODE]) {
    const text = textOfSection(state, code) ?? '';
    for (const sentence of text.split('\n').flatMap(sentencesOf)) {
      const match = [...sentence.text.matchAll(RECOMMENDED)].find((one) => isAsked(sentence.text, one));
      if (match === undefined) continue;
      const place = wordsAt(text, { 0: match[0], index: text.indexOf(match[0]) }, code);
      return [warning('follow_up_unrecorded', { text: match[0] }, place)];
    }
  }
  return [];
}

function isAsked(sentence: string, match: RegExpExecArray): boolean {
  const at = match.index + (ASKED_FOR.exec(match[0])?.index ?? 0);
  const before = sentence.slice(0, at);
  const after = sentence.slice(match.index + match[0].length);
  const isDenied = DENIED.test(before) || (DENIED_BY_NO.test(before) && !PORTUGUESE.test(match[0]));
  return !isDenied && !DONE.test(before) && !NOT_NEEDED.test(after);
}
