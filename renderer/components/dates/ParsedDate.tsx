/** Shows the date read from typed text in words, and the other date if day and month are ambiguous. */
import { useTranslation } from 'react-i18next';
import { clockTime, longDay } from '#renderer/messages/dates.ts';
import type { OtherDay } from './lenient-date.ts';

const DAY_CHARS = 10;

interface ReadDateProps {
  /** Date or instant; undefined if nothing was read. */
  readonly iso: string | undefined;
  readonly other: OtherDay | undefined;
  readonly onChoose: (text: string) => void;
}

/** A live region, so that screen readers announce changes. */
export function ParsedDate({ iso, other, onChoose }: ReadDateProps) {
  const { t } = useTranslation();
  if (iso === undefined) return <div className="read-day" aria-live="polite" />;
  return (
    <div className="read-day" aria-live="polite">
      {other === undefined ? inWords(iso) : t('common.dateMeant', { day: inWords(iso) })}
      {other === undefined ? null : (
        <button type="button" className="link" onClick={() => onChoose(other.text)}>
          {t('common.dateOther', { day: inWords(other.iso) })}
        </button>
      )}
    </div>
  );
}

/** Formats a date without time or an instant with its time. */
function inWords(iso: string): string {
  return iso.length === DAY_CHARS ? longDay(`${iso}T00:00:00.000Z`) : `${longDay(iso)}, ${clockTime(iso)}`;
}
