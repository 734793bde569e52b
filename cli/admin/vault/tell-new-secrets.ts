/** Whoever unlocks at the command line is told of new ways into the account, as the interface tells it. */
import { type CliContext, warn } from '#cli/context.ts';
import type { OwnSecretKind, Session } from '#contract/access/session.ts';
import type { VaultClient } from '#sdk/client.ts';
import { newSecrets, SEEN_SECRETS, seenSecrets } from '#sdk/new-secrets.ts';

const NAMES: Readonly<Record<OwnSecretKind, string>> = {
  passphrase: 'a passphrase',
  recovery: 'a recovery key or shares',
  device: 'a secret for the desktop to unlock with',
};

/** Once where somebody reads it; a script's runs tell it again until a person has seen it. */
export async function tellNewSecrets(
  context: CliContext,
  client: VaultClient,
  { secrets = [] }: Pick<Session, 'secrets'>,
): Promise<void> {
  const preferences = await client.session.getPreferences(context);
  const made = newSecrets(secrets, preferences);
  if (made.length === 0) return;
  const list = made.map(({ kind, made_at }) => `${NAMES[kind]} (${made_at})`).join(', ');
  warn(context, `new ways into your account: ${list}.`);
  warn(context, 'if that was not you: srvault passphrase change, then srvault recovery-key renew');
  if (!context.isInteractive) return;
  await client.session.putPreferences({ ...preferences, [SEEN_SECRETS]: seenSecrets(secrets) }, context);
}
