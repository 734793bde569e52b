/** Formats dates for paper made away from its reader: times in UTC, marked as such. */
import type { PaperLanguage } from '#contract/exchange/routes.ts';

/** How a layout writes instants. A day without time is its UTC day everywhere. */
export interface PaperDates {
  /** Formats a day briefly, as `14 Mar 1961`. */
  readonly shortDay: (instant: string) => string;
  /** Formats a day in full, as `14 March 1961`. */
  readonly longDay: (instant: string) => string;
  /** `14:03`, with its zone unless it is the reader's. */
  readonly clockTime: (instant: string) => string;
}

export function utcDates(language: PaperLanguage): PaperDates {
  // Day before month, as in the interface.
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
