/**
 * The certificate authority trusted for one HL7 receiver over TLS. Shows its SHA-256 fingerprint for comparison by
 * telephone.
 */
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateFromPem } from '#contract/exchange/receivers.ts';
import type { CertificateFacts } from '#renderer/components/certificates/certificate-details.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useFilePicker } from '#renderer/components/files/use-file-picker.tsx';

interface ReceiverCaProps {
  readonly name: string;
  /** DER, base64url; null uses the system's authorities. */
  readonly ca: string | null;
  readonly canChange: boolean;
  readonly onChange: (ca: string | null) => void;
}

/** Chooses the authorities accepted for a TLS receiver: those of the computer, or an own one. */
export function ReceiverCa({ name, ca, canChange, onChange }: ReceiverCaProps) {
  const { t } = useTranslation();
  const [isBad, setBad] = useState(false);
  const picker = useFilePicker(async ([file]) => {
    const chosen = certificateFromPem((await file?.text()) ?? '');
    setBad(chosen === undefined);
    if (chosen !== undefined) onChange(chosen);
  });
  return (
    <div className="receiver-ca">
      <p className="note">
        {ca === null
          ? t('outbox.caOfSystem', { receiver: name })
          : t('outbox.caOfItsOwn', { receiver: name })}
      </p>
      {ca === null ? null : <Authority key={ca} ca={ca} />}
      {isBad ? <p className="note error">{t('outbox.caBad')}</p> : null}
      {picker.input}
      {canChange ? (
        <div className="acts2">
          <Button onPress={picker.open}>
            {t(ca === null ? 'outbox.caChoose' : 'outbox.caReplace', { receiver: name })}
          </Button>
          {ca === null ? null : (
            <Button onPress={() => onChange(null)}>{t('outbox.caRemove', { receiver: name })}</Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** Shows the certificate's subject and fingerprint. */
function Authority({ ca }: { readonly ca: string }) {
  const { t } = useTranslation();
  const [facts, setFacts] = useState<CertificateFacts | 'unreadable'>();
  useEffect(() => {
    let wanted = true;
    // Load the certificate parser only when there is a certificate to show.
    import('#renderer/components/certificates/certificate-details.ts')
      .then(({ certificateFacts }) => certificateFacts(ca))
      .catch(() => 'unreadable' as const)
      .then((found) => {
        if (wanted) setFacts(found);
      });
    return () => {
      wanted = false;
    };
  }, [ca]);
  if (facts === undefined) return null;
  if (facts === 'unreadable') return <p className="note error">{t('outbox.caUnreadable')}</p>;
  return (
    <dl className="dl">
      <dt>{t('outbox.caSubject')}</dt>
      <dd>{facts.subject}</dd>
      <dt>{t('outbox.caFingerprint')}</dt>
      <dd>
        <code className="fingerprint">
          {facts.fingerprint.split(/(?<=:)/).map((pair, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of one fingerprint never change places
            <Fragment key={at}>
              {pair}
              <wbr />
            </Fragment>
          ))}
        </code>
      </dd>
    </dl>
  );
}
