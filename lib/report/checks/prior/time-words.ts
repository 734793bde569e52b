/**
 * Words of copied text that are true of the prior's day only: that day itself, what was new on it, and what it was compared
 * with. Whether they hold today, only a person knows. Words that name a place as well, as `gegenüber der Wirbelsäule` and
 * `desde la raíz`, count only before an exam or a date.
 */

const OF_THAT_DAY = [
  "today(?:[’']s)?|current(?:ly)?|at present|presently|now",
  'heute|heutig\\p{L}*|jetzt|nun(?:mehr)?|aktuell\\p{L}*|derzeit\\p{L}*|gegenwärtig\\p{L}*|momentan',
  "aujourd[’']hui|ce jour|actuel(?:le)?s?|actuellement|maintenant",
  'hoy|actual(?:es|mente)?|ahora',
  'hoje|atua(?:l|is|lmente)|agora',
];
const OF_ITS_FIRST_DAY = [
  'new(?:ly)?|recently|interval (?:change|growth|increase|decrease|development|enlargement|appearance|progression|resolution)',
  'neu(?:e[nmrs]?|erdings|aufgetreten\\p{L}*)?',
  'nouve(?:aux?|l|lles?)|récemment|apparue?s?|apparitions?',
  'nuev[oa]s?|recientemente|aparición|apariciones',
  'nov[oa]s?|recentemente|surgimento|aparecimento',
];

/** Names of months and of exams, and words that lead to one. */
const EXAM = [
  'stud(?:y|ies)|exam(?:s|inations?)?|scans?|imag(?:es?|ing)|(?:pet-?)?(?:cta?|mra?|mri|pet|mrt|irm|tdm|tac|tc|rm)|radiographs?|x-?rays?|ultrasound|prior|previous(?:ly)?|earlier|last|before|baseline|months?|years?|weeks?|days?',
  '(?:vor|erst|ausgangs)(?:untersuchung|aufnahme|befund|bild|ct|mrt|studie|jahr|wert|kontrolle|-)\\p{L}*|vorig\\p{L}*|vorherig\\p{L}*|vorangegangen\\p{L}*|untersuchung\\p{L}*|aufnahmen?|letzt\\p{L}*|früher\\p{L}*|damals|monate?n?|jahre?n?|wochen?|tage?n?',
  'examens?|scanners?|clichés?|échographie|radiographie|précédente?s?|antérieure?s? du|derni(?:er|ère)|contrôle|mois|ans?|semaines?|jours?|la veille',
  'estudios?|exámenes|exploraci(?:ón|ones)|ecografía|radiografía|previ[oa]s?|(?:al|el) anterior|últim[oa]s?|control(?:es)?|entonces|hace|mes(?:es)?|años?|semanas?|días?',
  'exames?|estudos?|ecografia|radiografia|prévi[oa]s?|ao anterior|controle|mês|anos?|dias?',
  'january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  '(?:19|20)\\d{2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}',
].join('|');
/** An exam or a date in the same clause, or nothing. */
const TO_AN_EXAM = `(?=[^.;]{0,60}?(?<![\\p{L}\\d])(?:${EXAM})(?![\\p{L}])|\\s*(?:[.,;)]|$))`;
const ENDS = '(?=\\s*(?:[.,;)]|$))';
const ORGANS = 'próstata|hígado|fígado|bazo|baço|corazón|coração|tiroides|tireoide|útero|riñón|rim';

const COMPARED = [
  `since|(?:compared (?:to|with)|in comparison(?: (?:to|with))?)${TO_AN_EXAM}|than (?:before|previously)|previously|formerly|yesterday|unchanged|ago|as before`,
  '(?<!(?:ly|is a|fracture|fractures|angor) )stable(?!s?\\s+(?:angina|fractures?|injur\\p{L}*|joint|spine|plaque))s?',
  `(?:has|have)\\s+(?:\\p{L}+ly\\s+)?(?:increased|decreased|grown|enlarged|progressed|regressed|resolved|shrunk)`,
  `(?<!(?:is|are|not|was|be|appears?) )(?:increased|decreased|larger|smaller)${ENDS}`,
  '(?:increased|decreased)\\s+(?:in\\s+(?:size|number|extent|volume)|from|by|size|number|extent|(?:(?:left|right|bilateral|pleural|pericardial)\\s+){0,2}(?:effusions?|pneumothorax|h[ae]morrhage|h[ae]matoma|midline shift))',
  `(?:larger|smaller|wider|more|less)\\s(?:\\p{L}+\\s)?than(?=\\s(?:on|in|at|the)\\b[^.;]{0,30}?(?<![\\p{L}\\d])(?:${EXAM})(?!\\p{L}))`,
  '(?:progress|regress)(?:ion)?(?!\\s+of\\s+(?:the\\s+)?(?:contrast|barium|bolus))',
  'no\\s+(?:(?:significant|relevant|substantial|appreciable|interval|major)\\s+)*changes?(?=\\s*(?:[.,;)]|$)|\\s+(?:in (?:size|number|extent)|from))',

  `seit(?:dem|her)?|(?:gegenüber|im vergleich|verglichen)${TO_AN_EXAM}|zuvor|vorher|vormals|gestern|unverändert\\p{L}*|(?:größen|befund)?konstan(?:t\\p{L}*|z)|inzwischen|mittlerweile|zwischenzeitlich\\p{L}*|(?:größen|befund)?(?:pro|re)(?:gredien[tz]\\p{L}*|gress)|rückläufig\\p{L}*|zugenommen|abgenommen`,
  'stabil(?:e[nmrs]?)?(?!\\s+(?:fraktur|angina|verletzung|gelenk|osteosynthese|plaque))',
  '(?:größen)?stationär(?:e[nmrs]?)?(?!\\s+(?:patient|aufnahme|behandlung|therapie|aufenthalt))',
  '(?:größen|befund)?(?:zu|ab)nahme(?!\\s+(?:de[rs]\\s+)?(?:signal|dichte|kontrast|kaliber|km))',
  '(?:größer|kleiner) als (?:am|im|vor|damals|zuletzt|zuvor|in der vor\\p{L}*|bei der vor\\p{L}*)',

  `(?:depuis|par rapport|comparée?s?|en comparaison)${TO_AN_EXAM}|précédemment|auparavant|inchangée?s?|superposables?|major(?:ations?|ée?s?)|comparativement|régression|stabilité`,
  '(?:a|ont)\\s+(?:\\p{L}+ment\\s+)?(?:augmenté|diminué|grossi|régressé|progressé|disparu)',
  '(?:sans|pas de) (?:changement|modification)(?! d)',

  `(?:desde|comparad[oa]s?|en comparación|respecto a(?:l| la| los| las)?)${TO_AN_EXAM}|previamente|anteriormente|ayer`,
  'sin cambios(?!\\s+(?:degenerativ|inflamatori|post|isqu|fibr|artr|de señal|en la señal)\\p{L}*)',
  '(?<!fracturas? |angina )estables?|progresión|regresión|aumentó|disminuyó|creció',
  'ha[n]?\\s+(?:\\p{L}+mente\\s+)?(?:crecido|aumentado|disminuido|progresado|desaparecido)',
  `(?:en|con) aumento|(?:aumento|disminución) (?:de|del) (?:tamaño|número|volumen|diámetro)(?!\\s+(?:de (?:la|el|los)?\\s*|del\\s+)(?:${ORGANS}))`,
  `(?:leve |ligero |discreto |claro )?aumento${ENDS}`,
  'antes(?!\\s+(?:d[aeo]s?|del|[ye]\\s+(?:después|depois|após))(?!\\p{L}))',

  `(?:em comparação|em relação (?:a[os]?|à|ao|às|aos|as))${TO_AN_EXAM}|ontem|inalterad[oa]s?|sem alterações desde`,
  '(?<!fraturas? |angina )estáve(?:l|is)|progressão|regressão|aumentou|aumentaram|diminuiu|diminuíram|cresceu|cresceram|progrediu|regrediu|desapareceu',
];
const whole = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
const ANY = whole([...OF_THAT_DAY, ...OF_ITS_FIRST_DAY, ...COMPARED]);
const LASTING = whole([...OF_ITS_FIRST_DAY, ...COMPARED]);

/** The first word of any kind. */
export function timeWordIn(text: string): string | undefined {
  return ANY.exec(text)?.[0];
}

/** `new` and a comparison stay the prior's though the value beside it was filled in; `today` becomes true by it. */
export function isOfThenThoughFilled(text: string): boolean {
  return LASTING.test(text);
}
