/**
 * Measures `age`, if installed: encrypts and decrypts the same number of bytes from disk to disk, without network or
 * server.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 * 1024;
const RECIPIENT = /public key: (age1\S+)/;

/**
 * Starts `age` and returns the seconds of encrypting and decrypting; undefined if it is not installed. Syncs the
 * output, because an upload is durable when the vault responds.
 */
export function startAge(
  scratch: string,
): ((fileBytes: number) => Promise<{ upload: number; download: number }>) | undefined {
  if (spawnSync('age', ['--version']).status !== 0) return undefined;
  const keyFile = join(scratch, 'age.key');
  const { stderr } = spawnSync('age-keygen', ['-o', keyFile], { encoding: 'utf8' });
  const recipient = RECIPIENT.exec(stderr)?.[1];
  if (recipient === undefined) return undefined;
  const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((name) => join(scratch, `age.${name}`));
  if (!plain || !sealed || !opened) return undefined;
  return async (fileBytes) => {
    fill(plain, fileBytes);
    const upload = timed(() => {
      execFileSync('age', ['-r', recipient, '-o', sealed, plain]);
      sync(sealed);
    });
    const download = timed(() => execFileSync('age', ['-d', '-i', keyFile, '-o', opened, sealed]));
    for (const file of [plain, sealed, opened]) rmSync(file);
    return { upload, download };
  };
}

function fill(file: string, bytes: number): void {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(MIB, 0x5a);
  for (let written = 0; written < bytes; written += MIB) writeSync(handle, block);
  closeSync(handle);
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
