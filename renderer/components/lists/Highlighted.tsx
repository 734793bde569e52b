import { highlightMatches } from './highlight-matches.ts';

/** A text with the beginnings that matched the search marked. */
export function Highlighted({ text, wanted }: { readonly text: string; readonly wanted: readonly string[] }) {
  if (wanted.length === 0) return text;
  let offset = 0;
  return highlightMatches(text, wanted).map((part) => {
    offset += part.text.length;
    return part.marked ? <mark key={offset}>{part.text}</mark> : part.text;
  });
}
