/**
 * Fills in plural forms that catalogues leave out, because i18next would fall back to English. French,
 * Portuguese and Spanish have a form for whole millions (`many`); with digits it equals `other`. In French
 * and Portuguese zero takes the form of one. If that form is written without its number ("one file stays
 * behind"), zero gets the other.
 */
import type { Texts } from '#renderer/messages/catalogue.ts';

const ONE = /_one$/;
const NUMBER = /\{\{(?:number|count)\}\}/;

export function fillPluralForms(texts: Texts, language: string): Texts {
  const rules = new Intl.PluralRules(language);
  const hasMany = rules.resolvedOptions().pluralCategories.includes('many');
  const noughtIsOne = rules.select(0) === 'one';
  const fill = (section: Texts): Texts => {
    const filled = Object.entries(section).flatMap(([key, value]): [string, string | Texts][] => {
      if (typeof value !== 'string') return [[key, fill(value)]];
      const stem = key.replace(ONE, '');
      const other = section[`${stem}_other`];
      if (stem === key || typeof other !== 'string') return [[key, value]];
      const missing: [string, string][] = [];
      if (hasMany && !(`${stem}_many` in section)) missing.push([`${stem}_many`, other]);
      if (noughtIsOne && !(`${stem}_zero` in section) && !NUMBER.test(value))
        missing.push([`${stem}_zero`, other]);
      return [[key, value], ...missing];
    });
    return Object.fromEntries(filled);
  };
  return fill(texts);
}
