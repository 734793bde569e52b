/** Compares names as written by different systems: order, case, accents and spelt-out umlauts do not count. */
import { foldText } from '#records/folded-text.ts';

/** Compares a name in DICOM form, or any other, with a record's. A second given name may be missing. */
export function isSameName(sent: string, name: string): boolean {
  const ours = spellingsOf(name);
  // A name may have alphabetic, ideographic and phonetic forms.
  return sent.split('=').some((written) => {
    const [family = '', given = ''] = written.split('^');
    const theirs = spellingsOf(`${family} ${given}`);
    return ours.some((own) => theirs.some((words) => isSameWords(own, words)));
  });
}

/** Words of which the same name has one in common, in every spelling. */
export function nameWords(name: string): string[] {
  return [...new Set(spellingsOf(name).flat())];
}

function isSameWords(own: readonly string[], sent: readonly string[]): boolean {
  const [few, many] = own.length < sent.length ? [own, sent] : [sent, own];
  const isWhole = few.length > 1 || (few.length === 1 && many.length === 1);
  return isWhole && few.every((word) => many.includes(word));
}

/** Words with umlauts in both ways: `Müller` is `Mueller` in one system and `Muller` in another. */
function spellingsOf(name: string): readonly (readonly string[])[] {
  const spelt = name.normalize('NFC').replaceAll(/[äöü]/gi, (one) => SPELT[one.toLowerCase()] ?? one);
  return [name, spelt].map((text) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

const SPELT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
