/**
 * Lazy list of items over pages: an async iterable that fetches a page once the previous one is used up. Any number
 * of rows needs the memory of one page.
 */
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { isFields } from '#sdk/http/argument-checks.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

/** Fetches a page: `at` belongs in its query, and is empty for the first. */
type FetchPage<Item> = (at: Pick<PageQuery, 'cursor'>) => VaultPromise<Page<Item>>;

export class PageList<Item> implements AsyncIterable<Item> {
  readonly #fetch: FetchPage<Item>;

  constructor(fetch: FetchPage<Item>) {
    this.#fetch = fetch;
  }

  /** Returns the first page (or the one of the query's `cursor`) with its `next_cursor`. */
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

  /** Returns at most `limit` items; required, so that a whole vault is never loaded by accident. */
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
