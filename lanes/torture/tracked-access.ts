/** Access data under kills: preferences, and credentials whose revocation rotates the group's key. */
import { randomInt, randomUUID } from 'node:crypto';
import type { VaultClient } from '#sdk/client.ts';
import type { Kind, Operation } from './tracked-object.ts';

export function preferencesKind(): Kind<string> {
  return {
    name: 'preferences',
    initial: '',
    choose() {
      const value = randomUUID();
      return {
        name: 'put preferences',
        send: (client) => client.session.putPreferences({ value }),
        after: value,
      };
    },
    async read(client) {
      const { value } = await client.session.getPreferences();
      return typeof value === 'string' ? value : '';
    },
  };
}

type CredentialState = 'absent' | 'valid';

/** Each revocation starts a rotation, which a kill may interrupt anywhere. */
export function credentialKind(group: string): Kind<CredentialState> {
  let name = '';
  let id: string | undefined;

  function choose(state: CredentialState): Operation<CredentialState> {
    const own = id ?? '';
    if (state === 'valid') {
      return randomInt(3) === 0
        ? { name: 'revoke', send: (client) => client.credentials.revoke(own), after: 'absent' }
        : {
            name: 'list credentials',
            send: (client) => client.credentials.list().toArray({ limit: 200 }),
            after: state,
          };
    }
    name = randomUUID();
    id = undefined;
    return {
      name: 'issue credential',
      async send(client) {
        const groups = [{ security_group_id: group, role: 'viewer' as const }];
        id = (await client.credentials.create({ name, groups })).credential_id;
      },
      after: 'valid',
    };
  }

  async function read(client: VaultClient): Promise<CredentialState> {
    const rows = await client.credentials.list().toArray({ limit: 200 });
    const own = rows.filter((row) => row.name === name);
    if (own.length > 1) throw new Error(`${own.length} credentials of one request`);
    const valid = own.find((row) => row.revoked_at === null);
    id = valid?.credential_id;
    return valid === undefined ? 'absent' : 'valid';
  }

  return { name: 'credential', initial: 'absent', choose, read };
}
