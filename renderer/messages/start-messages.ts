import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fetchLanguage } from './fetched/fetch-language.ts';

/**
 * Loads the chosen language before the first screen and follows later changes. If it cannot be loaded, the
 * page stays English and sets its `lang` accordingly.
 */
export async function startMessages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    // Off, because React escapes what it renders.
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
  // Another language may have been chosen during loading.
  if (arrived && language === languageOf(useAppearance.getState())) await i18next.changeLanguage(language);
}
