/** Warns a person who unlocks at the command line about new ways to unlock the account, as the interface does. */
import { type CliContext, warn } from '#cli/context.ts';
import type { OwnSecretKind, Session } from '#contract/access/session.ts';
import type { VaultClient } from '#sdk/client.ts';
import { newSecrets, SEEN_SECRETS, seenSecrets } from '#sdk/new-secrets.ts';

const NAMES: Readonly<Record<OwnSecretKind, string>> = {
  passphrase: 'a passphrase',
  recovery: 'a recovery key or shares',
  device: 'a secret for the desktop to unlock with',
};

/** Warns once at a terminal; a script's runs repeat it until a person has seen it. */
export async function warnOfNewSecrets(
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
