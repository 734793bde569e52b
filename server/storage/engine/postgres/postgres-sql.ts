/**
 * Translates the stores' SQL into PostgreSQL's dialect. All differences of the two engines are here and in
 * `postgres-schema.ts`; write other statements so that both engines accept them.
 */
import { AUTHENTICATED_TABLES } from '#server/storage/engine/changed-row.ts';

export interface PostgresStatement {
  /** SQL text with `$1`, `$2`, …. */
  readonly text: string;
  /** Property names in the order of `$1`, `$2`, …; undefined for positional parameters. */
  readonly names: readonly string[] | undefined;
  /** True for a write to an authenticated table, whose changed rows are recorded. */
  readonly isNoted: boolean;
}

const NOTED = new RegExp(
  `^\\s*(INSERT INTO|UPDATE|DELETE FROM) (${AUTHENTICATED_TABLES.map(({ table }) => table).join('|')})\\b`,
);

const DIALECT: readonly (readonly [sqlite: RegExp, postgres: string])[] = [
  [/\bifnull\(/g, 'coalesce('],
  // A JSON array as rows.
  [/json_each\((\?|@\w+)\) AS (\w+)/g, 'jsonb_array_elements_text($1::jsonb) AS $2 (value)'],
  // SQLite needs hints (join kind, unary plus) to choose an index; PostgreSQL decides itself.
  [/CROSS JOIN (\w+ AS \w+) ON/g, 'JOIN $1 ON'],
  [/ \+(\w+) =/g, ' $1 ='],
  [/= \+\?/g, '= ?'],
  // The highest assigned number, also of a deleted row.
  [
    /FROM sqlite_sequence WHERE name = '(\w+)'/g,
    'FROM (SELECT CASE WHEN is_called THEN last_value END AS seq FROM $1_seq_seq) AS given',
  ],
];

export function toPostgres(sql: string): PostgresStatement {
  const names: string[] = [];
  let positions = 0;
  let text = sql;
  for (const [sqlite, postgres] of DIALECT) text = text.replace(sqlite, postgres);
  text = text.replace(/\?|@(\w+)/g, (_, name: string | undefined) => {
    if (name === undefined) {
      positions += 1;
      return `$${positions}`;
    }
    const known = names.indexOf(name);
    if (known < 0) names.push(name);
    return `$${known < 0 ? names.length : known + 1}`;
  });
  return { text, names: names.length > 0 ? names : undefined, isNoted: NOTED.test(text) };
}

/** Fails the statement, and so its transaction, when the condition is false. */
export const assertThat = (condition: string): string => `1 / (${condition})::int`;

/** Wraps a writing statement so that it fails unless it writes exactly one row. */
export const unlessOne = (text: string): string =>
  `WITH written AS (${text} RETURNING 1) SELECT ${assertThat('count(*) = 1')} FROM written`;

/** The values for `$1`, `$2`, …. @throws RangeError where a value is missing. */
export function valuesFor({ names }: PostgresStatement, parameters: readonly unknown[]): unknown[] {
  if (names === undefined) return parameters.map(sendable);
  const [row] = parameters;
  return names.map((name) => {
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
    if (value === undefined) throw new RangeError(`Missing named parameter "${name}"`);
    return sendable(value);
  });
}

/** Copies a view of a larger buffer, because a thread message would include the whole buffer. */
function sendable(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
}
