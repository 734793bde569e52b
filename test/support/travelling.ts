/**
 * Fixture of a home vault that can be stopped, and its laptops; they end with the test. On PostgreSQL runs its rows
 * are there and its blobs in a bucket; a copy is always an SQLite folder.
 */
import { onTestFinished } from 'vitest';
import { type Clinic, type ServedWith, startClinicWith } from '#lanes/travelling-copies/home-and-laptops.ts';
import { doubleBucket } from './double-bucket.ts';
import { isOnPostgres, postgresOf } from './postgres.ts';
import { CLINIC_PASSPHRASE } from './served-folder.ts';
import { testTempDir } from './temp-dir.ts';

export type { Clinic };

export function startClinic(more: ServedWith = {}): Promise<Clinic> {
  return startClinicWith({
    tempDir: testTempDir,
    onEnd: onTestFinished,
    passphrase: CLINIC_PASSPHRASE,
    served: async (dataDir) => (isOnPostgres ? { ...(await onEngines(dataDir)), ...more } : more),
  });
}

async function onEngines(dataDir: string): Promise<ServedWith> {
  const { blobs } = await doubleBucket();
  return { blobs, store: postgresOf(dataDir) };
}
