import { PAPER_LOCALE } from '#records/letter/paper-locale.ts';
import { isSameJson } from '#records/merge-records.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import { localPaperLocale } from './local-paper-locale.ts';

/**
 * Makes this window's language and zone those of the letter that is about to be signed or written. Another window of the
 * same person may have kept its own since, so they are read from the vault first. @throws the server's error
 */
export async function assurePaperLocale(): Promise<void> {
  const locale = localPaperLocale();
  const kept = await vault().session.getPreferences();
  if (isSameJson(kept[PAPER_LOCALE], locale)) return;
  const values = { ...kept, [PAPER_LOCALE]: locale };
  await vault().session.putPreferences(values);
  usePreferences.setState({ values });
}
