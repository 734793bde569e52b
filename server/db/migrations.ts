/** Every migration of the vault's schema, one per part of the server. Added to, never changed. */
import { httpMigration } from './http/0004-http.ts';
import type { Migration } from './migrator.ts';

export const MIGRATIONS: readonly Migration[] = [httpMigration];
