/** Test fixture: a home vault that can be stopped and started, and laptops with travelling copies. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import type { Role } from '#contract/access/roles.ts';
import { parsePrincipalId, parseSecurityGroupId } from '#contract/ids.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { readIncomingCredential, writeJoinedVault } from '#sdk/node/joined-vault.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type RunningServer, type StartServerOptions, startServer } from '#server/app/start-server.ts';
import { markCopyComplete, prepareCopyFolder } from '#server/sync/prepare-copy-folder.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';

export interface Laptop {
  readonly dataDir: string;
  readonly stateDir: string;
  /** Unlocked client of the laptop or home vault. */
  readonly client: VaultClient;
  /** Waits for a running sync and returns the status, also while locked. */
  readonly settled: () => Promise<TravellingCopyStatus | undefined>;
  readonly exchange: () => ReturnType<VaultClient['copy']['exchange']>;
  readonly close: () => Promise<void>;
  /** Restarts it on its folder, unlocked by passphrase. */
  readonly reopen: () => Promise<Laptop>;
}

export interface Clinic {
  readonly group: string;
  readonly url: string;
  readonly dataDir: string;
  readonly stateDir: string;
  /** Folder of the laptop's credential. */
  readonly credential: string;
  /** Unlocked founder at the running home vault. */
  readonly client: () => VaultClient;
  /** Stops the home vault until `start`. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Invites another person, who accepts. */
  readonly invite: (role: Role) => Promise<Person>;
  readonly takeAlong: (options?: {
    since?: string;
    person?: Person;
    clock?: Clock;
    /** Credential folder other than `credential`. */
    credential?: string;
  }) => Promise<Laptop>;
}

/** Resources to clean up: folders and open servers. */
export interface Surroundings {
  readonly tempDir: () => string;
  readonly onEnd: (close: () => Promise<void>) => void;
  /** Passphrase of the founder. */
  readonly passphrase: string;
  /** Returns the storage of rows and files (the home vault's folder by default), and other options of serving. */
  readonly served?: (dataDir: string) => Promise<ServedWith>;
}

export type ServedWith = Pick<StartServerOptions, 'store' | 'blobs' | 'names' | 'clock'>;

export interface Person {
  readonly principal_id: string;
  readonly passphrase: string;
}

export async function startClinicWith({
  tempDir,
  onEnd,
  passphrase: own,
  served = async () => ({}),
}: Surroundings): Promise<Clinic> {
  const root = tempDir();
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  const more = await served(at.dataDir);
  let server: RunningServer | undefined;
  let client: VaultClient | undefined;

  async function start(port: number): Promise<void> {
    server = await startServer({ ...at, ...more, port, rateLimit: 'off', logLevel: 'silent' });
    client = desktopClient(server.url, at.dataDir);
  }
  async function stop(): Promise<void> {
    await client?.close();
    await server?.close();
    server = undefined;
  }
  const current = () => {
    if (client === undefined) throw new Error('The clinic is not there.');
    return client;
  };

  await start(0);
  onEnd(stop);
  const { security_group_id: group } = await current().vault.init({
    name: 'Clinic',
    owner: { display_name: 'Dr. Ada' },
    passphrase: own,
  });
  const { session: founding } = await current().session.open({ passphrase: own });
  const founder = founding.principal.principal_id;
  const port = server?.port ?? 0;
  const url = server?.url ?? '';
  const credential = join(root, 'laptop');
  mkdirSync(credential, { mode: 0o700 });
  writeCredentialFolder(credential, await current().credentials.create({ name: 'Laptop', groups: [] }), [
    url,
  ]);

  async function takeAlong({
    since,
    person,
    clock = systemClock,
    credential: shown = credential,
  }: Parameters<Clinic['takeAlong']>[0] = {}): Promise<Laptop> {
    const home = tempDir();
    const place = { dataDir: join(home, 'copy'), stateDir: join(home, 'state') };
    const incoming = readIncomingCredential(shown);
    const { workspace_id, name, founder_key } = await current().vault.get();
    const joined = {
      ...{ workspace_id: workspace_id ?? '', name: name ?? '', founder_key: founder_key ?? '' },
      addresses: [url],
    };
    const passphrase = person?.passphrase ?? own;
    const there = createClient({ transport: nodeTransport({ ...incoming.identity, baseUrl: url }) });
    const { session } = await there.session.open({
      passphrase,
      principal_id: person?.principal_id ?? founder,
    });
    const frame = await there.request(TRAVEL_ROUTES.frame);
    await there.close();
    await prepareCopyFolder({
      ...{ dataDir: place.dataDir, joined, passphrase, frame, clock },
      principal_id: parsePrincipalId(session.principal.principal_id),
      groups: frame.groups.map(({ security_group_id }) => ({
        security_group_id: parseSecurityGroupId(security_group_id),
        since: since ?? null,
      })),
      writeClinic: () => writeJoinedVault(place.dataDir, incoming, joined, 'clinic'),
    });
    markCopyComplete(place.dataDir);
    return openLaptop(place, passphrase, clock, onEnd);
  }

  return {
    ...{ ...at, group, url, credential, client: current, stop, takeAlong },
    async start() {
      await start(port);
      await current().session.open({ passphrase: own, principal_id: founder });
    },
    async invite(role) {
      const { principal_id, invite_code } = await current().principals.invite({
        display_name: 'Dr. Bea',
        groups: [{ security_group_id: group, role }],
      });
      const client = desktopClient(url, at.dataDir);
      const passphrase = 'copper lantern orchard 9 meadow';
      await client.session.open({ invite_code, new_passphrase: passphrase });
      await client.close();
      return { principal_id, passphrase };
    },
  };
}

async function openLaptop(
  place: Pick<Laptop, 'dataDir' | 'stateDir'>,
  passphrase: string,
  clock: Clock,
  onEnd: Surroundings['onEnd'],
): Promise<Laptop> {
  const server = await startServer({ ...place, port: 0, rateLimit: 'off', logLevel: 'silent', clock });
  const client = desktopClient(server.url, place.dataDir);
  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= client.close().then(server.close);
    return closing;
  }
  onEnd(close);
  await client.session.open({ passphrase });
  return {
    ...{ ...place, client, close },
    // Without a session this waits for a running sync and starts none.
    settled: async () => server.services.copy?.exchange(undefined),
    exchange: () => client.copy.exchange(),
    async reopen() {
      await close();
      return openLaptop(place, passphrase, clock, onEnd);
    },
  };
}
