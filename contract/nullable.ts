/**
 * Nullable schemas written as a type array (JSON Schema 2020-12, OpenAPI 3.1) instead of a union:
 * the serializer then needs no trial validation per value.
 */
import { Type } from 'typebox';

export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** A string of at most `maxLength` UTF-16 units, or null. */
export function nullableText(maxLength: number) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });
}

/** A string that matches `pattern`, or null. */
export function nullablePattern(pattern: string, description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], pattern, description });
}
