/**
 * Finds the words that place a finding apart from left and right: levels of the spine, lobes of the lung, numbered
 * segments and ribs, in the languages of reports. Each is read as a set of names, so that `L4/5` and `LWK 4/5` are equal.
 */

import { ORDINAL_WORD, withOrdinalsAsNumbers } from './ordinal-words.ts';

export type PlaceKind = 'level' | 'lobe' | 'segment' | 'rib';

export interface PlaceTerm {
  readonly kind: PlaceKind;
  /** `L4`, `upper`, `7`: several for a disc, a range or a list. */
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const REGIONS = ['C', 'T', 'L', 'S'] as const;
type Region = (typeof REGIONS)[number];
const REGION_SIZE: Readonly<Record<Region, number>> = { C: 7, T: 12, L: 5, S: 5 };
const SPINE = REGIONS.flatMap((region) =>
  Array.from({ length: REGION_SIZE[region] }, (_, at) => `${region}${at + 1}`),
);

/** `L4`, `LWK 4`, `Th 12`, `D12`; with a partner `/5`, `-L5`, `/S1`. Letters are capitals, so that words are no levels. */
const ONE = '(?:(HWK|BWK|LWK|SWK|Th|TH|[CTDLS])[ \\u00A0]?)(\\d{1,2})';
const LEVEL = new RegExp(
  `(?<![\\p{L}\\d.,/-])${ONE}(?:[ \\u00A0]?(?:/|-|–|to|bis|auf|à|a)[ \\u00A0]?(?:(HWK|BWK|LWK|SWK|Th|TH|[CTDLS])[ \\u00A0]?)?(\\d{1,2}))?(?![\\p{L}\\d]|[.,]\\d|[ \\u00A0]?(?:mm|cm))`,
  'gu',
);
/** Names that are also sequences, stages, branches of arteries or segments count only where a spine is told of. */
const SPINE_WORDS =
  /(?<!\p{L})(?:vert[eé]br\p{L}*|vértebr\p{L}*|vertèbre\p{L}*|wirbel\p{L}*|\p{L}*wirbelkörper\p{L}*|[HBL]WK|[HBL]WS|spin(?:e|al)\p{L}*|dis[ck]s?|discal\p{L}*|disqu?\p{L}*|bandscheib\p{L}*|neuro-?foram\p{L}*|foram\p{L}*|rachis\p{L}*|columna|coluna|lumb\p{L}*|lomb\p{L}*|radi[ck]ul\p{L}*|myel\p{L}*|cord|listhe\p{L}*|\p{L}*listhes\p{L}*|prolap\p{L}*|protru\p{L}*|extrus\p{L}*|herni\p{L}*|hérni\p{L}*)(?!\p{L})/iu;
const AFTER_SEQUENCE =
  /^(?:w(?:eighted)?|-?(?:weighted|gewichtet\p{L}*|pondér\p{L}*|hyper\p{L}*|hypo\p{L}*))/iu;

const UPPER =
  /(?<!\p{L})(?:upper(?=(?:,| and| or|[- ]+(?:and )?(?:middle|lower))*[- ]+lobes?)|ober(?=-(?:,| und| oder)|lappen)|lobes? supérieurs?|lóbulos? superior(?:es)?|lobos? superior(?:es)?)/giu;
const MIDDLE =
  /(?<!\p{L})(?:middle(?=(?:,| and| or|[- ]+(?:and )?lower)*[- ]+lobes?)|mittel(?=-(?:,| und| oder)|lappen)|lobe moyen|lóbulo medio|lobo médio|RML(?!\p{L}))/giu;
const LOWER =
  /(?<!\p{L})(?:lower(?=[- ]+lobes?|(?: and| or)[- ]+upper)|unter(?=-(?:,| und| oder)|lappen)|lobes? inférieurs?|lóbulos? inferior(?:es)?|lobos? inferior(?:es)?)/giu;
/** German `RUL` is the right Unterlappen, English `RUL` the right upper lobe. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|im|ein|eine[rnsm]?|rechts|links|kein\p{L}*|mit|ohne|\p{L}*herd|oberlappen|unterlappen)(?!\p{L})/iu;
const LETTERS_GERMAN: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})[RL]?OL(?![\p{L}\d])/gu, 'upper'],
  [/(?<!\p{L})ML(?![\p{L}\d])/gu, 'middle'],
  [/(?<!\p{L})[RL]?UL(?![\p{L}\d])/gu, 'lower'],
];
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})[RL]UL(?![\p{L}\d])/gu, 'upper'],
  [/(?<!\p{L})[RL]LL(?![\p{L}\d])/gu, 'lower'],
  [/(?<!\p{L})LS[DGIE](?![\p{L}\d])/gu, 'upper'],
  [/(?<!\p{L})LI[DGIE](?![\p{L}\d])/gu, 'lower'],
];

const ROMAN: Readonly<Record<string, number>> = {
  I: 1,
  II: 2,
  III: 3,
  IV: 4,
  V: 5,
  VI: 6,
  VII: 7,
  VIII: 8,
  IX: 9,
  X: 10,
};
const NUMERAL = '(?:VIII|VII|VI|IV|IX|V|III|II|I|X|\\d{1,2})';
const JOIN = '(?:[ ]?(?:/|,|-|–|to|bis|und|and|et|y|e|à)[ ]?)';
const SEGMENT = new RegExp(
  `(?<!\\p{L})(?:[Ss]eg(?:ment(?:e[ns]?|s|os?)?|\\.)?|\\p{L}*segmente?[ns]?)(?:[ \\u00A0](?:hep[aá]tic[oa]s?|hépatiques?|pulmonar(?:es)?|pulmonaires?))?[ \\u00A0]+(${NUMERAL}[ab]?(?:${JOIN}${NUMERAL}[ab]?){0,4})(?![\\p{L}\\d]|[ \\u00A0]?(?:mm|cm))`,
  'gu',
);
const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th|\\.|ª|º|e|è[rm]e)|${ORDINAL_WORD})`;
const RIB = new RegExp(
  `(?<![\\p{L}\\d.,])((?:(?:\\d{1,2}|${ORDINAL})${JOIN}){0,4}${ORDINAL})[ \\u00A0](?:(?:left|right|linke[rnsm]?|rechte[rnsm]?|posterior|anterior|lateral|dorsale[rn]?|ventrale[rn]?) ){0,2}(?:ribs?|rippen?|côtes?|costillas?|costelas?|arcos? costa(?:l|is|les))(?!\\p{L})|(?<!\\p{L})(?:ribs|rib|rippen?|côtes?|costillas?|costelas?)[ \\u00A0](\\d{1,2}(?:${JOIN}\\d{1,2}){0,4})(?![\\p{L}\\d]|[.,]\\d|[ \\u00A0]?(?:mm|cm))`,
  'giu',
);

/** Finds the places a text names, in reading order. `isGerman`: how two letters of a lobe are read. */
export function findPlaces(text: string, isGerman = isGermanText(text)): PlaceTerm[] {
  return [
    ...levelsOf(text),
    ...[UPPER, MIDDLE, LOWER].flatMap((word, at) =>
      [...text.matchAll(word)].map((match) =>
        termOf('lobe', [['upper', 'middle', 'lower'][at] ?? ''], match),
      ),
    ),
    ...(isGerman ? LETTERS_GERMAN : LETTERS).flatMap(([letters, name]) =>
      [...text.matchAll(letters)].map((match) => termOf('lobe', [name], match)),
    ),
    ...[...text.matchAll(SEGMENT)].map((match) => termOf('segment', numbersOf(match[1] ?? ''), match)),
    ...[...text.matchAll(RIB)].map((match) =>
      termOf('rib', numbersOf(withOrdinalsAsNumbers(match[1] ?? match[2] ?? '')), match),
    ),
  ].toSorted((one, other) => one.start - other.start);
}

export function isGermanText(text: string): boolean {
  return GERMAN.test(text);
}

function termOf(kind: PlaceKind, names: readonly string[], match: RegExpExecArray): PlaceTerm {
  const text = match[0];
  return { kind, names, start: match.index, end: match.index + text.length, text };
}

function levelsOf(text: string): PlaceTerm[] {
  const isSpine = SPINE_WORDS.test(text);
  return [...text.matchAll(LEVEL)].flatMap((match): PlaceTerm[] => {
    const [whole, first = '', one = '', second, other] = match;
    const isPair = other !== undefined;
    const isNamed = /WK$/.test(first) || /^T[hH]$/.test(first);
    if (AFTER_SEQUENCE.test(text.slice(match.index + whole.length))) return [];
    if (!isNamed && !isPair && !isSpine) return [];
    // A lone `T2` is a sequence or a stage, `D1` and `S3` a branch or a segment; `T1/T2` are sequences.
    if (!isNamed && !isPair && (/^[DS]$/.test(first) || (first === 'T' && Number(one) < 5))) return [];
    if (!isNamed && isPair && /^[TDS]$/.test(first) && (!isSpine || Number(one) + Number(other) < 4))
      return [];
    const from = nameOf(first, one);
    if (!isPair) return [termOf('level', [from], match)];
    const to = nameOf(second ?? (from === 'L5' && other === '1' ? 'S' : first), other);
    return [termOf('level', rangeOf(from, to), match)];
  });
}

function nameOf(letters: string, number: string): string {
  const region = { H: 'C', B: 'T', D: 'T' }[letters.charAt(0)] ?? letters.charAt(0);
  return `${region}${Number(number)}`;
}

/** The vertebrae from one to another; what is not to be found in a spine stays as written. */
function rangeOf(from: string, to: string): string[] {
  const [start, end] = [SPINE.indexOf(from), SPINE.indexOf(to)];
  return start === -1 || end < start ? [from, to] : SPINE.slice(start, end + 1);
}

function numbersOf(text: string): string[] {
  const numbers = [...text.matchAll(new RegExp(NUMERAL, 'gu'))].map(
    ({ 0: numeral }) => ROMAN[numeral] ?? Number(numeral),
  );
  const [first = 0, last = 0] = numbers;
  const isRange = numbers.length === 2 && /[-–à]|to|bis/u.test(text) && last > first;
  if (isRange) return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  return numbers.map(String);
}

/** True for a name that no spine, liver or chest has. `L6` and a thirteenth rib are variants. */
export function isImpossible({ kind, names, text }: PlaceTerm, sentence: string): boolean {
  if (kind === 'level') return !/^[SD]/.test(text) && names.some((name) => isNoVertebra(name, sentence));
  if (kind === 'rib') return names.some((name) => Number(name) > 13 || Number(name) < 1);
  if (kind === 'segment') return LIVER.test(sentence) && names.some((name) => Number(name) > 8);
  return names.includes('middle') && LEFT_MIDDLE.test(sentence);
}

const LIVER = /(?<!\p{L})(?:liver|leber|foie|h[ií]gado|hepat|hépat)/iu;
const LEFT_MIDDLE =
  /(?<!\p{L})(?:left middle lobe|linke[rnsm]? mittellappen|mittellappens? (?:links|li\.)|lobe moyen gauche|lóbulo medio izquierdo|lobo médio esquerdo)(?!\p{L})/iu;
const VERTEBRA = /vert[eéè]br|vértebr|wirbel|HWK|dis[ck]|disque|bandscheib/iu;
const ROOT = /root|wurzel|nerv|racine|ra[ií]z|dermatom|plexus/iu;

/** There is a root of C8, and no vertebra. */
function isNoVertebra(name: string, sentence: string): boolean {
  if (SPINE.includes(name) || name === 'L6' || name.startsWith('S')) return false;
  return name !== 'C8' || (VERTEBRA.test(sentence) && !ROOT.test(sentence));
}
