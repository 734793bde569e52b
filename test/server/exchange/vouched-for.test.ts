/** What a FHIR export says is signed: a signature over an earlier text vouches for nothing beside it. Over the socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import type { FhirBundle } from '#contract/exchange/routes.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { connect } from '#sdk/node/connect.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

let vault: InitialisedServer;
let person: VaultClient;
let program: VaultClient;
let group: SecurityGroupId;
const profile = mkdtempSync(join(tmpdir(), 'srvault-vouched-'));

beforeAll(async () => {
  vault = await startInitialisedServer();
  person = desktopClient(vault.server.url, vault.dataDir);
  await person.session.open({ passphrase: PASSPHRASE });
  const [own] = await person.groups.list().toArray({ limit: 1 });
  if (own === undefined) throw new Error('the founder has a group');
  group = own.security_group_id;
  const groups = [{ security_group_id: group, role: 'editor' as const }];
  writeCredentialFolder(profile, await person.credentials.create({ name: 'report import', groups }));
  program = connect({ profile, baseUrl: vault.server.url });
});
afterAll(async () => {
  await Promise.all([person.close(), program.close()]);
  await vault.stop();
  rmSync(profile, { recursive: true, force: true });
});

async function exam(by: VaultClient, html: string) {
  const report = { status: 'final' };
  const record = { title: 'Head', report_html: html, custom_attributes: { report } };
  const { index, version_id } = await by.exams.create({ security_group_id: group, record });
  if (version_id === null) throw new Error('it has a version');
  return { id: index.document_id, version_id };
}

function resources({ entry }: FhirBundle, type: string) {
  return entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);
}

test('a signature over an earlier text names that version, not the report beside it', async () => {
  const { id, version_id } = await exam(person, '<p>Benign.</p>');
  await person.exams.sign(id, { version_id, intent: 'final' });
  const targets = async () =>
    resources(await person.exchange.fhirExam(id), 'Provenance').map(({ target }) => target);
  expect(await targets()).toEqual([[{ reference: `DiagnosticReport/${id}` }]]);
  await program.exams.update(id, {
    record: { title: 'Head', report_html: '<p>Malignant.</p>' },
    expected_latest_version_id: version_id,
  });
  expect(await targets()).toEqual([[{ reference: `DiagnosticReport/${id}/_history/${version_id}` }]]);
});
