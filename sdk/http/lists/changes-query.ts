import type { PageQuery } from '#contract/paged-list.ts';

/** Position fields common to every list query. */
export interface ListPosition extends PageQuery {
  readonly updated_since?: string;
  readonly order?: 'updated_at';
  readonly state?: 'all';
}

const BEGINNING = '1970-01-01T00:00:00.000Z';
const PAGE_ROWS = 200;

/** Query for everything changed since `since`, oldest first; from the beginning if undefined. */
export function changesQuery(since: string | undefined): ListPosition {
  return { updated_since: since ?? BEGINNING, order: 'updated_at', state: 'all', limit: PAGE_ROWS };
}
