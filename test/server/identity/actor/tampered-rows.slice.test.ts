/**
 * Changes every cell of the access rows one by one. The next unlock is refused, or every principal keeps exactly
 * their identity, rights and keys.
 * Source: evidence design, D-5.
 */
import { cpSync, rmSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import { encodeHex } from '#crypto/bytes.ts';
import {
  type AccessFixture,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  openActor,
  peerOf,
} from '#test/support/access-fixture.ts';
import { onSqlite } from '#test/support/on-engine.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

const TABLES = [
  'principals',
  'principal_wraps',
  'membership_records',
  'group_grants',
  'credentials',
  'certificates',
  'admin_secrets',
  'authorities',
  'workspace',
  'security_groups',
] as const;

type Cell = string | number | Buffer | null;
type Row = Readonly<Record<string, Cell>>;

let fixture: AccessFixture;
let vault: VaultCreated;
let truth: Seen;
/** Folder before any change. */
let sound: ReturnType<typeof makeTempDir>;

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  const sg = vault.security_group_id;
  const ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  const groups = [{ security_group_id: sg, role: 'viewer' as const }];
  await inviteAndJoin(fixture, ada.actor, { display_name: 'Ben', groups });
  await inviteAndJoin(fixture, ada.actor, { display_name: 'Cleo', groups: [], is_admin: true });
  const { actor: dan } = await inviteAndJoin(fixture, ada.actor, {
    display_name: 'Dan',
    groups: [],
    is_admin: true,
  });
  // An administrator who left; the CA is replaced at the next unlock at the latest.
  fixture.parts.principals.disable(ada.actor, dan.principal_id);
  await fixture.parts.credentials.create(ada.actor, { name: 'script', groups });
  await fixture.reopen();
  truth = await look();
  sound = makeTempDir();
  await fixture.reopen(() => cpSync(fixture.folder, sound.path, { recursive: true }));
});
afterAll(() => {
  fixture.dispose();
  sound.remove();
});

/** Restores a fresh folder, because an unlock may write. */
function putBack(): void {
  rmSync(fixture.folder, { recursive: true });
  cpSync(sound.path, fixture.folder, { recursive: true });
}

interface Seen {
  readonly is_admin: boolean;
  readonly role: string | undefined;
  readonly groupKey: string;
  /** Principals by id; '' for a hidden name. */
  readonly principals: ReadonlyMap<string, Standing>;
}

interface Standing {
  readonly name: string;
  readonly is_admin: boolean;
  readonly isDisabled: boolean;
  readonly groups: string;
}

/** Returns Ada's identity after a fresh unlock, and what she sees of others. */
async function look(): Promise<Seen> {
  const { sessions, principals } = fixture.parts;
  const { session_token } = await sessions.open({ recovery_key: vault.recovery_key }, peerOf('client-a'));
  const actor = sessions.actorOf(sessions.find(session_token, peerOf('client-a')));
  const { items } = principals.list(actor, { limit: 50 });
  return {
    is_admin: actor.is_admin,
    role: actor.roleIn(vault.security_group_id),
    groupKey: encodeHex(actor.keyRing.currentGroupKey(vault.security_group_id).key),
    principals: new Map(
      items.map(({ principal_id, display_name: name, is_admin, state, groups }) => [
        principal_id,
        { name, is_admin, isDisabled: state === 'disabled', groups: JSON.stringify(groups) },
      ]),
    ),
  };
}

/** Changes: a flipped bit, an empty value, a sibling's value. */
function changesOf(cell: Cell, siblings: readonly Cell[]): Cell[] {
  const others = siblings.filter((other) => String(other) !== String(cell)).slice(0, 1);
  if (cell === null) return [...others, 'x'];
  if (typeof cell === 'number') return [...others, cell + 1, -1];
  const bytes = Buffer.from(cell);
  const flipped = Buffer.from(bytes);
  const middle = bytes.length >> 1;
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const made = [flipped, Buffer.alloc(0)];
  return [...others, ...(typeof cell === 'string' ? made.map((each) => each.toString('utf8')) : made)];
}

function expectNothingGained(seen: Seen, what: string): void {
  expect({ ...seen, principals: null }, what).toEqual({ ...truth, principals: null });
  for (const [id, standing] of seen.principals) {
    const before = truth.principals.get(id);
    // A row under another id is unknown to the signed list and has no rights.
    if (before === undefined) {
      expect(standing, what).toMatchObject({ isDisabled: true, is_admin: false, groups: '[]' });
      continue;
    }
    expect(['', before.name], what).toContain(standing.name);
    expect({ ...standing, name: '' }, what).toEqual({ ...before, name: '' });
  }
}

describe('a changed cell of', () => {
  for (const table of TABLES)
    onSqlite('every change begins in a copy of the folder')(`${table} opens nothing to anybody`, async () => {
      await fixture.reopen(putBack);
      const rows = fixture.parts.db.prepare<[], Row>(`SELECT * FROM ${table}`).all();
      expect(rows.length).toBeGreaterThan(0);
      const counts = { refused: 0, unharmed: 0 };
      for (const row of rows) {
        for (const [column, cell] of Object.entries(row)) {
          const siblings = rows.map((other) => other[column] ?? null);
          for (const value of changesOf(cell, siblings)) {
            const outcome = await unlockWith(table, row, column, value);
            if (outcome !== undefined) counts[outcome] += 1;
          }
        }
      }
      expect(counts.refused + counts.unharmed).toBeGreaterThan(5);
    });
});

/** Undefined if the database refuses the value. */
async function unlockWith(table: string, row: Row, column: string, value: Cell) {
  await fixture.reopen(putBack);
  const { db } = fixture.parts;
  const names = Object.keys(row);
  const where = names.map((name) => `${name} IS ?`).join(' AND ');
  // Off, because an attacker need not keep foreign keys.
  db.exec('PRAGMA foreign_keys = OFF');
  try {
    const update = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`);
    expect(update.run(value, ...names.map((name) => row[name])).changes).toBe(1);
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError) return undefined;
    throw error;
  } finally {
    db.exec('PRAGMA foreign_keys = ON');
  }
  const seen = await look().catch(() => undefined);
  if (seen === undefined) return 'refused' as const;
  expectNothingGained(seen, `${table}.${column}: ${String(value).slice(0, 40)}`);
  return 'unharmed' as const;
}
