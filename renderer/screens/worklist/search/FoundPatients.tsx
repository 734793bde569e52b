import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { matchesAll, wordsOf } from '#renderer/components/lists/fold.ts';
import { Marked } from '#renderer/components/lists/Marked.tsx';
import { identifierLines } from '#renderer/components/records/identifiers.ts';
import { Link } from '#renderer/frame/Link.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { WorklistRows } from '#renderer/screens/worklist/use-worklist-rows.ts';
import type { PatientRow } from '#renderer/state/directory/row.ts';

const SHOWN_MAX = 4;

/** Patients that match the words, so that one without exams is found as well. */
export function FoundPatients({ rows }: { readonly rows: WorklistRows }) {
  const { t } = useTranslation();
  const { words } = rows.filter;
  if (words.length === 0) return null;
  const found = [...rows.patients.values()].filter((row) => matches(row, words)).slice(0, SHOWN_MAX);
  if (found.length === 0) return null;
  return (
    <nav className="found" aria-label={t('worklist.patientsFound')}>
      {found.map((row) => (
        <Link key={row.id} className="chip" to={['patients', row.id]}>
          <Icon name="person" />
          <b>
            <Marked text={row.summary?.display_name ?? ''} wanted={words} />
          </b>
          {row.summary?.birth_date ? <span className="dim">{shortDay(row.summary.birth_date)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function matches({ summary, is_deleted }: PatientRow, words: readonly string[]): boolean {
  if (summary === null || is_deleted) return false;
  const identifiers = identifierLines(summary.identifiers).map(({ value }) => value);
  return matchesAll(wordsOf([summary.display_name, summary.legal_name, ...identifiers].join(' ')), words);
}
