/** Dates on paper that is made away from its reader: a moment in UTC, and saying so. */
import type { PaperLanguage } from '#contract/exchange/routes.ts';

/** How a layout writes instants. A day without a time is its UTC day everywhere. */
export interface PaperDates {
  /** `14 Mar 1961` */
  readonly shortDay: (instant: string) => string;
  /** `14 March 1961` */
  readonly longDay: (instant: string) => string;
  /** `14:03`, with its zone where that is not the reader's. */
  readonly clockTime: (instant: string) => string;
}

export function utcDates(language: PaperLanguage): PaperDates {
  // The day stands before the month, as in the interface.
  const tag = language === 'de' ? 'de' : 'en-GB';
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
    return (instant: string) => format.format(new Date(instant));
  };
  const clock = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    shortDay: written({ day: 'numeric', month: 'short', year: 'numeric' }),
    longDay: written({ day: 'numeric', month: 'long', year: 'numeric' }),
    clockTime: (instant) => `${clock(instant)} UTC`,
  };
}
