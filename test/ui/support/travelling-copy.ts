/** Travelling copy of a served vault, in its own folder beside the home vault. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { parsePrincipalId, parseSecurityGroupId } from '#contract/ids.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import { createClient } from '#sdk/client.ts';
import { readIncomingCredential, writeJoinedVault } from '#sdk/node/joined-vault.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { markCopyComplete, prepareCopyFolder } from '#server/sync/prepare-copy-folder.ts';
import { systemClock } from '#server/system/clock.ts';
import { type InitializedVault, newRoot, serveVault, type UiVault } from './ui-vault.ts';

export interface Clinic {
  readonly vault: UiVault;
  readonly ready: InitializedVault;
}

/** Copies all of the founder's groups; their documents arrive with the first sync. */
export async function takeAlong({ vault, ready }: Clinic): Promise<UiVault> {
  const root = newRoot();
  const dataDir = join(root, 'vault');
  const folder = join(root, 'laptop');
  mkdirSync(folder, { mode: 0o700 });
  writeCredentialFolder(folder, await ready.admin.credentials.create({ name: 'Laptop', groups: [] }));
  const incoming = readIncomingCredential(folder);
  const { workspace_id, name, founder_key } = await ready.admin.vault.get();
  if (workspace_id === null || name === null || founder_key === null)
    throw new Error('The vault was founded.');
  const joined = { workspace_id, name, founder_key, addresses: [vault.url] };
  const there = createClient({ transport: nodeTransport({ ...incoming.identity, baseUrl: vault.url }) });
  const { session } = await there.session.open({ passphrase: ready.passphrase });
  const frame = await there.request(TRAVEL_ROUTES.frame);
  await there.close();
  await prepareCopyFolder({
    ...{ dataDir, joined, passphrase: ready.passphrase, frame, clock: systemClock },
    principal_id: parsePrincipalId(session.principal.principal_id),
    groups: frame.groups.map(({ security_group_id }) => ({
      security_group_id: parseSecurityGroupId(security_group_id),
      since: null,
    })),
    writeClinic: () => writeJoinedVault(dataDir, incoming, joined, 'clinic'),
  });
  markCopyComplete(dataDir);
  return serveVault(root);
}
