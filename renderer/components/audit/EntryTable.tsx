/** Table of what was done by whom, newest first and grouped by day. */
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayKey, fullDay } from '#renderer/messages/dates.ts';

interface EntryTableProps<Entry> {
  readonly caption: string;
  readonly entries: readonly Entry[];
  /** A row with five cells: when, who, what, record, from where. */
  readonly row: (entry: Entry) => ReactNode;
}

export function EntryTable<Entry extends { readonly seq: number; readonly at: string }>({
  caption,
  entries,
  row,
}: EntryTableProps<Entry>) {
  const { t } = useTranslation();
  return (
    <table className="plain-table audit">
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('evidence.when')}</th>
          <th scope="col">{t('evidence.who')}</th>
          <th scope="col">{t('evidence.what')}</th>
          <th scope="col">{t('evidence.record')}</th>
          <th scope="col">{t('evidence.from')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <Fragment key={entry.seq}>
            {dayKey(entries[index - 1]?.at ?? '') === dayKey(entry.at) ? null : (
              <tr className="day">
                <th scope="rowgroup" colSpan={5}>
                  {fullDay(entry.at)}
                </th>
              </tr>
            )}
            {row(entry)}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
