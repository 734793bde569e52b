import type { Migration } from './migrator.ts';

/**
 * No table changes. From here on row MACs name their format, sealed JSON has a schema number and the membership list
 * signs the settings: a program that knows none of it refuses the vault with its own words, instead of finding
 * every row damaged.
 */
export const formatsMigration: Migration = { id: 6, name: '0006-formats', up: () => undefined };
