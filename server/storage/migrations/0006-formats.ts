import type { Migration } from './migrator.ts';

/**
 * Changes no table, only the schema number. From here on row MACs name their format, sealed JSON has a schema number
 * and the membership list signs the settings. An older program then refuses the vault with its own message, instead of
 * reporting every row as damaged.
 */
export const formatsMigration: Migration = { id: 6, name: '0006-formats', up: () => undefined };
