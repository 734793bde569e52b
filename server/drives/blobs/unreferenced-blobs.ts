import { setImmediate as nextTurn } from 'node:timers/promises';

/** Returns those of the given file names that a row references. */
export type FindReferenced = (names: readonly string[]) => ReadonlySet<string>;

const ASKED_AT_ONCE = 200;

/** Yields file names that no row references, page by page; other requests run between pages. */
export async function* unreferencedOf(
  names: AsyncIterable<string> | Iterable<string>,
  knownOf: FindReferenced,
): AsyncGenerator<string, void, undefined> {
  let page: string[] = [];
  for await (const name of names) {
    page.push(name);
    if (page.length < ASKED_AT_ONCE) continue;
    yield* unknownIn(page, knownOf);
    page = [];
    await nextTurn();
  }
  if (page.length > 0) yield* unknownIn(page, knownOf);
}

function unknownIn(page: readonly string[], knownOf: FindReferenced): string[] {
  const known = knownOf(page);
  return page.filter((name) => !known.has(name));
}
