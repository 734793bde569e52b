import { useTranslation } from 'react-i18next';
import { isFoundBy } from '#records/summaries.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { WorklistRows } from '#renderer/screens/worklist/use-worklist-rows.ts';

const SHOWN_MAX = 4;

/** Lists patients that match the search, so that one without exams is found too. */
export function FoundPatients({ rows }: { readonly rows: WorklistRows }) {
  const { t } = useTranslation();
  const { words } = rows.filter;
  if (words.length === 0) return null;
  const found = [...rows.patients.values()]
    .filter(({ summary, is_deleted }) => summary !== null && !is_deleted && isFoundBy(summary, words))
    .slice(0, SHOWN_MAX);
  if (found.length === 0) return null;
  return (
    <nav className="found" aria-label={t('worklist.patientsFound')}>
      {found.map((row) => (
        <Link key={row.id} className="chip" to={['patients', row.id]}>
          <Icon name="person" />
          <b>
            <Highlighted text={row.summary?.display_name ?? ''} wanted={words} />
          </b>
          {row.summary?.birth_date ? <span className="dim">{shortDay(row.summary.birth_date)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
