/** Panel that lists signatures with the result of each check. Another person can add a co-signature here. */
import { useTranslation } from 'react-i18next';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { reportFacts } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { intentOf, signVersion } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { AskToCosign, CosignRequests } from '#renderer/screens/editor/sign/CosignRequests.tsx';
import { signerName } from '#renderer/screens/editor/sign/signer-name.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

/** Shows the first half of a fingerprint in groups of four. */
function short(hex: string): string {
  return (hex.slice(0, 8).match(/.{4}/g) ?? []).join(' ');
}

export function SignaturesPanel() {
  const { t } = useTranslation();
  const signatures = useEditingState((state) => state.signatures);
  return (
    <div className="signatures">
      {signatures.length === 0 ? <p className="note sg">{t('review.signature.none')}</p> : null}
      {signatures.map((signature) => (
        <Signature key={signature.signature_id} signature={signature} />
      ))}
      <CosignRequests />
      <AskToCosign />
      <OwnSignature />
    </div>
  );
}

function Signature({ signature }: { readonly signature: ExamSignature }) {
  const { t } = useTranslation();
  const { checks, file, intent, seq, signed_at } = signature;
  const name = signerName(signature, t);
  const { statement, membership } = file;
  const rows = [
    { key: 'ed25519', holds: checks.ed25519, mark: short(statement.key_fingerprint) },
    { key: 'mldsa65', holds: checks.mldsa65, mark: short(statement.key_fingerprint.slice(8)) },
    { key: 'text', holds: checks.text, mark: short(statement.record_sha256) },
    { key: 'membership', holds: checks.membership, mark: String(membership.length) },
  ] as const;
  return (
    <section className="sg" aria-label={name}>
      <p className="who2">{name}</p>
      <p className="m">
        {t(`review.signature.intent.${intent}`)}, {t('review.history.version', { seq })},{' '}
        {changedAt(signed_at)}
      </p>
      <ul>
        {rows.map(({ key, holds, mark }) => (
          <li key={key} className={holds ? '' : 's-error'}>
            <Icon name={holds ? 'check' : 'close'} />
            {t(`review.signature.${holds ? 'check' : 'fails'}.${key}`, { seq })}
            <code>{mark}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Offers the person's own signature on a signed report: a co-signature, or one still missing. */
function OwnSignature() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const signatures = useEditingState((state) => state.signatures);
  const readOnly = useEditingState((state) => state.readOnly);
  const version = useEditingState((state) => state.base_version_id);
  const status = useEditingState((state) => reportFacts(state.meta.custom_attributes).status);
  const me = useSession((state) => state.session?.principal.principal_id);
  const { busy, error, act } = useAsyncAction();
  const ofVersion = signatures.filter((signature) => isOfVersion(signature, version));
  const isDone = ofVersion.some(({ signed_by }) => signed_by.principal_id === me);
  if (readOnly !== 'signed' || version === null || isDone) return null;
  const isFirst = ofVersion.length === 0;
  const sign = () => act(() => signVersion(work, version, isFirst ? intentOf(status) : 'co_signed'));
  return (
    <div className="panel-f col">
      {error === undefined ? null : <ErrorNotice error={error} title={t('review.signature.notSigned')} />}
      <OnlineOnlyButton icon="signature" unavailable={busy} onPress={sign}>
        {t(isFirst ? 'review.signature.signMissing' : 'review.signature.coSign')}
      </OnlineOnlyButton>
      <p className="note">
        {t(isFirst ? 'review.signature.signMissingText' : 'review.signature.coSignText')}
      </p>
    </div>
  );
}
