/**
 * Generates values for a JSON schema of the contract, mostly valid with some junk. Supports the keywords the contract
 * uses.
 */
import * as fc from 'fast-check';
import { UUID_V7_PATTERN } from '#contract/ids.ts';

/** Part of every generated text; must never appear in a response. */
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

/** Existing ids by field or parameter name. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

export interface Fuzzing {
  readonly ids: KnownIds;
  /** Junk values in ten; 0 follows the schema. */
  readonly junkInTen: number;
}

/** @param name of the field or parameter. */
export function schemaArbitrary(schema: unknown, fuzzing: Fuzzing, name = ''): fc.Arbitrary<unknown> {
  const { junkInTen } = fuzzing;
  const sound = wellFormed(schema as Schema, fuzzing, name);
  if (junkInTen === 0) return sound;
  return fc.oneof({ weight: 10 - junkInTen, arbitrary: sound }, { weight: junkInTen, arbitrary: junk });
}

function wellFormed(schema: Schema, fuzzing: Fuzzing, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => schemaArbitrary(one, fuzzing, name)));
  const types = [schema.type ?? []].flat();
  return types.length > 0 ? fc.oneof(...types.map((type) => ofType(type, schema, fuzzing, name))) : junk;
}

function ofType(type: string, schema: Schema, fuzzing: Fuzzing, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 5000, 2 ** 31 - 1) });
    case 'array':
      return fc.array(schemaArbitrary(schema.items ?? {}, fuzzing, name), { maxLength: 4 });
    case 'object':
      return objectOf(schema, fuzzing);
    default:
      return text(schema, fuzzing, name);
  }
}

const DATES = ['2020-02-29', '1999-12-31T23:59:59.5+02:00', '0001-01-01'];
const WRONG_DATES = ['2020-02-30', '', '2020-01-01T00:00:00'];
const EMPTY_STATE = JSON.stringify({ root: { type: 'root', version: 1, children: [] } });

function text(schema: Schema, { ids, junkInTen }: Fuzzing, name: string): fc.Arbitrary<string> {
  const known = ids[name] ?? Object.values(ids).flat();
  if (schema.pattern === UUID_V7_PATTERN) {
    return fc.constantFrom(...(junkInTen > 0 ? Object.values(ids).flat() : known));
  }
  if (name.includes('date')) return fc.constantFrom(...DATES, ...(junkInTen > 0 ? WRONG_DATES : []));
  if (name === 'report_lexical')
    return fc.constantFrom(EMPTY_STATE, ...(junkInTen > 0 ? ['{"root":{}}', 'x'] : []));
  if (schema.pattern !== undefined && schema.pattern !== '\\S') return fc.constantFrom('1', '2', '999');
  return fc.oneof(
    fc.constantFrom('CT', '<p>text</p>', 'final'),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((words) => `${FUZZ_CANARY} ${words}`),
  );
}

function objectOf(schema: Schema, fuzzing: Fuzzing): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { maxKeys: 3 });
  const known = Object.fromEntries(
    properties.map(([name, one]) => [name, schemaArbitrary(one, fuzzing, name)]),
  );
  const required = [...(schema.required ?? [])];
  const sound = fc.record(known, { requiredKeys: required });
  if (fuzzing.junkInTen === 0) return sound;
  const withMore: Record<string, fc.Arbitrary<unknown>> = { ...known, [`${FUZZ_CANARY}_field`]: junk };
  return fc.oneof(
    { weight: 8, arbitrary: sound },
    { weight: 1, arbitrary: fc.record(known, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(withMore, { requiredKeys: required }) },
  );
}
