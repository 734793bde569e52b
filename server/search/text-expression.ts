import type { TextTerm } from '#server/storage/search/text-columns.ts';

/** An FTS5 expression that requires every term. Words have letters and digits alone, so quoting needs no escapes. */
export function textExpression(terms: readonly TextTerm[]): string {
  return terms
    .map(({ column, words, isPrefix }) => {
      const phrase = `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
      return column === null ? phrase : `${column} : ${phrase}`;
    })
    .join(' AND ');
}
