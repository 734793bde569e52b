/** Patroni configuration of one member. */
import { join } from 'node:path';
import { POSTGRES_PROGRAMS } from '#scripts/postgres/cluster.ts';

/** Shortest lease Patroni accepts; a leader silent for longer is replaced. */
const LEADER_TTL_S = 20;

export interface Ports {
  readonly postgres: number;
  readonly api: number;
}

export function settingsOf(
  { folder, data, name }: { readonly folder: string; readonly data: string; readonly name: string },
  { postgres, api }: Ports,
  etcdPort: number,
): unknown {
  return {
    scope: 'clinic',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: LEADER_TTL_S,
        loop_wait: 2,
        retry_timeout: 4,
        // Only synchronous standbys may lead, and no commit is confirmed by one member alone.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // Replace a crashed database at once.
        master_start_timeout: 0,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: data,
      bin_dir: POSTGRES_PROGRAMS,
      pgpass: join(folder, 'pgpass'),
      remove_data_directory_on_diverged_timelines: true,
      remove_data_directory_on_rewind_failure: true,
      authentication: {
        superuser: { username: 'vault' },
        replication: { username: 'follower' },
        rewind: { username: 'vault' },
      },
      parameters: { unix_socket_directories: folder, max_connections: 60 },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
    watchdog: { mode: 'off' },
  };
}
