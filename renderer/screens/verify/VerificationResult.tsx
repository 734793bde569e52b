/**
 * Result of verifying one report. Valid and invalid ones look alike in size and form; an invalid one lists
 * the failed checks first.
 */
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { clockTime, shortDay } from '#renderer/messages/dates.ts';
import type { CheckedPair } from './check-files.ts';

function inFours(hex: string, digits: number): string {
  return (hex.slice(0, digits).match(/.{4}/g) ?? []).join(' ');
}

export function VerificationResult({ result }: { readonly result: CheckedPair }) {
  const { t } = useTranslation();
  const { report, reportName, signatureName } = result;
  const { holds, statement } = report;
  const isUnbound = report.faults.includes('form_not_signed');
  const bad = t(isUnbound ? 'verify.unbound' : 'verify.bad');
  const title = holds ? t('verify.good') : statement ? bad : t('verify.unreadable');
  return (
    <section className={`rs ${holds ? 's-final' : 's-error'}`} aria-label={title}>
      <h2>
        <Icon name={holds ? 'state-final' : 'state-error'} size={24} />
        {title}
      </h2>
      <dl className="dl">
        <dt>{t('verify.files')}</dt>
        <dd>
          {reportName}
          <br />
          {signatureName}
        </dd>
        {statement ? (
          <>
            <dt>{t(holds ? 'verify.signedBy' : 'verify.claims')}</dt>
            <dd>
              <Signer name={statement.signer_name} signer={report.signer} />,{' '}
              {t(`verify.as.${statement.intent}`)}
            </dd>
            <dt>{t('verify.signedAt')}</dt>
            <dd>
              {t('verify.byClock', {
                date: shortDay(statement.signed_at),
                time: clockTime(statement.signed_at),
              })}
            </dd>
            <dt>{t('verify.vault')}</dt>
            <dd>{statement.workspace_name}</dd>
          </>
        ) : null}
      </dl>
      <Checks result={result} />
      {holds ? (
        <div className="alert inset s-sealed">
          <Icon name="state-info" />
          <p className="d">{t('verify.compare', { key: inFours(report.founder_fingerprint ?? '', 16) })}</p>
        </div>
      ) : (
        <div className="alert inset s-error">
          <Icon name="state-error" />
          <div>
            <p className="t">{t('verify.doNotRely')}</p>
            <p className="d">{t(isUnbound ? 'verify.askForm' : 'verify.ask')}</p>
          </div>
        </div>
      )}
    </section>
  );
}

/** Shows the signer. Programs are labelled as such, because a program may have a person's name. */
function Signer({
  name,
  signer,
}: {
  readonly name: string;
  readonly signer: CheckedPair['report']['signer'];
}) {
  const { t } = useTranslation();
  if (signer === null) {
    return (
      <>
        <b>{name}</b> ({t('verify.unknownKind')})
      </>
    );
  }
  if (signer.kind === 'person') return <b>{name}</b>;
  const { is_founder, key_fingerprint } = signer.issued_by;
  return (
    <b>
      {is_founder
        ? t('verify.scriptOfFounder', { name })
        : t('verify.scriptOfMember', { name, key: inFours(key_fingerprint, 16) })}
    </b>
  );
}

function Checks({ result: { report } }: { readonly result: CheckedPair }) {
  const { t } = useTranslation();
  const { checks, faults, statement, report_sha256, membership_records } = report;
  if (!checks || !statement) return null;
  const hash = `${inFours(report_sha256, 8)} … ${report_sha256.slice(-4)}`;
  const keyNote = checks.text ? inFours(statement.key_fingerprint, 16) : t('verify.overSigned');
  const isUnbound = faults.includes('form_not_signed');
  const changed = isUnbound
    ? { words: t('verify.form'), note: t('verify.formNote') }
    : { words: t('verify.textChanged'), note: t('verify.textChangedNote', { hash }) };
  const unchanged = { words: t('verify.text'), note: t('verify.textNote', { hash }) };
  const rows = [
    { holds: checks.text, ...(checks.text ? unchanged : changed) },
    {
      holds: checks.ed25519,
      words: t(checks.ed25519 ? 'verify.ed25519' : 'verify.ed25519Fails'),
      note: keyNote,
    },
    {
      holds: checks.mldsa65,
      words: t(checks.mldsa65 ? 'verify.mldsa65' : 'verify.mldsa65Fails'),
      note: keyNote,
    },
    {
      holds: checks.membership,
      words: t(checks.membership ? 'verify.membership' : 'verify.membershipFails'),
      note: t('verify.membershipNote', { count: membership_records }),
    },
  ];
  return (
    <ol>
      {rows
        .toSorted((a, b) => Number(a.holds) - Number(b.holds))
        .map(({ holds, words, note }) => (
          <li key={words}>
            <Icon name={holds ? 'check' : 'close'} className={holds ? 'ok' : 'no'} />
            <span>
              {holds ? words : <b>{words}</b>}
              <em>{note}</em>
            </span>
          </li>
        ))}
    </ol>
  );
}
