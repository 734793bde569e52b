/**
 * What an answer is written as. A list is written item by item: one letter outside Latin-1 anywhere makes two bytes of
 * every character of the text it stands in, and a page as one text is then some ten times slower to make than its
 * items are, one by one.
 */

/** @returns the JSON of `body`, as text or as the UTF-8 of the same text. */
export function answerJson(body: unknown): string | Buffer {
  return isList(body) ? bytesOf(textsOf(body)) : JSON.stringify(body);
}

type List = Readonly<Record<string, unknown>> & { readonly items: readonly unknown[] };

function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

function textsOf(list: List): string[] {
  const { items, ...others } = list;
  const texts = items.flatMap((item, at) => [at === 0 ? '' : ',', JSON.stringify(item)]);
  const rest = JSON.stringify(others).slice(1);
  return ['{"items":[', ...texts, rest === '}' ? ']}' : `],${rest}`];
}

function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}
