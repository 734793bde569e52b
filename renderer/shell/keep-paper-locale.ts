/**
 * Keeps the person's language and time zone in the preferences, so that what the server writes as a letter says the same
 * as the printed page.
 */
import { PAPER_LOCALE } from '#records/letter/paper-locale.ts';
import { isSameJson } from '#records/merge-records.ts';
import { localPaperLocale } from '#renderer/components/records/letter/local-paper-locale.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';

/** Call once the preferences are loaded, and after every change of the language. */
export function keepPaperLocale(): void {
  const locale = localPaperLocale();
  const { loaded, values } = usePreferences.getState();
  if (!loaded || isSameJson(values[PAPER_LOCALE], locale)) return;
  // Not waited for: it is tried again at the next unlock.
  setPreference(PAPER_LOCALE, locale).catch(() => undefined);
}
