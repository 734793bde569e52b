/**
 * Write requests on identities: vault creation, sessions, secrets, people, groups, credentials, certificates,
 * settings.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { startServer } from '#server/app/start-server.ts';
import { type Bench, type Held, type Operation, operation } from './operation.ts';

const PASSPHRASE = 'faults: nine lanterns on thin ice';
const PRESENT = { current_passphrase: PASSPHRASE };
const OTHER_PASSPHRASE = 'faults: ten lanterns on thick ice';

type Opening = Parameters<VaultClient['session']['open']>[0];

/** Invites a person for one request, with their own session. */
async function person(bench: Bench, security_group_id = bench.group) {
  const groups = [{ security_group_id, role: 'viewer' as const }];
  const { principal_id, invite_code } = await bench.client.principals.invite({
    display_name: randomUUID(),
    groups,
  });
  const client = bench.stranger();
  await client.session.open({ invite_code, new_passphrase: PASSPHRASE });
  return { principal_id, client, end: client.close };
}

async function opens(bench: Bench, opening: Opening): Promise<boolean> {
  const client = bench.stranger();
  try {
    await client.session.open(opening);
    return true;
  } catch (error) {
    if (error instanceof VaultApiError && error.status === 401) return false;
    throw error;
  } finally {
    await client.close();
  }
}

/** Renews a secret: a confirmed one must unlock; without a response the passphrase still must. */
function newSecret(operation_id: string, make: (client: VaultClient) => PromiseLike<Opening>): Operation {
  return operation(operation_id, async (bench) => {
    const { client, principal_id, end } = await person(bench);
    let opening: Opening | undefined;
    return {
      async send() {
        opening = await make(client);
      },
      async isDone() {
        if (opening !== undefined) return opens(bench, opening);
        if (!(await opens(bench, { principal_id, passphrase: PASSPHRASE })))
          throw new Error('the passphrase does not open any more');
        return false;
      },
      end,
    };
  });
}

const all = { limit: 9999 };

export const PEOPLE_WRITES: readonly Operation[] = [
  operation('initVault', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'srvault-founding-'));
    const dataDir = join(scratch, 'vault');
    const options = { dataDir, stateDir: join(scratch, 'state'), port: 0, rateLimit: 'off' } as const;
    const server = await startServer({ ...options, logger: pino({ level: 'silent' }) });
    const client = desktopClient(server.url, dataDir, NOTHING_TWICE);
    const found = () =>
      client.vault.init({ name: 'Faults', owner: { display_name: 'Owner' }, passphrase: PASSPHRASE });
    return {
      send: found,
      async isDone() {
        const isFounded = (await client.vault.get()).state === 'ready';
        if (!isFounded) await found();
        await client.session.open({ passphrase: PASSPHRASE });
        return isFounded;
      },
      async end() {
        await client.close();
        await server.close();
        rmSync(scratch, { recursive: true, force: true });
      },
    };
  }),
  operation('openSession', async (bench) => {
    const client = bench.stranger();
    const { principal } = await bench.client.session.get();
    const { principal_id, end } = await person(bench);
    await end();
    return {
      send: () => client.session.open({ principal_id, passphrase: PASSPHRASE }),
      async isDone() {
        if (client.session.token() === undefined) return false;
        const mine = (await client.session.get()).principal;
        return mine?.principal_id === principal_id && mine.principal_id !== principal?.principal_id;
      },
      end: client.close,
    };
  }),
  operation('lockSession', async ({ client, connect }) => {
    const another = await connect();
    const { session_id } = await another.session.get();
    return {
      send: () => another.session.lock(),
      isDone: async () => {
        const row = (await client.session.list().toArray(all)).find((each) => each.session_id === session_id);
        return row === undefined || row.state === 'locked';
      },
    };
  }),
  operation('deleteSession', async ({ client, connect }) => {
    const { session_id } = await (await connect()).session.get();
    return {
      send: () => client.session.end(session_id),
      isDone: async () =>
        (await client.session.list().toArray(all)).every((each) => each.session_id !== session_id),
    };
  }),
  operation('setPassphrase', async (bench) => {
    const { client, principal_id, end } = await person(bench);
    return {
      send: () =>
        client.session.setPassphrase({ current_passphrase: PASSPHRASE, passphrase: OTHER_PASSPHRASE }),
      async isDone(isAnswered) {
        const [likely, other] = isAnswered ? [OTHER_PASSPHRASE, PASSPHRASE] : [PASSPHRASE, OTHER_PASSPHRASE];
        if (await opens(bench, { principal_id, passphrase: likely })) return isAnswered;
        if (await opens(bench, { principal_id, passphrase: other })) return !isAnswered;
        throw new Error('neither passphrase opens');
      },
      end,
    };
  }),
  newSecret('renewRecoveryKey', (client) => client.session.renewRecoveryKey(PRESENT)),
  newSecret('renewRecoveryShares', async (client) => {
    const { recovery_shares } = await client.session.renewRecoveryShares(PRESENT);
    return { recovery_shares: recovery_shares.slice(0, 2) };
  }),
  newSecret('createDeviceSecret', (client) => client.session.createDeviceSecret(PRESENT)),
  operation('deleteDeviceSecret', async (bench) => {
    const { client, end } = await person(bench);
    const opening = await client.session.createDeviceSecret(PRESENT);
    return {
      send: () => client.session.deleteDeviceSecret(),
      isDone: async () => !(await opens(bench, opening)),
      end,
    };
  }),
  operation('putPreferences', async ({ client }) => {
    const value = randomUUID();
    return {
      send: () => client.session.putPreferences({ value }),
      isDone: async () => (await client.session.getPreferences())['value'] === value,
    };
  }),
  operation('createPrincipal', async ({ client, group }) => {
    const display_name = randomUUID();
    const groups = [{ security_group_id: group, role: 'viewer' as const }];
    return {
      send: () => client.principals.invite({ display_name, groups }),
      isDone: async () =>
        (await client.principals.list().toArray(all)).some((each) => each.display_name === display_name),
    };
  }),
  operation('deletePrincipal', async (bench) => {
    const { client } = bench;
    const { security_group_id } = await client.groups.create({ name: randomUUID() });
    const { principal_id, end } = await person(bench, security_group_id);
    const row = async () =>
      (await client.principals.list().toArray(all)).find((each) => each.principal_id === principal_id);
    const before = JSON.stringify(await row());
    return {
      send: () => client.principals.disable(principal_id),
      isDone: async () => JSON.stringify(await row()) !== before,
      end,
    };
  }),
  operation('createGroup', async ({ client }) => {
    const name = randomUUID();
    return {
      send: () => client.groups.create({ name }),
      isDone: async () => (await client.groups.list().toArray(all)).some((each) => each.name === name),
    };
  }),
  operation('putMember', async (bench) => {
    const { client, group } = bench;
    const { principal_id, end } = await person(bench);
    return {
      send: () => client.groups.putMember(group, principal_id, { role: 'editor' }),
      isDone: async () =>
        (await client.groups.members(group).toArray(all)).some(
          (each) => each.principal_id === principal_id && each.role === 'editor',
        ),
      end,
    };
  }),
  operation('deleteMember', async (bench) => {
    const { client } = bench;
    // Use a separate group, so that only this data is rotated.
    const { security_group_id } = await client.groups.create({ name: randomUUID() });
    await client.patients.create({ security_group_id, record: { display_name: 'Stays' } });
    const { principal_id, end } = await person(bench, security_group_id);
    return {
      send: () => client.groups.removeMember(security_group_id, principal_id),
      isDone: async () => {
        const [stays] = await client.patients.list({ security_group_id }).toArray({ limit: 2 });
        if (stays?.summary === null || stays?.summary === undefined)
          throw new Error('a record of the group is gone');
        const members = await client.groups.members(security_group_id).toArray(all);
        return members.every((each) => each.principal_id !== principal_id);
      },
      end,
    };
  }),
  operation('createCredential', async ({ client, group }) => {
    const name = randomUUID();
    const groups = [{ security_group_id: group, role: 'viewer' as const }];
    return {
      send: () => client.credentials.create({ name, groups }),
      isDone: async () => (await client.credentials.list().toArray(all)).some((each) => each.name === name),
    };
  }),
  operation('deleteCredential', async ({ client, group }) => {
    const groups = [{ security_group_id: group, role: 'viewer' as const }];
    const { credential_id } = await client.credentials.create({ name: randomUUID(), groups });
    const row = async () =>
      JSON.stringify(
        (await client.credentials.list().toArray(all)).find((each) => each.credential_id === credential_id),
      );
    const before = await row();
    return {
      send: () => client.credentials.revoke(credential_id),
      isDone: async () => (await row()) !== before,
    };
  }),
  operation('renewCredential', async (bench) => {
    const groups = [{ security_group_id: bench.group, role: 'viewer' as const }];
    const made = await bench.client.credentials.create({ name: randomUUID(), groups });
    let held: Held = made;
    let isRenewed = false;
    return {
      async send() {
        held = await bench.client.credentials.renew(made.credential_id);
        isRenewed = true;
      },
      async isDone() {
        // A renewed certificate must be accepted; without a response the earlier one still must.
        const client = createClient({ transport: bench.transport(held), token: made.token });
        await client.session.get();
        await client.close();
        return isRenewed;
      },
    };
  }),
  operation('renewCertificates', async ({ client, stranger, dataDir }) => {
    const certificate = () => readFileSync(join(dataDir, 'pki', 'server.crt'), 'utf8');
    const before = certificate();
    return {
      send: () => client.certificates.renew({ kinds: ['server'] }),
      async isDone() {
        // One certificate must be accepted after any partial write.
        const another = stranger();
        await another.vault.get();
        await another.close();
        return certificate() !== before;
      },
    };
  }),
  operation('patchSettings', async ({ client }) => {
    const { draft_retention_days } = await client.settings.get();
    const days = (draft_retention_days % 3000) + 1;
    return {
      send: () => client.settings.patch({ draft_retention_days: days }),
      isDone: async () => (await client.settings.get()).draft_retention_days === days,
    };
  }),
];
