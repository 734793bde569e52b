/** Child process that opens a vault folder and keeps its lock until killed. Argument: the folder. */
import { openVault } from '#server/app/open-vault.ts';

const [, , folder = ''] = process.argv;
await openVault({ dataDir: folder, stateDir: `${folder}-state` });
process.stdout.write('holding\n');
setInterval(() => undefined, 60_000);
