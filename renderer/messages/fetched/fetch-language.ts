/**
 * Loads languages when they are selected, so that page and unlock do not grow with each. English and German
 * are part of the program, because reports are written in them.
 */
import i18next from 'i18next';
import type { Texts } from '#renderer/messages/catalogue.ts';
import { en } from '#renderer/messages/en.ts';
import type { Language } from '#renderer/state/languages.ts';
import { fillPluralForms } from './plural-forms.ts';

const CATALOGUES: Readonly<Record<Exclude<Language, 'en' | 'de'>, () => Promise<Texts>>> = {
  fr: async () => (await import('#renderer/messages/fr.ts')).fr,
  pt: async () => (await import('#renderer/messages/pt.ts')).pt,
  es: async () => (await import('#renderer/messages/es.ts')).es,
  'en-XA': async () => (await import('./pseudo.ts')).pseudoTexts(en),
};

const isFetched = (language: Language): language is keyof typeof CATALOGUES => language in CATALOGUES;

/** Loads a language; resolves at once if loaded. Rejects if the vault is unreachable. */
export async function fetchLanguage(language: Language): Promise<void> {
  if (!isFetched(language) || i18next.hasResourceBundle(language, 'translation')) return;
  const catalogue = fillPluralForms(await CATALOGUES[language](), language);
  i18next.addResourceBundle(language, 'translation', catalogue);
}
