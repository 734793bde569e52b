/** Tests that a vault of an older format imports its own export, and an import twice, without duplicates. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileSources, sha256Hex } from '#cli/import/file-sources.ts';
import { parseSecurityGroupId } from '#contract/ids.ts';
import type { ImportReport } from '#imports/fhir/import-report.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import type { ImportSource } from '#imports/import-source.ts';
import type { VaultClient } from '#sdk/client.ts';
import { openPlainVault } from '#test/support/frozen/plain-vault.ts';
import { FROZEN_VAULTS, openFounder, readRecorded } from '#test/support/frozen/recorded.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { jsonSource } from './cases/case-vault.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'fhir');
const all = { limit: 200 };

async function thaw(version: string) {
  const folder = testTempDir();
  cpSync(join(FROZEN_VAULTS, version), folder, { recursive: true });
  const recorded = readRecorded(version);
  const vault = await openPlainVault({
    ...{ dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') },
    nowMs: Date.parse(recorded.frozen_at),
  });
  onTestFinished(vault.close);
  const client = await openFounder(vault, recorded.secrets);
  const held = await client.patients.list({}).toArray(all);
  return { client, group: parseSecurityGroupId(held[0]?.index.security_group_id ?? '') };
}

async function bring(
  client: VaultClient,
  group: ReturnType<typeof parseSecurityGroupId>,
  files: ImportSource[],
) {
  const { report } = await runFhirImport({
    ...{ files, skipped: [], sha256Hex, onProgress: () => {} },
    target: { client, security_group_id: group, signal: new AbortController().signal },
  });
  expect(report.failures).toEqual([]);
  return report;
}

const created = ({ imported }: ImportReport) =>
  Object.values(imported).reduce((sum, { created: some = 0 }) => sum + some, 0);

async function counted(client: VaultClient) {
  const query = { state: 'all' } as const;
  const [patients, exams] = [client.patients.list(query), client.exams.list(query)];
  return [(await patients.toArray(all)).length, (await exams.toArray(all)).length];
}

/** @param versions folders in `test/fixtures/vaults` */
export function describeImports(versions: readonly string[]): void {
  describe.each(versions)('a vault of %s', (version) => {
    test('takes back what it exports without a second record', async () => {
      const { client, group } = await thaw(version);
      const before = await counted(client);
      const patients = await client.patients.list({ security_group_id: group }).toArray(all);
      expect(patients.length).toBeGreaterThan(0);
      const exams = await client.exams.list({ security_group_id: group }).toArray(all);
      expect(exams.length).toBeGreaterThan(0);
      const bundles = [
        ...(await Promise.all(patients.map(({ index }) => client.exchange.fhirPatient(index.document_id)))),
        ...(await Promise.all(exams.map(({ index }) => client.exchange.fhirExam(index.document_id)))),
      ];
      for (const bundle of bundles)
        expect(created(await bring(client, group, [jsonSource('export.json', bundle)]))).toBe(0);
      expect(await counted(client)).toEqual(before);
    });

    test('takes the same files twice as one', async () => {
      const { client, group } = await thaw(version);
      const files = () =>
        readdirSync(CASES)
          .filter((name) => name.endsWith('.json'))
          .flatMap((name) => fileSources([join(CASES, name)]));
      expect(created(await bring(client, group, files()))).toBeGreaterThan(0);
      const before = await counted(client);
      const again = await bring(client, group, files());
      for (const outcomes of Object.values(again.imported))
        expect(Object.keys(outcomes)).toEqual(['unchanged']);
      expect(await counted(client)).toEqual(before);
    });
  });
}
