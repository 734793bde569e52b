/** Observes what a principal is and can read after unlocking, and detects any increase. */
import { isDeepStrictEqual } from 'node:util';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Way } from './access-fixture.ts';

export interface Seen {
  readonly who: readonly [principal_id: string, kind: string, is_admin: boolean];
  /** Role in each group, by its id. */
  readonly roles: ReadonlyMap<string, string>;
  /** Record of each group's document, or the error code. */
  readonly records: ReadonlyMap<string, unknown>;
  /** Rights of everyone else by id, as an administrator sees them. */
  readonly others: ReadonlyMap<string, unknown>;
  readonly preferences: unknown;
  readonly names: readonly string[];
}

/** Error instead of the observation. */
export interface Refused {
  readonly code: string;
  readonly text: string;
}

/** Unlocks, observes and locks. */
export async function look(
  client: VaultClient,
  way: Way,
  documents: ReadonlyMap<string, string>,
): Promise<Seen | Refused> {
  try {
    const { session } = await client.session.open(way.body);
    try {
      return await lookAround(client, session, documents);
    } finally {
      await client.session.lock();
    }
  } catch (error) {
    return refusalOf(error);
  }
}

async function lookAround(
  client: VaultClient,
  { principal, groups }: Awaited<ReturnType<VaultClient['session']['open']>>['session'],
  documents: ReadonlyMap<string, string>,
): Promise<Seen> {
  const listed = principal.is_admin ? await client.principals.list().toArray({ limit: 50 }) : [];
  const preferences = await client.session.getPreferences().then(
    (sealed: unknown) => sealed,
    (error: unknown) => refusalOf(error).code,
  );
  return {
    who: [principal.principal_id, principal.kind, principal.is_admin],
    roles: new Map(groups.map(({ security_group_id, role }) => [security_group_id, role])),
    records: await readRecords(client, documents),
    others: new Map(
      listed.map(({ principal_id, is_admin, state, groups: theirs }) => [
        principal_id,
        { is_admin, isDisabled: state === 'disabled', theirs },
      ]),
    ),
    preferences,
    names: [principal, ...groups.map(({ name }) => ({ display_name: name })), ...listed].map(
      ({ display_name }) => display_name,
    ),
  };
}

export async function readRecords(
  client: VaultClient,
  documents: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, unknown>> {
  const records = new Map<string, unknown>();
  for (const [group, id] of documents) {
    const record = await client.patients.get(id).then(
      (view): unknown => view.record,
      (error: unknown) => refusalOf(error).code,
    );
    records.set(group, record);
  }
  return records;
}

export function isRefused(seen: Seen | Refused): seen is Refused {
  return 'code' in seen;
}

function refusalOf(error: unknown): Refused {
  const code = error instanceof VaultApiError ? error.code : 'no_answer';
  return { code, text: String(error) };
}

/** Returns what grew or changed. A missing key, name, person or preference does not count. */
export function moreThan(before: Seen, now: Seen): string[] {
  const found: string[] = [];
  if (!isDeepStrictEqual(now.who, before.who)) found.push('opened as somebody else');
  for (const [group, role] of now.roles) {
    if (before.roles.get(group) !== role) found.push('another role in a group');
  }
  for (const [group, record] of now.records) {
    const isLess = typeof record === 'string';
    if (!isLess && !isDeepStrictEqual(record, before.records.get(group))) found.push('another record');
  }
  for (const [id, rights] of now.others) {
    const known = before.others.get(id) ?? { is_admin: false, isDisabled: true, theirs: [] };
    if (!isDeepStrictEqual(rights, known)) found.push("another's rights are shown otherwise");
  }
  const isLess = typeof now.preferences === 'string' || isDeepStrictEqual(now.preferences, {});
  if (!isLess && !isDeepStrictEqual(now.preferences, before.preferences)) found.push('other preferences');
  if (now.names.some((name) => name !== '' && !before.names.includes(name))) found.push('another name');
  return found;
}
