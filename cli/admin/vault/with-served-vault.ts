/** Uses the vault of a folder over its socket, and serves the folder for the time where nobody does. */
import type { VaultClient } from '#sdk/client.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import type { VaultPlaces } from './admin-session.ts';
import { connectServedVault } from './served-vault.ts';

/** @throws FolderInUseError if another process has the folder and does not serve it */
export async function withServedVault<T>(
  dataDir: string,
  { store, blobs }: Pick<VaultPlaces, 'store' | 'blobs'>,
  signal: AbortSignal,
  work: (client: VaultClient) => Promise<T>,
): Promise<T> {
  const { pki, runFile } = dataDirLayout(dataDir);
  const over = async (url: string) => {
    const vault = connectServedVault(url, pki, signal);
    try {
      return await work(vault.client);
    } finally {
      await vault.close();
    }
  };
  const running = readRunFile(runFile);
  if (running !== undefined) return over(running.url);
  const { startServer } = await import('#server/app/start-server.ts');
  const server = await startServer({ dataDir, store, blobs, port: 0, isExisting: true });
  try {
    return await over(server.url);
  } finally {
    await server.close();
  }
}
