import i18next from 'i18next';

export type DateOrder = 'day_first' | 'month_first';

/**
 * Which of two numbers a reader means by the month. The interface has one English, whose dates stand day first; the
 * computer's own English may write the month first, as in the United States.
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
