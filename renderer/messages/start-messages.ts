import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { de, en } from './catalogue.ts';

/** Loads both languages (they are part of the program) and follows the chosen one. */
export function startMessages(): void {
  i18next.use(initReactI18next).init({
    lng: languageOf(useAppearance.getState()),
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  useAppearance.subscribe((appearance) => {
    const language = languageOf(appearance);
    if (i18next.language !== language) i18next.changeLanguage(language);
  });
}
