/**
 * The date filter of the audit log. Days begin at midnight of this computer's time zone; the server receives
 * instants in UTC.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditQuery } from '#contract/audit/audit-entry.ts';
import { DateField, dateProblem } from '#renderer/components/dates/DateField.tsx';
import { type LenientDate, parseLenientDate } from '#renderer/components/dates/lenient-date.ts';

type Span = Pick<AuditQuery, 'since' | 'until'>;

interface WhenFilterProps {
  /** Date range in force. */
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** Fields for first and last day, inclusive, in the local time zone. Unreadable input sets no limit. */
export function DateRangeFilter({ span, onChange }: WhenFilterProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [texts, setTexts] = useState({ first: '', last: '' });
  const isSet = span.since !== undefined || span.until !== undefined;

  function type(change: Partial<typeof texts>): void {
    const next = { ...texts, ...change };
    setTexts(next);
    const [since, until] = [
      startOf(parseLenientDate(next.first), 0),
      startOf(parseLenientDate(next.last), 1),
    ];
    onChange({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) });
  }

  const field = (name: keyof typeof texts, label: string) => (
    <DateField
      label={label}
      value={texts[name]}
      onChange={(text) => type({ [name]: text })}
      error={dateProblem(parseLenientDate(texts[name]), t)}
    />
  );
  return (
    <>
      <button
        type="button"
        className={`chip${isSet ? ' on' : ''}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('evidence.when')}
        {isSet ? `: ${[texts.first, texts.last].map((text) => text.trim()).join(' – ')}` : ''}
      </button>
      {isOpen ? (
        <fieldset className="when" aria-label={t('evidence.when')}>
          {field('first', t('evidence.firstDay'))}
          {field('last', t('evidence.lastDay'))}
        </fieldset>
      ) : null}
    </>
  );
}

/** Returns local midnight the given days after the day read; undefined without a day. */
function startOf(read: LenientDate, daysAfter: number): string | undefined {
  if (read.kind === 'moment') return new Date(read.iso).toISOString();
  if (read.kind !== 'day') return undefined;
  const [year = 0, month = 1, day = 1] = read.iso.split('-').map(Number);
  const midnight = new Date(year, month - 1, day + daysAfter);
  return midnight.toISOString();
}
