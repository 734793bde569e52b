/** Every migration of the vault's schema, one per part of the server. Added to, never changed. */
import { accessMigration } from './access/0001-access.ts';
import { documentsMigration } from './documents/0002-documents.ts';
import { drivesMigration } from './drives/0003-drives.ts';
import { httpMigration } from './http/0004-http.ts';
import type { Migration } from './migrator.ts';

export const MIGRATIONS: readonly Migration[] = [
  accessMigration,
  documentsMigration,
  drivesMigration,
  httpMigration,
];
