/** Finds pages by words, with the sentence that says them. */
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import { type HandbookPage, plainText, sentencesOf } from './parse-page.ts';

export interface FoundPage {
  readonly page: HandbookPage;
  /** Sentence with most of the words; the first of the page if only the title has them. */
  readonly sentence: string;
}

/** Returns the pages with every word, those with all of them in the title first. `wanted` is folded. */
export function searchPages(pages: Iterable<HandbookPage>, wanted: readonly string[]): FoundPage[] {
  const found = [...pages].flatMap((page) => {
    const sentences = [page.lead, ...page.steps].flatMap((part) => sentencesOf(plainText(part)));
    const words = [page.title, ...sentences].flatMap(wordsOf);
    if (!matchesAll(words, wanted)) return [];
    const sentence = sentences.toSorted((a, b) => hitsIn(b, wanted) - hitsIn(a, wanted))[0] ?? '';
    return [{ page, sentence }];
  });
  const isByTitle = ({ page }: FoundPage) => matchesAll(wordsOf(page.title), wanted);
  return [...found.filter(isByTitle), ...found.filter((each) => !isByTitle(each))];
}

function hitsIn(sentence: string, wanted: readonly string[]): number {
  const words = wordsOf(sentence);
  return wanted.filter((word) => matchesAll(words, [word])).length;
}
