import { type TSchema, Type } from 'typebox';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts';
import { NullableString } from './nullable.ts';

/** Query fields of every paged list. The cursor is opaque and authenticated: a changed one answers 422. */
export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT })),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
};

export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next_cursor: NullableString });
}

export interface Page<Item> {
  readonly items: Item[];
  readonly next_cursor: string | null;
}

/** A page's query as code sees it. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}
