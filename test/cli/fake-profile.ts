/** Writes a credential folder for a scripted vault. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_CODEC } from '#cli/credential-token-codec.ts';
import { encodeCredentialToken } from '#contract/access/credential-token.ts';
import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { idOf } from '#test/support/ids.ts';
import type { FakeVault } from '#test/support/sdk-fake-server.ts';

const ID = '01890000-0000-7000-8000-000000000001';

export function writeProfile(profile: string, { url, certificates }: FakeVault): void {
  const payload = {
    workspace_id: idOf<WorkspaceId>(ID),
    workspace_name: 'W',
    principal_id: idOf<PrincipalId>(ID),
    name: 'n',
    base_url: url,
    groups: [{ security_group_id: idOf<SecurityGroupId>(ID), name: 'G', role: 'owner' as const }],
    issued_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
  };
  mkdirSync(profile);
  const write = (name: string, content: string) =>
    writeFileSync(join(profile, name), content, { mode: 0o600 });
  write('ca.crt', certificates.ca);
  write('client.crt', certificates.client.cert);
  write('client.key', certificates.client.key);
  write('token', encodeCredentialToken(payload, new Uint8Array(32), TOKEN_CODEC));
  write('credential.json', JSON.stringify({ credential_id: ID, client_cn: 'n', ...payload }));
}
