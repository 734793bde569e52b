/** Starts Orthanc, the DICOM archive from Debian's `orthanc` package, as an independent peer for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface Orthanc {
  readonly ae: string;
  /** Port of Orthanc's DICOM protocol. */
  readonly port: number;
  /** URL of its REST API, on loopback and without password. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Plugin of Debian's `orthanc-dicomweb`. */
export const DICOMWEB_PLUGIN = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
export const hasDicomwebPlugin = (): boolean => existsSync(DICOMWEB_PLUGIN);

const AE = 'ORTHANC';
const STARTS_WITHIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 100;

/** Starts Orthanc in a folder. @param settings added to or replacing the defaults; any sender is accepted. */
export async function startOrthanc(folder: string, settings: object = {}): Promise<Orthanc> {
  mkdirSync(folder, { recursive: true });
  const [port, httpPort] = [await freePort(), await freePort()];
  const data = join(folder, 'storage');
  const file = join(folder, 'orthanc.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...{ StorageDirectory: data, IndexDirectory: data, Plugins: [] },
      ...{ DicomAet: AE, DicomPort: port, DicomAlwaysAllowStore: true },
      ...{ HttpPort: httpPort, RemoteAccessAllowed: false, AuthenticationEnabled: false },
      ...settings,
    }),
  );
  const child = spawn('Orthanc', [file], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  const url = `http://127.0.0.1:${httpPort}`;
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  while (!(await answers(`${url}/system`))) {
    if (performance.now() > giveUpAt || child.exitCode !== null) throw new Error('Orthanc does not answer.');
    await wait(LOOK_EVERY_MS);
  }
  return {
    ...{ ae: AE, port, url },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
