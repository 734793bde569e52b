/** Tests rows of a frozen vault with this build's row layouts, and with one that has another column. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { createRowSeal, type RowSeal } from '#crypto/keys/row-mac.ts';
import { DOCUMENT_LAYOUT, type UnsignedRow } from '#server/documents/sealing/document-row-mac.ts';
import { nodeLayout, type UnstampedNode } from '#server/drives/node-row-mac.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { openPlainVault } from '#test/support/frozen/plain-vault.ts';
import { FROZEN_VAULTS, FROZEN_VERSIONS, openFounder, readRecorded } from '#test/support/frozen/recorded.ts';
import { newId } from '#test/support/ids.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

type WithExtra<Row> = Row & { readonly extra: string | null };

async function thaw(version: string) {
  const folder = testTempDir();
  cpSync(join(FROZEN_VAULTS, version), folder, { recursive: true });
  const { frozen_at, secrets, readings } = readRecorded(version);
  const place = { dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') };
  const vault = await openPlainVault({ ...place, nowMs: Date.parse(frozen_at) });
  onTestFinished(vault.close);
  const db = new SqliteDatabase(join(place.dataDir, 'vault.sqlite'));
  onTestFinished(() => void db.close());
  const founder = await openFounder(vault, secrets);
  const { keyRing } = vault.services.sessions.actorOf(
    vault.services.sessions.find(founder.session.token() ?? '', vault.peer),
  );
  const workspaceId = (await founder.vault.get()).workspace_id ?? newId();
  return {
    founder,
    readings,
    db,
    workspaceId,
    keyOf: (group: SecurityGroupId, generation: number) => keyRing.subkeys(group, generation).rowMacKey,
    documents: () => db.prepare<[], DocumentRow>('SELECT * FROM documents').all(),
    nodes: () => db.prepare<[], NodeRow>('SELECT * FROM drive_nodes').all(),
  };
}

function outcome<Row>(seal: RowSeal<Row>, key: Uint8Array, row: Row, mac: Uint8Array): 'holds' | 'refused' {
  try {
    seal.verify(key, row, mac);
    return 'holds';
  } catch (error) {
    if (error instanceof CryptoError) return 'refused';
    throw error;
  }
}

describe.each(FROZEN_VERSIONS)('rows of %s', (version) => {
  test('hold when a column comes under the MAC that they hold nothing in, and only then', async () => {
    const { documents, nodes, keyOf, workspaceId } = await thaw(version);
    const later = createRowSeal<WithExtra<UnsignedRow>>({
      ...DOCUMENT_LAYOUT,
      columns: { ...DOCUMENT_LAYOUT.columns, extra: 'added' },
    });
    for (const row of documents()) {
      const key = keyOf(row.security_group_id, row.group_key_generation);
      expect(outcome(later, key, { ...row, extra: null }, row.row_mac)).toBe('holds');
      expect(outcome(later, key, { ...row, extra: 'forged' }, row.row_mac)).toBe('refused');
    }
    const layout = nodeLayout(() => workspaceId);
    const laterNodes = createRowSeal<WithExtra<UnstampedNode>>({
      ...layout,
      columns: { ...layout.columns, extra: 'added' },
    });
    for (const row of nodes()) {
      const key = keyOf(row.security_group_id, row.gk_gen);
      expect(outcome(laterNodes, key, { ...row, extra: null }, row.row_mac)).toBe('holds');
      expect(outcome(laterNodes, key, { ...row, extra: 'forged' }, row.row_mac)).toBe('refused');
    }
  });

  test('become rows of the newest format at their next change', async () => {
    const { founder, readings, db, nodes, keyOf, workspaceId } = await thaw(version);
    const [patient] = readings.founder.patients;
    const id = patient?.index.document_id ?? '';
    await founder.patients.archive(id);
    const select = db.prepare<[string], DocumentRow>('SELECT * FROM documents WHERE document_id = ?');
    expect(select.get(id)?.row_mac).toHaveLength(33);
    const [home = ''] = Object.keys(readings.founder.drives);
    const node = nodes().find((row) => row.kind === 'folder' && row.is_deleted === 0);
    await founder.drive(home).patch(node?.node_id ?? '', { name: 'renamed' });
    const renamed = nodes().find(({ node_id }) => node_id === node?.node_id);
    if (renamed === undefined) throw new Error('the node is gone');
    expect(renamed.row_mac).toHaveLength(33);
    // From now on the MAC covers the wrapped key.
    const seal = createRowSeal(nodeLayout(() => workspaceId));
    const key = keyOf(renamed.security_group_id, renamed.gk_gen);
    expect(outcome(seal, key, renamed, renamed.row_mac)).toBe('holds');
    const swapped = { ...renamed, encrypted_dek: new Uint8Array(126) };
    expect(outcome(seal, key, swapped, renamed.row_mac)).toBe('refused');
  });
});
