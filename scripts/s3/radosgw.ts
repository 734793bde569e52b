/**
 * Starts a real S3 storage for tests: Ceph's gateway with a monitor and an in-memory storage daemon, at free ports.
 * Ends with the process that started it. Debian: `radosgw`, `ceph-mon`, `ceph-osd`; their services need not run.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#scripts/free-port.ts';

/** Folder of unpacked packages, if they cannot be installed. */
const ROOT = process.env['SRVAULT_TEST_CEPH'] ?? '/';
const LIBRARIES = ['usr/lib', 'lib'].map((folder) => join(ROOT, folder, `${machine()}-linux-gnu`));
const [LIBRARY = ''] = LIBRARIES;

export const HAS_RADOSGW = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph'].every((program) =>
  existsSync(join(ROOT, 'usr/bin', program)),
);

export interface Radosgw {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly stop: () => void;
}

function machine(): string {
  return process.arch === 'arm64' ? 'aarch64' : 'x86_64';
}

/** Takes some 15 s. @throws if Ceph is not installed, or does not start */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-ceph-'));
  const fsid = randomUUID();
  const [monitor, port] = [await freePort(), await freePort()];
  const keyring = join(folder, 'keyring');
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'ceph.conf'), settings(folder, fsid, monitor));
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...LIBRARIES, join(LIBRARY, 'ceph')].join(':'),
    PYTHONPATH: join(ROOT, 'usr/lib/python3/dist-packages'),
    CEPH_CONF: join(folder, 'ceph.conf'),
  };
  const run = (program: string, ...options: readonly string[]): string =>
    execFileSync(join(ROOT, 'usr/bin', program), options, {
      ...{ env, cwd: folder, timeout: 120_000 },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  stopAfterThisProcess(folder);
  run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  const everything = ['mon', 'osd', 'mgr'].flatMap((of) => ['--cap', of, 'allow *']);
  run('ceph-authtool', keyring, '--gen-key', '-n', 'client.admin', ...everything);
  run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, 'monmap');
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', keyring);
  run('ceph-mon', '-i', 'a');
  const ofStorage = run(
    'ceph',
    'auth',
    'get-or-create',
    'osd.0',
    'mon',
    'allow profile osd',
    'osd',
    'allow *',
  );
  writeFileSync(keyring, `${readFileSync(keyring, 'utf8')}\n${ofStorage}`);
  const storage = randomUUID();
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storage);
  run('ceph', 'osd', 'new', storage);
  run('ceph-osd', '-i', '0');
  const keys = { accessKeyId: 'VAULTKEY', secretAccessKey: 'vault secret/with+signs' };
  const user = ['--uid=vault', '--display-name=vault', `--access-key=${keys.accessKeyId}`];
  run('radosgw-admin', 'user', 'create', ...user, `--secret-key=${keys.secretAccessKey}`);
  run(
    'radosgw',
    '-n',
    'client.admin',
    '--keyring',
    keyring,
    `--rgw-frontends=beast endpoint=127.0.0.1:${port}`,
  );
  const endpoint = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(endpoint)); tries += 1) {
    if (tries === 240) throw new Error('radosgw did not start');
    await pause(250);
  }
  return {
    endpoint,
    ...keys,
    stop: () => void spawnSync('sh', ['-c', STOP, folder]),
  };
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Kills only the daemons, by the process ids they wrote. */
const STOP = 'for pid in "$0"/*.pid; do kill -9 "$(cat "$pid")" 2> /dev/null; done; rm -rf "$0"';

/** Stops the daemons through the end of a pipe if this process is killed, because they are not children. */
function stopAfterThisProcess(folder: string): void {
  spawn('sh', ['-c', `cat > /dev/null; ${STOP}`, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  }).unref();
}

function settings(folder: string, fsid: string, monitor: number): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 10000
mon data avail warn = 1
mon data avail crit = 1
osd objectstore = memstore
memstore device bytes = 2147483648
osd class dir = ${join(LIBRARY, 'rados-classes')}
erasure code dir = ${join(LIBRARY, 'ceph/erasure-code')}
plugin dir = ${join(LIBRARY, 'ceph')}
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
pid file = ${folder}/$name.pid
admin socket = ${folder}/$name.asok
run dir = ${folder}
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = ${folder}/keyring
rgw enable apis = s3
`;
}
