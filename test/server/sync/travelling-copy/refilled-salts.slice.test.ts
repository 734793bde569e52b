/**
 * Tests a copy whose rows lack the salts of names, as a release without them stored it: the next exchange fills them,
 * with those of the clinic and no others.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { startClinic } from '#test/support/travelling.ts';
import { textOf, written } from './exam-texts.ts';

/** Salts by id of principal and group, as they lie in the folder. */
function saltsIn(dataDir: string): Record<string, string | null> {
  const db = new Database(join(dataDir, 'vault.sqlite'), { readonly: true });
  try {
    const rows = db
      .prepare<[], { id: string; name_salt: string | null }>(
        `SELECT principal_id AS id, name_salt FROM principals
         UNION ALL SELECT security_group_id, name_salt FROM security_groups`,
      )
      .all();
    return Object.fromEntries(rows.map(({ id, name_salt }) => [id, name_salt]));
  } finally {
    db.close();
  }
}

function forgetSalts(dataDir: string): void {
  const db = new Database(join(dataDir, 'vault.sqlite'));
  db.exec('UPDATE principals SET name_salt = NULL; UPDATE security_groups SET name_salt = NULL');
  db.close();
}

test('a copy without salts of names has the clinic’s after the next exchange, and keeps them', async () => {
  const clinic = await startClinic();
  const { exam } = await written(clinic.client(), clinic, 'common');
  const person = await clinic.invite('editor');
  const laptop = await clinic.takeAlong({ person });
  await laptop.exchange();
  const before = saltsIn(laptop.dataDir);
  const theirs = saltsIn(clinic.dataDir);
  expect(Object.keys(before).length).toBeGreaterThan(2);
  for (const [id, salt] of Object.entries(before)) {
    expect(salt, id).toMatch(/^[\w-]{43}$/);
    expect(salt, id).toBe(theirs[id]);
  }

  await laptop.close();
  forgetSalts(laptop.dataDir);
  const again = await laptop.reopen();
  expect((await again.exchange()).clinic.standing).toBe('with');
  expect(saltsIn(laptop.dataDir)).toEqual(before);
  expect((await again.exchange()).clinic.standing).toBe('with');
  expect(saltsIn(laptop.dataDir)).toEqual(before);
  expect(await textOf(again.client, exam)).toBe('common');
});
