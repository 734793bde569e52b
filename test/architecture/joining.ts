/** Where services meet: rows of the table of layers for files directly in `server/`. */
import type { Layer } from './layer.ts';

/** What every file directly in `server/` may use. */
export const LOOSE = [
  ...['contract', 'crypto', 'records', 'report', 'exchange'],
  'server/access',
  'server/config',
  'server/db',
];

/** Services do not know each other: they meet in these files, each of which names those it joins. */
export const JOINING: Readonly<Record<string, readonly string[]>> = {
  'anchored-commits.ts': ['history'],
  'audit-folder.ts': ['audit', 'evidence'],
  'backup-folder.ts': ['audit', 'drives', 'evidence'],
  'beside-others.ts': [
    ...['drives', 'enrollment', 'events', 'exchange', 'filing', 'groups', 'health', 'history', 'processing'],
    ...['search', 'sessions', 'settings', 'vault'],
  ],
  'build-app.ts': ['http', 'routes'],
  'copy-outline.ts': ['copy', 'evidence'],
  'copy-services.ts': ['copy', 'documents', 'drives', 'health', 'sessions', 'settings'],
  'evidence-services.ts': [
    ...['audit', 'documents', 'drives', 'erasure', 'evidence', 'filing', 'health', 'history', 'sessions'],
  ],
  'examine-vault.ts': ['evidence'],
  'exchange-services.ts': [
    ...['audit', 'documents', 'drives', 'exchange', 'processing', 'sessions', 'settings', 'vault'],
  ],
  'key-frames.ts': ['drives', 'exchange', 'processing'],
  'metrics-services.ts': ['enrollment', 'health', 'metrics', 'sessions'],
  'migrate-ends.ts': ['drives', 'evidence'],
  'migrate-vault.ts': ['audit', 'enrollment', 'evidence', 'moving'],
  'open-files.ts': ['drives', 'evidence'],
  'open-sample.ts': ['evidence'],
  'open-vault.ts': ['copy', 'enrollment', 'exchange', 'history', 'processing'],
  'people-services.ts': ['credentials', 'enrollment', 'groups', 'history', 'sessions'],
  'receiving-services.ts': ['dicomweb', 'dimse', 'documents', 'drives', 'filing', 'receiving'],
  'services.ts': [
    ...['copy', 'documents', 'drives', 'enrollment', 'events', 'health', 'history', 'http', 'metrics'],
    ...['processing', 'search', 'sessions', 'settings', 'spelling', 'travel', 'vault'],
  ],
  'start-server.ts': ['dimse', 'enrollment', 'http', 'processing', 'routes'],
  'sweeping.ts': ['documents', 'drives', 'events', 'history', 'http', 'sessions'],
  'take-copy.ts': ['copy', 'evidence'],
  'verify-folder.ts': ['documents', 'drives', 'evidence', 'exchange'],
  'verify-helper-thread.ts': ['evidence'],
  'verify-helper.ts': ['evidence'],
  'witness-states.ts': ['history'],
};

export function joiningRows(packages: readonly string[]): Record<string, Layer> {
  return Object.fromEntries(
    Object.entries(JOINING).map(([file, services]) => [
      `server/${file}`,
      {
        holds: 'joins services',
        internal: [...LOOSE, ...services.map((name) => `server/${name}`)],
        packages,
      },
    ]),
  );
}
