/** The sidebar of the patient screen. Shows fields without a value as not recorded, so that a gap is visible. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentView } from '#contract/documents/views.ts';
import { identifierLines } from '#records/identity/identifiers.ts';
import { readMovedReports } from '#records/studies/patient-changes.ts';
import { addressLines } from '#renderer/components/records/address-lines.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import { changedAt, clockTime, longDay, shortDay } from '#renderer/messages/dates.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';

/** Lists the patient's recorded data by section. */
export function Demographics({ view }: { readonly view: DocumentView<'patients'> }) {
  const { t } = useTranslation();
  const { index, record, summary } = view;
  const groupName = useGroupName(index.security_group_id);
  const identifiers = identifierLines(record.identifiers);
  const address = addressLines(record.address);
  return (
    <aside className="panel" aria-label={t('patients.demographics')} data-pane>
      <div className="panel-b">
        <h2 className="sec">{t('patients.identity')}</h2>
        <dl className="dl">
          <Line name={t('patients.legalName')}>{record.legal_name}</Line>
          <Line name={t('patients.displayName')}>{record.display_name}</Line>
          <Line name={t('patients.birthDate')}>{record.birth_date ? longDay(record.birth_date) : null}</Line>
          <Line name={t('patients.sexAtBirth')}>{sexWord(record.biological_sex, t)}</Line>
          <Line name={t('patients.genderIdentity')}>{record.gender_identity}</Line>
          {record.race_identity ? (
            <Line name={t('patients.raceIdentity')}>{record.race_identity}</Line>
          ) : null}
        </dl>
        <h2 className="sec">{t('patients.identifiers')}</h2>
        <dl className="dl">
          {identifiers.map(({ type, value }) => (
            <Line key={`${type} ${value}`} name={type || t('patients.identifier')}>
              {value}
            </Line>
          ))}
          {record.external_id ? (
            <Line name={t('patients.externalId')}>
              <code>{record.external_id}</code>
            </Line>
          ) : null}
        </dl>
        {identifiers.length === 0 && !record.external_id ? (
          <p className="dim">{t('common.notRecorded')}</p>
        ) : null}
        <h2 className="sec">{t('patients.contact')}</h2>
        <dl className="dl">
          <Line name={t('patients.phone')}>{record.phone}</Line>
          <Line name={t('patients.email')}>{record.email}</Line>
          <Line name={t('patients.address')}>
            {address.length > 0
              ? address.map((line) => (
                  <span key={line} className="line">
                    {line}
                  </span>
                ))
              : null}
          </Line>
        </dl>
        {record.internal_notes ? (
          <>
            <h2 className="sec">{t('patients.internalNotes')}</h2>
            <p className="notes">{record.internal_notes}</p>
          </>
        ) : null}
        {summary.tags.length > 0 ? (
          <>
            <h2 className="sec">{t('patients.tags')}</h2>
            <p className="tagline">
              {summary.tags.map((tag) => (
                <span key={tag} className="tagx">
                  {tag}
                </span>
              ))}
            </p>
          </>
        ) : null}
        <Moved record={record} />
        <h2 className="sec">{t('patients.sealing')}</h2>
        <dl className="dl">
          <Line name={t('common.group')}>{groupName}</Line>
          <Line name={t('patients.changed')}>
            {index.updated_by
              ? t('patients.changedLine', {
                  when: changedAt(index.updated_at),
                  who: index.updated_by.display_name,
                })
              : changedAt(index.updated_at)}
          </Line>
        </dl>
      </div>
    </aside>
  );
}

/** Lists reports that were moved to or from another patient. */
function Moved({ record }: Pick<DocumentView<'patients'>, 'record'>) {
  const { t } = useTranslation();
  const moved = readMovedReports(record.custom_attributes);
  if (moved.length === 0) return null;
  return (
    <>
      <h2 className="sec">{t('examSheet.moves')}</h2>
      {moved.toReversed().map(({ exam_id, title, way, moved_at, moved_by, reason }) => (
        <p key={`${exam_id}${moved_at}${way}`} className="notes">
          {t(way === 'out' ? 'examSheet.movedOut' : 'examSheet.movedIn', {
            title,
            reason,
            when: `${shortDay(moved_at)} ${clockTime(moved_at)}`,
            who: moved_by,
          })}
        </p>
      ))}
    </>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const missing = children === null || children === undefined || children === '';
  return (
    <>
      <dt>{name}</dt>
      <dd className={missing ? 'dim' : undefined}>{missing ? t('common.notRecorded') : children}</dd>
    </>
  );
}
