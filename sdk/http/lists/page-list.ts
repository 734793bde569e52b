/**
 * A paged list as a script sees it: an async iterable of items that fetches a page only when the one before
 * it is used up, so that any number of rows costs the memory of one page.
 */
import type { Page, PageQuery } from '#contract/page.ts';
import { isFields } from '#sdk/http/given.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

/** Fetches one page: `at` belongs into its query, and is empty for the first. */
type FetchPage<Item> = (at: Pick<PageQuery, 'cursor'>) => VaultPromise<Page<Item>>;

export class PageList<Item> implements AsyncIterable<Item> {
  readonly #fetch: FetchPage<Item>;

  constructor(fetch: FetchPage<Item>) {
    this.#fetch = fetch;
  }

  /** The first page (or the one the query's own `cursor` names), with its `next_cursor`. */
  page(): VaultPromise<Page<Item>> {
    return this.#fetch({});
  }

  async *pages(): AsyncGenerator<Page<Item>> {
    let page = await this.#fetch({});
    yield page;
    while (page.next_cursor !== null) {
      page = await this.#fetch({ cursor: page.next_cursor });
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** At most `limit` items; the limit is required, so that nobody loads a whole vault by accident. */
  async toArray({ limit }: { limit: number }): Promise<Item[]>;
  async toArray(options?: { readonly limit?: number }): Promise<Item[]> {
    const limit = isFields(options) ? (options?.limit ?? 0) : 0;
    if (!Number.isInteger(limit) || limit < 1)
      throw new TypeError(
        'toArray needs a limit of at least 1, as in toArray({ limit: 100 }); «for await» reads all.',
      );
    const items: Item[] = [];
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}
