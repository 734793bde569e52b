/** Checks that PostgreSQL accepts every statement of every store. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { toPostgres } from '#server/storage/engine/postgres/postgres-sql.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { needsPostgres } from '#test/support/left-out.ts';

const ROOT = join(import.meta.dirname, '../../../../../server/storage');

test('PostgreSQL prepares every statement of every store', needsPostgres(), async () => {
  const cluster = await startPostgres();
  onTestFinished(cluster.stop);
  psql(cluster.url('postgres'), 'CREATE DATABASE dialect');
  const url = cluster.url('dialect');
  const engine = openPostgres(url, MIGRATIONS);
  onTestFinished(engine.close);
  const said = new Set<string>();
  const recorder: Statements = {
    prepare(sql) {
      said.add(sql);
      return engine.prepare(sql);
    },
  };
  // Leave out the search index (in memory) and travelling copies (SQLite).
  const files = globSync('**/*-store.ts', { cwd: ROOT }).filter(
    (file) => !file.startsWith('search') && !file.startsWith('travelling-copy/'),
  );
  for (const file of files) {
    const module: Readonly<Record<string, unknown>> = await import(join(ROOT, file));
    for (const [name, create] of Object.entries(module))
      if (typeof create === 'function' && name.startsWith('create'))
        create(recorder, name === 'createSignedSettingsStore' ? 'backup_settings' : () => '');
  }
  expect(said.size).toBeGreaterThan(150);
  const prepared = [...said].map((sql, at) => `PREPARE q${at} AS ${toPostgres(sql).text};`).join('\n');
  expect(() => psql(url, prepared)).not.toThrow();
});
