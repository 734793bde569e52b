import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts';
import { NullableString } from './nullable-schemas.ts';

/** Query fields of every paged list. The cursor is opaque and authenticated: a changed one returns 422. */
export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT })),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
};

/** Query fields for following changes: nodes changed at or after an instant, oldest change first. */
export const CHANGES_QUERY = {
  updated_since: Type.Optional(Type.String({ maxLength: 64 })),
  order: Type.Optional(Type.Unsafe<'updated_at'>({ type: 'string', enum: ['updated_at'] })),
};

export const PageQuerySchema = Type.Object(PAGE_QUERY, { additionalProperties: false });

function pageObject<Item>(item: TUnsafe<Item>) {
  return Type.Object({ items: Type.Array(item), next_cursor: NullableString });
}
export type Page<Item> = Static<ReturnType<typeof pageObject<Item>>>;

export function pageOf<Item>(item: TUnsafe<Item>): TUnsafe<Page<Item>>;
export function pageOf<Item extends TSchema>(item: Item): TUnsafe<Page<Static<Item>>>;
export function pageOf(item: TSchema): TUnsafe<Page<unknown>> {
  return Type.Unsafe(pageObject(Type.Unsafe(item)));
}

export type PageQuery = Static<typeof PageQuerySchema>;
