/** What was read of a typed date, in words, with its time; and the other day where day and month could be exchanged. */
import { useTranslation } from 'react-i18next';
import { clockTime, longDay } from '#renderer/messages/dates.ts';
import type { OtherDay } from './lenient-date.ts';

const DAY_CHARS = 10;

interface ReadDateProps {
  /** A day or an instant; undefined where nothing was read. */
  readonly iso: string | undefined;
  readonly other: OtherDay | undefined;
  readonly onChoose: (text: string) => void;
}

/** Readers aloud hear it as it changes. */
export function ReadDate({ iso, other, onChoose }: ReadDateProps) {
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

/** A day stands everywhere for its first instant; a moment has its time. */
function inWords(iso: string): string {
  return iso.length === DAY_CHARS ? longDay(`${iso}T00:00:00.000Z`) : `${longDay(iso)}, ${clockTime(iso)}`;
}
