/**
 * Cuts a line into its sentences. A point ends one only before a capital or at the end: `ca. 5 mm` and `10. Feb` are one
 * sentence, and so is what is in parentheses.
 */

export interface Sentence {
  /** Positions in the line; the space behind belongs to the sentence. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Words that end in a point and may be followed by a capital, as nouns are in German. */
const SHORTENED =
  /(?<!\p{L})(?:ca|max|min|approx|bzw|vgl|dr|prof|abb|fig|nr|evtl|inkl|ggf|env|máx|mín|aprox|re|li|bds|z\. ?b|d\. ?h)\.$/iu;
/** The day of a date: `10. Feb`. */
const MONTH = /^(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[kc]t|nov|de[zc])/iu;

export function sentencesOf(line: string): Sentence[] {
  const flat = line.replace(/\([^()]*\)/gu, (inside) => '('.repeat(inside.length));
  const sentences: Sentence[] = [];
  let from = 0;
  const add = (to: number) => {
    if (to > from) sentences.push({ from, to, text: line.slice(from, to).trim() });
    from = to;
  };
  for (const end of flat.matchAll(/[.!?;]+[\s\u00A0]+(?=[\p{Lu}_])/gu)) {
    const upTo = flat.slice(from, end.index + 1);
    const next = end.index + end[0].length;
    const isDate = /\d\.$/.test(upTo) && MONTH.test(flat.slice(next));
    if (!SHORTENED.test(upTo) && !isDate) add(next);
  }
  add(line.length);
  return sentences.filter(({ text }) => text !== '');
}
