/**
 * Generates every change of a cell or file by an attacker with write access, each of which can be undone. Bytes are
 * flipped, cut, extended, emptied or exchanged with a sibling's; rows are removed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { type Change, changesOf, changesOfBytes, type Row } from './cell-changes.ts';

/** Object to request from the vault, to see the effect of the change. */
export interface Target {
  readonly kind: 'document' | 'version' | 'draft' | 'signed' | 'node' | 'content';
  readonly id: string;
  readonly version_id?: string;
}

export interface Tampering<Of = Target> {
  /** Table and column, or file, and the change. */
  readonly what: string;
  readonly target: Of;
  /** Applies the tampering to the cell or file. @returns false if the database itself refuses the change. */
  readonly apply: () => boolean;
  readonly undo: () => void;
}

interface Table {
  readonly name: string;
  /** Column that identifies a row; never changed. */
  readonly key: string;
  readonly targetOf: (row: Row) => Target;
}

const text = (cell: Row[string] | undefined): string => String(cell);

const TABLES: readonly Table[] = [
  {
    name: 'documents',
    key: 'rowid',
    targetOf: (row) => ({ kind: 'document', id: text(row['document_id']) }),
  },
  {
    name: 'document_versions',
    key: 'rowid',
    targetOf: (row) => ({
      kind: 'version',
      id: text(row['document_id']),
      version_id: text(row['version_id']),
    }),
  },
  {
    name: 'document_drafts',
    key: 'rowid',
    targetOf: (row) => ({ kind: 'draft', id: text(row['document_id']) }),
  },
  ...['document_signatures', 'document_cosign_entries'].map(
    (name): Table => ({
      name,
      key: 'rowid',
      targetOf: (row) => ({ kind: 'signed', id: text(row['document_id']) }),
    }),
  ),
  { name: 'drive_nodes', key: 'node_id', targetOf: (row) => ({ kind: 'node', id: text(row['node_id']) }) },
  {
    name: 'drive_manifests',
    key: 'rowid',
    targetOf: (row) => ({ kind: 'content', id: text(row['node_id']) }),
  },
];

export function listTamperings(db: Database, blobs: ReadonlyMap<string, string>): Tampering[] {
  return [
    ...TABLES.flatMap((table) => ofTable(db, table)),
    ...[...blobs].flatMap(([file, id]) => ofFile(file, id, blobs)),
  ];
}

function ofTable(db: Database, { name, key, targetOf }: Table): Tampering[] {
  const rows = db.prepare<[], Row>(`SELECT ${key} AS row_key, * FROM ${name}`).all();
  return rows.flatMap((row) => [
    ...Object.entries(row)
      .filter(([column]) => column !== 'row_key' && column !== key)
      .flatMap(([column, cell]) => {
        const siblings = rows.map((other) => other[column] ?? null);
        return changesOf(cell, siblings).map(([change, value]): Tampering => {
          const set = db.prepare(`UPDATE ${name} SET ${column} = ? WHERE ${key} = ?`);
          return {
            what: `${name}.${column} ${change}`,
            target: targetOf(row),
            apply: () => isDone(() => set.run(value, row['row_key'])),
            undo: () => void set.run(cell, row['row_key']),
          };
        });
      }),
    removed(db, name, key, row, targetOf(row)),
  ]);
}

function removed(db: Database, name: string, key: string, row: Row, target: Target): Tampering {
  const columns = Object.keys(row).filter((column) => column !== 'row_key');
  const kept = key === 'rowid' ? ['rowid', ...columns] : columns;
  const values = kept.map((column) => row[column === 'rowid' ? 'row_key' : column]);
  return {
    what: `${name} row removed`,
    target,
    apply: () => isDone(() => db.prepare(`DELETE FROM ${name} WHERE ${key} = ?`).run(row['row_key'])),
    undo: () =>
      void db
        .prepare(`INSERT INTO ${name} (${kept.join(', ')}) VALUES (${kept.map(() => '?').join(', ')})`)
        .run(values),
  };
}

function isDone(work: () => { changes: number }): boolean {
  try {
    return work().changes === 1;
  } catch {
    return false;
  }
}

function ofFile(file: string, id: string, blobs: ReadonlyMap<string, string>): Tampering[] {
  const bytes = readFileSync(file);
  const siblings = [...blobs.keys()].filter((other) => other !== file).map((other) => readFileSync(other));
  const swapped = siblings.map((other): Change => ["exchanged with a sibling's", other]);
  return [...changesOfBytes(bytes), ...swapped].map(([change, value]) => ({
    what: `file ${change}`,
    target: { kind: 'content', id },
    apply: () => {
      writeFileSync(file, value instanceof Uint8Array ? value : bytes);
      return true;
    },
    undo: () => writeFileSync(file, bytes),
  }));
}
