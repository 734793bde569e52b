/** One page: letterhead and patient block on the first, the patient in a line on the others, the seal line below. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accessionNumber } from '#records/accession-number.ts';
import { identifierText, mainIdentifier } from '#records/identifiers.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import { SealFigure } from '#renderer/components/seal/SealFigure.tsx';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { ageInYears, clockTime, isDayOnly, longDay, shortDay } from '#renderer/messages/dates.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useSession } from '#renderer/state/session-store.ts';
import type { PrintFacts } from './print-facts.ts';

interface PrintedPageProps {
  readonly facts: PrintFacts;
  readonly patient: ReportPatient | undefined;
  readonly number: number;
  readonly count: number;
  readonly isTall: boolean;
  readonly children: ReactNode;
}

export function PrintedPage({ facts, patient, number, count, isTall, children }: PrintedPageProps) {
  const { t } = useTranslation();
  return (
    <article
      className={`a4${isTall ? ' tall' : ''}`}
      aria-label={t('review.print.pageLabel', { page: number })}
      data-watermark={facts.watermark ?? ''}
    >
      {facts.watermark ? (
        <div className="wm" aria-hidden="true">
          {facts.watermark}
        </div>
      ) : null}
      {number === 1 ? <FirstHead facts={facts} patient={patient} /> : <NextHead patient={patient} />}
      {children ?? <div className="ptext" />}
      {number === count ? <Closing facts={facts} /> : null}
      <Foot facts={facts} patient={patient} number={number} count={count} />
    </article>
  );
}

function patientLine(patient: ReportPatient | undefined): string {
  if (!patient) return '';
  const identifier = mainIdentifier(patient.identifiers);
  return [
    patient.name,
    patient.birth_date ? shortDay(patient.birth_date) : '',
    identifier ? identifierText(identifier) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function FirstHead({ facts, patient }: Pick<PrintedPageProps, 'facts' | 'patient'>) {
  const { t } = useTranslation();
  const vault = useSession((state) => state.vault);
  const session = useSession((state) => state.session);
  const { title, exam_date, custom_attributes, modality } = useWorkState((state) => state.meta);
  const identifier = mainIdentifier(patient?.identifiers);
  const sex = sexWord(patient?.biological_sex, t);
  const born = patient?.birth_date;
  const accession = accessionNumber(custom_attributes);
  const bornLine = born
    ? [longDay(born), t('common.years', { count: ageInYears(born) }), sex].filter(Boolean).join(', ')
    : (sex ?? '');
  return (
    <>
      <header className="lh">
        <div className="lh-mark">
          <SealFigure seed={session?.workspace_id ?? ''} />
        </div>
        <div>
          <b>{vault?.name}</b>
          <span>{modality}</span>
        </div>
      </header>
      <table className="pblk">
        <tbody>
          <tr>
            <th scope="row">{t('review.print.patient')}</th>
            <td>
              <b>{patient?.name ?? t('editor.noPatient')}</b>
            </td>
            <th scope="row">{t('review.print.exam')}</th>
            <td>
              <b>{title ?? t('editor.noTitle')}</b>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('review.print.born')}</th>
            <td>{bornLine}</td>
            <th scope="row">{t('review.print.performed')}</th>
            <td>
              {exam_date
                ? `${shortDay(exam_date)}${isDayOnly(exam_date) ? '' : `, ${clockTime(exam_date)}`}`
                : ''}
            </td>
          </tr>
          <tr>
            <th scope="row">{identifier?.type ?? ''}</th>
            <td>{identifier?.value ?? ''}</td>
            <th scope="row">{t('review.print.status')}</th>
            <td>
              <b>{facts.statusWord}</b>, {facts.statusLine}
            </td>
          </tr>
          {accession ? (
            <tr>
              <td colSpan={2} />
              <th scope="row">{t('editor.accession')}</th>
              <td>{accession}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </>
  );
}

function NextHead({ patient }: Pick<PrintedPageProps, 'patient'>) {
  const { title, exam_date } = useWorkState((state) => state.meta);
  return (
    <header className="lh2">
      <span>{patientLine(patient)}</span>
      <span>{[title, exam_date ? shortDay(exam_date) : ''].filter(Boolean).join(', ')}</span>
    </header>
  );
}

/** Who prepared and signed it, and how to check the print. */
function Closing({ facts }: Pick<PrintedPageProps, 'facts'>) {
  const { t } = useTranslation();
  const vault = useSession((state) => state.vault?.name ?? '');
  const workspace = useSession((state) => state.session?.workspace_id ?? '');
  const signature =
    facts.signedBy !== null && facts.signedAt !== null
      ? t('review.print.signedText', {
          name: facts.signedBy,
          date: shortDay(facts.signedAt),
          time: clockTime(facts.signedAt),
        })
      : t('review.print.unsignedText');
  return (
    <div className="closing">
      <div className="sig">
        <p>
          <span>{t('review.print.preparedBy')}</span>
          <b>{facts.preparedBy}</b>
        </p>
        <p>
          <span>{t('review.print.signature')}</span>
          {signature}
        </p>
        {facts.proofs.map((proof) => (
          <p key={proof} className="proof">
            {proof}
          </p>
        ))}
      </div>
      <div className="verify">
        <div className="lh-mark">
          <SealFigure seed={workspace} />
        </div>
        <p>
          {facts.isDraft
            ? t('review.print.verifyDraft', { vault })
            : t('review.print.verify', {
                vault,
                date: facts.sealedDate,
                time: facts.sealedTime,
                seq: facts.seq,
              })}
        </p>
      </div>
    </div>
  );
}

function Foot({ facts, patient, number, count }: Omit<PrintedPageProps, 'isTall' | 'children'>) {
  const { t } = useTranslation();
  return (
    <footer className="pf">
      <span>{patientLine(patient)}</span>
      <span>{facts.footNote}</span>
      <span>{t('review.print.page', { page: number, pages: count })}</span>
      {facts.version_id === '' ? null : (
        <span className="hash">
          {facts.isDraft
            ? t('review.print.draftOf', { seq: facts.seq })
            : t('review.print.sealedLine', {
                seq: facts.seq,
                date: facts.sealedDate,
                time: facts.sealedTime,
              })}{' '}
          <code>{facts.version_id}</code>
          {facts.isDraft ? null : (
            <>
              , {t('review.print.seal')} <code>{facts.seal}</code>
            </>
          )}
        </span>
      )}
    </footer>
  );
}
