/** Serves a vault in a test's folder until the test ends. */
import { onTestFinished } from 'vitest';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type StartServerOptions, startServer } from '#server/app/start-server.ts';

export const CLINIC_PASSPHRASE = 'violet harbour mosaic 7 lantern';

type Folder = Required<Pick<StartServerOptions, 'dataDir' | 'stateDir'>>;

export async function serveFolder(at: Folder, more: Partial<StartServerOptions> = {}) {
  const server = await startServer({ ...at, ...more, port: 0, rateLimit: 'off' });
  onTestFinished(server.close);
  const client = desktopClient(server.url, at.dataDir);
  onTestFinished(client.close);
  return { server, client };
}

/** Creates the vault and unlocks it. @returns its group */
export async function foundClinic(client: VaultClient): Promise<string> {
  const { security_group_id } = await client.vault.init({
    name: 'Clinic',
    owner: { display_name: 'Dr. Ada' },
    passphrase: CLINIC_PASSPHRASE,
  });
  await client.session.open({ passphrase: CLINIC_PASSPHRASE });
  return security_group_id;
}
