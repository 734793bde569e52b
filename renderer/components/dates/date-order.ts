import i18next from 'i18next';

export type DateOrder = 'day_first' | 'month_first';

/**
 * Decides which of two numbers is the month. Interface English writes the day first; a computer set to
 * another English, such as that of the United States, may write the month first.
 */
export function dateOrder(
  language = i18next.language,
  systemTag = globalThis.navigator?.language,
): DateOrder {
  const isEnglish = language === undefined || language.startsWith('en');
  if (!isEnglish || systemTag === undefined || !systemTag.toLowerCase().startsWith('en')) return 'day_first';
  const types = new Intl.DateTimeFormat(systemTag).formatToParts(0).map(({ type }) => type);
  return types.indexOf('month') < types.indexOf('day') && types.indexOf('day') < types.indexOf('year')
    ? 'month_first'
    : 'day_first';
}
