import type { PageQuery } from '#contract/page.ts';

/** The part of a list's query that says where to read, whatever the list is of. */
export interface ListPosition extends PageQuery {
  readonly updated_since?: string;
  readonly order?: 'updated_at';
  readonly state?: 'all';
}

const BEGINNING = '1970-01-01T00:00:00.000Z';
const PAGE_ROWS = 200;

/** Everything that changed at `since` or later, the oldest change first; from the beginning where it is undefined. */
export function changesQuery(since: string | undefined): ListPosition {
  return { updated_since: since ?? BEGINNING, order: 'updated_at', state: 'all', limit: PAGE_ROWS };
}
