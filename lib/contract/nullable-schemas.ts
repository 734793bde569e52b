/**
 * Nullable schemas as a type array (JSON Schema 2020-12, OpenAPI 3.1) instead of a union, so that serialising needs no
 * trial validation.
 */
import { Type } from 'typebox';

export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
/** Integer from 0 to 2^53 - 1, the range of numbers in MACs and signatures; or null. */
export const NullableCount = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** A string of at most `maxLength` UTF-16 units, or null. */
export function nullableText(maxLength: number) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });
}

/** A string that matches `pattern`, or null. */
export function nullablePattern(pattern: string, description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], pattern, description });
}
