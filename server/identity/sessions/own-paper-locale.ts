import type { PaperLocale } from '#contract/exchange/paper-locale.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { PAPER_LOCALE, readPaperLocale } from '#records/letter/paper-locale.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { PreferencesService } from './preferences.ts';

/** The language and time zone a person writes letters in, as their interface keeps them in the preferences. */
export function createOwnPaperLocale({ getPreferences }: Pick<PreferencesService, 'getPreferences'>) {
  return (actor: Actor): PaperLocale | undefined => {
    try {
      return readPaperLocale(getPreferences(actor)[PAPER_LOCALE]);
    } catch (error) {
      // Damaged preferences are a finding of their own and hold back no report.
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  };
}
