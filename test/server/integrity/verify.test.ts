import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { codesOf, thaw } from './thawed-vault.ts';

function blobOf(dataDir: string, id: string): string {
  return join(dataDir, 'blobs', id.slice(-2), id);
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe.each(FROZEN_VERSIONS)('verify of a vault of %s', (version) => {
  test('finds nothing, opens everything, and changes no byte', async () => {
    const vault = thaw(version);
    const before = readFileSync(join(vault.dataDir, 'vault.sqlite'));
    const names = readdirSync(vault.dataDir).sort();
    const verified = await vault.verify();
    expect(verified.findings).toEqual([]);
    expect(verified.unopened).toBe(0);
    expect(verified.checked.documents).toBeGreaterThan(5);
    expect(verified.checked.versions).toBeGreaterThan(verified.checked.documents);
    expect(verified.checked.bytes).toBeGreaterThan(100_000);
    expect(readFileSync(join(vault.dataDir, 'vault.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(vault.dataDir).sort()).toEqual(names);
  });
});

describe('verify of a damaged vault', () => {
  test('names every damaged thing by id, and goes on after each', async () => {
    const vault = thaw();
    const ids = { version: '', document: '', summary: '', single: '', missing: '', folder: '', draft: '' };
    vault.edit((db) => {
      const texts = (sql: string) => db.prepare<[], string>(sql).pluck().all();
      const [document, summary, other] = texts('SELECT document_id FROM documents ORDER BY document_id');
      const [single, missing] = texts(
        "SELECT node_id FROM drive_nodes WHERE transfer = 'single' AND status = 'ready' AND size > 0 ORDER BY node_id",
      );
      const [folder] = texts("SELECT node_id FROM drive_nodes WHERE kind = 'folder' ORDER BY node_id");
      const [draft] = texts(
        `SELECT document_id FROM document_drafts WHERE document_id NOT IN ('${document}', '${summary}', '${other}')`,
      );
      const [version] = texts(
        `SELECT version_id FROM document_versions WHERE document_id = '${other}' AND seq = 1`,
      );
      Object.assign(ids, { document, summary, single, missing, folder, draft, version });
      db.prepare('UPDATE documents SET is_archived = 1 - is_archived WHERE document_id = ?').run(document);
      db.prepare('UPDATE document_versions SET sealed = zeroblob(length(sealed)) WHERE version_id = ?').run(
        version,
      );
      db.prepare('UPDATE document_drafts SET author = ? WHERE document_id = ?').run(document, draft);
      db.prepare("UPDATE drive_nodes SET created_at = '2020-01-01T00:00:00.000Z' WHERE node_id = ?").run(
        folder,
      );
    });
    flip(blobOf(vault.dataDir, ids.single), 60);
    rmSync(blobOf(vault.dataDir, ids.missing));
    const { findings } = await vault.verify();
    const codes = codesOf({ findings });
    for (const expected of [
      ['document_damaged', ids.document],
      ['version_damaged', ids.version],
      ['draft_damaged', ids.draft],
      ['file_damaged', ids.folder],
      ['blob_damaged', ids.single],
      ['blob_missing', ids.missing],
    ])
      expect(codes).toContainEqual(expected);
    expect(findings.every(({ what, advice }) => what.length > 0 && advice.length > 0)).toBe(true);
  });

  test('names a version that was cut out of the middle, and one that was put back at the end', async () => {
    const vault = thaw();
    let document = '';
    vault.edit((db) => {
      document =
        db.prepare<[], string>('SELECT document_id FROM documents ORDER BY seq DESC').pluck().get() ?? '';
      db.prepare('DELETE FROM document_versions WHERE document_id = ? AND seq = 1').run(document);
    });
    expect(codesOf(await vault.verify())).toContainEqual(['version_missing', document]);
  });

  test('an id that is none is named by its owner, and no file outside is looked at', async () => {
    const vault = thaw();
    let node = '';
    vault.edit((db) => {
      node = db.prepare<[], string>('SELECT node_id FROM drive_parts ORDER BY node_id').pluck().get() ?? '';
      db.prepare(
        "UPDATE drive_parts SET attempt_id = '../../../victim.txt' WHERE node_id = ? AND part = 1",
      ).run(node);
    });
    expect(codesOf(await vault.verify())).toContainEqual(['id_damaged', node]);
    expect(codesOf(vault.examine())).toContainEqual(['id_damaged', node]);
  });

  test('a changed settings row, a cut member list and an unended certificate are named', async () => {
    const vault = thaw();
    vault.edit((db) => {
      db.prepare('UPDATE settings SET session_max_seconds = session_max_seconds + 60').run();
    });
    expect(codesOf(await vault.verify())).toContainEqual(['settings_changed', null]);
    vault.edit((db) => {
      db.prepare(
        'DELETE FROM membership_records WHERE seq = (SELECT max(seq) FROM membership_records)',
      ).run();
    });
    expect(codesOf(await vault.verify())).toContainEqual(['membership_damaged', null]);
  });

  test('each member whose group key is gone is named, also where nothing is left to open', async () => {
    const vault = thaw();
    let members: string[] = [];
    vault.edit((db) => {
      members = db.prepare<[], string>('SELECT DISTINCT member_id FROM group_grants').pluck().all();
      db.prepare('DELETE FROM group_grants').run();
    });
    const named = codesOf(await vault.verify()).filter(([code]) => code === 'grant_damaged');
    expect(named.length).toBeGreaterThan(0);
    for (const [, id] of named) expect(members).toContain(id);
    expect(named).toContainEqual(['grant_damaged', vault.opening.principal_id]);
  });

  test('a wrong passphrase is refused and says nothing of the folder', async () => {
    const vault = thaw();
    const { verifyFolder } = await import('#server/integrity/verify/verify-folder.ts');
    const opening = { ...vault.opening, passphrase: 'not the passphrase at all' };
    await expect(verifyFolder({ ...vault, opening })).rejects.toMatchObject({ code: 'credential_rejected' });
  });

  test('a database cut in half is one finding, not a crash', async () => {
    const vault = thaw();
    const file = join(vault.dataDir, 'vault.sqlite');
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
    expect(codesOf(await vault.verify())).toContainEqual(['database_damaged', null]);
    expect(codesOf(vault.examine())).toContainEqual(['database_damaged', null]);
  });
});

describe('doctor', () => {
  test.each(FROZEN_VERSIONS)('finds nothing in a vault of %s and changes nothing', (version) => {
    const vault = thaw(version);
    const names = readdirSync(vault.dataDir).sort();
    const { findings, checks } = vault.examine();
    expect(findings).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('certificates');
    expect(readdirSync(vault.dataDir).sort()).toEqual(names);
  });

  test('names what is missing, unknown, ended or open to others', () => {
    const vault = thaw();
    writeFileSync(join(vault.dataDir, 'blobs', 'stray'), 'x');
    rmSync(join(vault.dataDir, 'pki', 'desktop.crt'));
    writeFileSync(
      join(vault.dataDir, 'pki', 'server.key'),
      readFileSync(join(vault.dataDir, 'pki', 'server.key')),
      {
        mode: 0o644,
      },
    );
    vault.clock.advance(3 * 365 * 24 * 60 * 60 * 1000);
    const codes = codesOf(vault.examine());
    expect(codes).toContainEqual(['blob_unknown', 'stray']);
    expect(codes).toContainEqual(['certificate_missing', 'pki/desktop.crt']);
    expect(codes).toContainEqual(['certificate_ended', 'pki/server.crt']);
  });

  test('names a folder that was set back, and a clock behind the newest change', () => {
    const vault = thaw();
    vault.edit((db) => db.prepare('UPDATE service_state SET commit_count = 1').run());
    vault.clock.advance(-24 * 60 * 60 * 1000);
    const { findings } = vault.examine();
    const codes = codesOf({ findings });
    expect(codes).toContainEqual(['rolled_back', null]);
    expect(codes).toContainEqual(expect.arrayContaining(['clock_behind']));
    // The check cannot know which of the two clocks is right.
    expect(findings.find(({ code }) => code === 'clock_behind')?.advice).toMatch(
      /^Check the clock.*If it is right/,
    );
  });

  test('a clock that was ahead once is a finding for a week of work under the right one', () => {
    const vault = thaw();
    let backAt = '';
    vault.edit((db) => {
      const seqs = db.prepare<[], number>('SELECT seq FROM audit_entries ORDER BY seq DESC LIMIT 2').pluck();
      const [after, ahead] = seqs.all();
      const later = '2093-11-27T12:00:00.000Z';
      db.prepare('UPDATE audit_entries SET at = ? WHERE seq = ?').run(later, ahead);
      db.prepare('UPDATE documents SET updated_at = ?').run(later);
      backAt = String(db.prepare('SELECT at FROM audit_entries WHERE seq = ?').pluck().get(after));
    });
    const day = 24 * 60 * 60 * 1000;
    vault.clock.advance(Date.parse(backAt) + 6 * day - vault.clock.nowMs());
    expect(codesOf(vault.examine())).toContainEqual(expect.arrayContaining(['clock_behind']));
    vault.clock.advance(day);
    const seen = vault.examine();
    expect(codesOf(seen)).not.toContainEqual(expect.arrayContaining(['clock_behind']));
    expect(seen.checks.find(({ name }) => name === 'clock')?.what).toMatch(
      `set back by ${backAt}, what was changed before that is dated until 2093`,
    );
  });

  test('a folder without its database is named and left as it is', () => {
    const vault = thaw();
    rmSync(join(vault.dataDir, 'vault.sqlite'));
    expect(codesOf(vault.examine())).toContainEqual(['database_missing', null]);
    expect(existsSync(join(vault.dataDir, 'vault.sqlite'))).toBe(false);
  });
});
