import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fetchLanguage } from './fetched/fetch-language.ts';

/**
 * Speaks the chosen language from the first screen on, and follows the choice. Where its words do not arrive, the
 * page speaks English and says so in its `lang`.
 */
export async function startMessages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  useAppearance.subscribe(() => void speakChosen());
  await speakChosen();
}

async function speakChosen(): Promise<void> {
  const language = languageOf(useAppearance.getState());
  if (i18next.language === language) return;
  const arrived = await fetchLanguage(language).then(
    () => true,
    () => false,
  );
  // Another one may have been chosen while this one was on its way.
  if (arrived && language === languageOf(useAppearance.getState())) await i18next.changeLanguage(language);
}
