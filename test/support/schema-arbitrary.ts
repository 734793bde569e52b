/**
 * Values for a JSON schema of the contract, for fuzzing: mostly of the right shape, with junk strewn in.
 * Understands the keywords the contract uses.
 */
import * as fc from 'fast-check';
import { UUID_V7_PATTERN } from '#contract/ids.ts';

/** Never in an answer: whatever the fuzzer makes up carries it. */
export const FUZZ_CANARY = 'kanarienvogel';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
}

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    `${FUZZ_CANARY}'; DROP TABLE documents; --`,
    '<script>alert(1)</script>',
    [],
    {},
    [[[[]]]],
    { [FUZZ_CANARY]: FUZZ_CANARY },
    { constructor: { prototype: FUZZ_CANARY } },
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => FUZZ_CANARY + text),
  fc.double(),
);

/** @param ids known ids, drawn wherever the schema asks for one. */
export function schemaArbitrary(schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: wellFormed(schema as Schema, ids) },
    { weight: 1, arbitrary: junk },
  );
}

function wellFormed(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => schemaArbitrary(one, ids)));
  const types = [schema.type ?? []].flat();
  return types.length > 0 ? fc.oneof(...types.map((type) => ofType(type, schema, ids))) : junk;
}

function ofType(type: string, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 5000, 2 ** 31 - 1) });
    case 'array':
      return fc.array(schemaArbitrary(schema.items ?? {}, ids), { maxLength: 4 });
    case 'object':
      return objectOf(schema, ids);
    default:
      return text(schema, ids);
  }
}

function text(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  if (schema.pattern === UUID_V7_PATTERN) return fc.constantFrom(...ids);
  if (schema.pattern !== undefined && schema.pattern !== '\\S') return fc.constantFrom('1', '2', '999', 'x');
  return fc.oneof(
    fc.constantFrom(
      '2020-02-29',
      '2020-02-30',
      '1999-12-31T23:59:59.5+02:00',
      'CT',
      '<p>text</p>',
      '{"root":{}}',
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((words) => `${FUZZ_CANARY} ${words}`),
  );
}

function objectOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 8 }), junk, { maxKeys: 3 });
  const known = Object.fromEntries(properties.map(([name, one]) => [name, schemaArbitrary(one, ids)]));
  const required = [...(schema.required ?? [])];
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(known, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(known, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc.record({ ...known, [`${FUZZ_CANARY}_field`]: junk }, { requiredKeys: required }),
    },
  );
}
