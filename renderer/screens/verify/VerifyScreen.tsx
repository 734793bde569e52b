/**
 * Verifies a dropped report with its signature file, locally. Works without a vault, before unlocking and
 * without a connection. Source: visual design 13, "Signatures and verification".
 */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { useFileDrop } from '#renderer/components/files/use-file-drop.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Logo } from '#renderer/components/icons/Logo.tsx';
import { useTitle } from '#renderer/state/use-title.ts';
import { checkFiles, NOTHING_CHECKED } from './check-files.ts';
import { VerificationResult } from './VerificationResult.tsx';

export function VerifyScreen() {
  const { t } = useTranslation();
  const [checked, setChecked] = useState(NOTHING_CHECKED);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]) => setChecked(await checkFiles(checked, files));
  const drop = useFileDrop(take);
  useTitle(t('verify.title'));
  const { results, waiting } = checked;
  const holds = results.filter(({ report }) => report.holds).length;
  return (
    <div className="stand" {...drop.handlers}>
      <header className="titlebar">
        <span className="brand">
          <Logo />
          <span className="brand-name">{t('common.productName')}</span>
        </span>
        <Link className="nav" to={[]}>
          {t('verify.back')}
        </Link>
        <span className="who">{t('verify.claim')}</span>
      </header>
      <main className="vr" aria-label={t('verify.title')}>
        <div className="vr-in">
          <div>
            <h1>{t('verify.title')}</h1>
            <p className="lead">{t('verify.lead')}</p>
          </div>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            data-testid="verify-files"
            onChange={(event) => {
              void take([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <button
            type="button"
            className={`vr-drop${drop.over ? ' dropping' : ''}`}
            onClick={() => picker.current?.click()}
          >
            <Icon name="upload" size={20} />
            {t(drop.over ? 'verify.dropNow' : 'verify.drop')}
          </button>
          {waiting.map(({ name, isSignature }) => (
            <p key={name} className="note" role="status">
              {t(isSignature ? 'verify.missingReport' : 'verify.missingSignature', { name })}
            </p>
          ))}
          <section className="res" aria-label={t('verify.results')} aria-live="polite">
            {results.map((result) => (
              <VerificationResult key={result.key} result={result} />
            ))}
          </section>
        </div>
      </main>
      <footer className="statusbar">
        <span>{t('verify.checked', { count: results.length, holds, not: results.length - holds })}</span>
      </footer>
    </div>
  );
}
