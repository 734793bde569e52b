/**
 * Text field for a date with a calendar button. Shows the date read below in words, and the other date if day
 * and month are ambiguous. Unreadable text gets an error that says what to type.
 */
import type { TFunction } from 'i18next';
import { type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { type DateReading, exchangedDay, type LenientDate, parseLenientDate } from './lenient-date.ts';
import { ParsedDate } from './ParsedDate.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly inputId?: string;
  /** Direction of the nearest year for two digits; `past` by default. */
  readonly years?: DateReading['years'];
  readonly ref?: Ref<HTMLInputElement>;
}

export function DateField({ label, value, onChange, error, help, inputId, years, ref }: DateFieldProps) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const reading = years === undefined ? {} : { years };
  const read = parseLenientDate(value, undefined, reading);
  const other = exchangedDay(value, undefined, reading);
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      {...(help ? { help } : {})}
      {...(inputId ? { inputId } : {})}
      {...(ref ? { ref } : {})}
      below={<ParsedDate iso={isoOf(read)} other={other} onChoose={onChange} />}
    >
      {/* Native date input behind the button; the text stays authoritative. */}
      <input
        ref={picker}
        type="date"
        className="picker"
        tabIndex={-1}
        aria-hidden="true"
        value={read.kind === 'day' ? read.iso : ''}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className="link"
        tabIndex={-1}
        aria-label={`${label}: ${t('common.calendar')}`}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
    </TextField>
  );
}

function isoOf(read: LenientDate): string | undefined {
  return read.kind === 'day' || read.kind === 'moment' ? read.iso : undefined;
}

/** Returns the error for a typed date; undefined if it is readable or empty. */
export function dateProblem(read: LenientDate, t: TFunction): string | undefined {
  if (read.kind === 'unreadable') return t('patients.dateUnreadable');
  if (read.kind === 'no_such_month') return t('patients.dateNoMonth');
  if (read.kind === 'year_far_off') return t('patients.dateYear', { year: read.year });
  if (read.kind !== 'no_such_day') return undefined;
  const { year, month, days } = read;
  const monthName = new Intl.DateTimeFormat(localeTag(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year, month - 1, 1));
  const example = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${days}`;
  return t('patients.dateNoDay', { month: monthName, days, example });
}
