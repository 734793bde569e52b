/**
 * Compares the level, lobe, segment or rib of one finding between Findings and Impression, and finds places that do not
 * exist. What the Findings leave open is not judged, and then not called compared either.
 */
import {
  FINDING_NOUNS,
  type FindingNoun,
  type Sentence,
  sentencesOf,
} from '#report/checks/impression/finding-nouns.ts';
import {
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { findPlaces, isGermanText, isImpossible, type PlaceTerm } from './place-terms.ts';

const noun = (word: RegExp): FindingNoun => ({ word, isFocal: false });
const NOUNS: readonly FindingNoun[] = [
  ...FINDING_NOUNS,
  noun(
    /(?<!\p{L})(?:herniations?|prolapses?|extrusions?|(?:hernias?|hérnias?|hernies?) (?:de disco|dis[ck]a(?:l|is|les)|discales?)|\p{L}*vorf[aä]ll\p{L}*|\p{L}*prolaps\p{L}*)(?!\p{L})/iu,
  ),
  noun(/(?<!\p{L})\p{L}*protrusi\p{L}*|(?<!\p{L})protrus\p{L}*/iu),
  noun(/(?<!\p{L})\p{L}*(?:st[eé]nos)\p{L}*/iu),
  noun(/(?<!\p{L})\p{L}*(?:listhes|listés)\p{L}*/iu),
  noun(/(?<!\p{L})(?:\p{L}*[ck]ompression|compresi[oó]n|compressão)(?!\p{L})/iu),
  noun(
    /(?<!\p{L})(?:pneumonia|pneumonie\p{L}*|neumonía|infiltrat\p{L}*|infiltrados?|[ck]onsolid\p{L}*)(?!\p{L})/iu,
  ),
  noun(/(?<!\p{L})(?:\p{L}*abszess\p{L}*|abscess(?:es)?|abcès|abscesos?|abs?cessos?)(?!\p{L})/iu),
  noun(/(?<!\p{L})(?:spond[iy]lodis[ck]\p{L}*|espondilodis\p{L}*)/iu),
];
/** Named anywhere in the Findings is enough for a lobe or a segment only beside the same finding. */
const NAMED_AS_A_WHOLE: ReadonlySet<PlaceTerm['kind']> = new Set(['level', 'rib']);
const SHOWN_MAX = 6;

interface PlacedSentence extends Sentence {
  readonly places: readonly PlaceTerm[];
}

export function checkPlaces({ whole, findings, impression }: ReportParts): QualityFinding[] {
  return [...impossiblePlaces(whole), ...placesThatDiffer(findings, impression)];
}

/** True when the impression names a place, and each was found again beside the same finding. */
export function arePlacesCompared({ findings, impression }: ReportParts): boolean {
  const [known, said] = placedParts(findings, impression);
  const placed = said.filter(({ places }) => places.length > 0);
  const isFound = onceEach(
    ({ places, nouns }: PlacedSentence) => keyOf(places, nouns),
    (sentence) => isFoundAgain(known, sentence),
  );
  return placed.length > 0 && placed.every(isFound);
}

/** Equal questions are answered once, so that the time grows with the text and not with its square. */
function onceEach<Asked, Answer>(
  key: (asked: Asked) => string,
  answer: (asked: Asked) => Answer,
): (asked: Asked) => Answer | undefined {
  const known = new Map<string, Answer>();
  return (asked) => {
    const name = key(asked);
    if (!known.has(name)) known.set(name, answer(asked));
    return known.get(name);
  };
}

function keyOf(places: readonly PlaceTerm[], nouns: readonly FindingNoun[]): string {
  const ofPlaces = places.map(({ kind, names }) => `${kind} ${names.join(' ')}`);
  return [...ofPlaces, ...nouns.map((one) => NOUNS.indexOf(one))].join('; ');
}

export function namesPlaces({ findings, impression }: ReportParts): boolean {
  return placedParts(findings, impression)[1].some(({ places }) => places.length > 0);
}

function isFoundAgain(known: readonly PlacedSentence[], { places, nouns }: PlacedSentence): boolean {
  return (
    nouns.length > 0 &&
    nouns.every((one) => {
      const beside = known
        .filter((sentence) => sentence.nouns.includes(one))
        .flatMap((sentence) => sentence.places);
      return places.every((place) => isAmong(place, beside));
    })
  );
}

function impossiblePlaces(whole: string): QualityFinding[] {
  return placedSentences(whole, isGermanText(whole)).flatMap(({ places, written }) =>
    places
      .filter((place) => isImpossible(place, written))
      .map((place) =>
        warning(
          'place_impossible',
          { text: place.text },
          wordsAt(whole, { 0: place.text, index: place.start }),
        ),
      ),
  );
}

function placesThatDiffer(findings: string | null, impression: string | null): QualityFinding[] {
  const [known, said] = placedParts(findings, impression);
  const told = new Set<string>();
  const othersOf = onceEach(
    ({ place, nouns }: { place: PlaceTerm; nouns: readonly FindingNoun[] }) => keyOf([place], nouns),
    ({ place, nouns }) => othersThan(place, known, nouns),
  );
  return said.flatMap(({ places, nouns, affirmed, index }) =>
    places.flatMap((place): QualityFinding[] => {
      // A denied place is not compared.
      if (affirmed.charAt(place.start - index).trim() === '') return [];
      const others = othersOf({ place, nouns });
      if (others === undefined || told.has(place.text)) return [];
      told.add(place.text);
      const params = {
        word: nouns[0]?.word.exec(affirmed)?.[0] ?? place.text,
        text: place.text,
        expected: [...new Set(others.map(({ text }) => text))].slice(0, SHOWN_MAX).join(', '),
      };
      const at = { 0: place.text, index: place.start };
      return [warning('place_mismatch', params, wordsAt(impression ?? '', at, IMPRESSION_CODE))];
    }),
  );
}

/** The places the findings name instead; undefined when they agree, or leave it open. */
function othersThan(
  place: PlaceTerm,
  known: readonly PlacedSentence[],
  nouns: readonly FindingNoun[],
): readonly PlaceTerm[] | undefined {
  const ofKind = (sentence: PlacedSentence) => sentence.places.filter(({ kind }) => kind === place.kind);
  const all = known.flatMap(ofKind);
  if (all.length === 0) return undefined;
  if (NAMED_AS_A_WHOLE.has(place.kind) && !isAmong(place, all)) return all;
  const isFocal = nouns.some((one) => one.isFocal);
  for (const one of nouns) {
    const same = known.filter((sentence) => sentence.nouns.includes(one));
    const isElsewhere = (sentence: PlacedSentence) =>
      ofKind(sentence).length > 0 && !isAmong(place, ofKind(sentence));
    if (same.length === 0 || !same.every(isElsewhere)) continue;
    // A lesion may be called a nodule elsewhere.
    const alike = known.filter((sentence) => isFocal && sentence.nouns.some((other) => other.isFocal));
    if (alike.some((sentence) => !isElsewhere(sentence))) continue;
    return same.flatMap(ofKind);
  }
  return undefined;
}

/** `L4` is among `L4/5`, a disc among a range; a range is among the discs and vertebrae it holds. */
function isAmong(place: PlaceTerm, known: readonly PlaceTerm[]): boolean {
  const ofKind = known.filter(({ kind }) => kind === place.kind);
  const isWithin = (names: readonly string[], all: readonly string[]) =>
    names.every((name) => all.includes(name));
  if (ofKind.some(({ names }) => isWithin(place.names, names) || isWithin(names, place.names))) return true;
  const isDisc = place.kind === 'level' && place.names.length === 2;
  return (
    !isDisc &&
    isWithin(
      place.names,
      ofKind.flatMap(({ names }) => names),
    )
  );
}

function placedParts(
  findings: string | null,
  impression: string | null,
): [PlacedSentence[], PlacedSentence[]] {
  const isGerman = isGermanText(`${findings ?? ''}\n${impression ?? ''}`);
  return [placedSentences(findings ?? '', isGerman), placedSentences(impression ?? '', isGerman)];
}

/** A place is of the sentence it begins in: the point of `6. Rippe` ends none. */
function placedSentences(text: string, isGerman: boolean): PlacedSentence[] {
  const places = findPlaces(text, isGerman);
  if (places.length === 0) return [];
  let next = 0;
  return sentencesOf(text, NOUNS).map((sentence) => {
    const end = sentence.index + sentence.written.length;
    const own: PlaceTerm[] = [];
    for (let place = places[next]; place !== undefined && place.start < end; place = places[++next])
      own.push(place);
    return { ...sentence, places: own };
  });
}
