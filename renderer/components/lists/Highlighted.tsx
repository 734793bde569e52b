import { highlightMatches } from './highlight-matches.ts';

/** Text with the word beginnings that match the search highlighted. */
export function Highlighted({ text, wanted }: { readonly text: string; readonly wanted: readonly string[] }) {
  if (wanted.length === 0) return text;
  let offset = 0;
  return highlightMatches(text, wanted).map((part) => {
    offset += part.text.length;
    return part.marked ? <mark key={offset}>{part.text}</mark> : part.text;
  });
}
