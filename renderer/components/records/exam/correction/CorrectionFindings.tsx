import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { findingWords } from '#renderer/components/records/findings/quality-finding-text.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';

/** Shows what the checks find in a signed report under its corrected facts. */
export function CorrectionFindings({ findings }: { readonly findings: readonly QualityFinding[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The sheet scrolls, and what is below its edge was not shown.
    if (findings.length > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [findings]);
  const told = withKeys(
    findings.map((finding) => findingWords(finding, t)),
    ({ title, text }) => `${title} ${text}`,
  );
  return (
    <div className="c2" role="alert" ref={box}>
      {findings.length === 0 ? null : (
        <>
          <p>
            <strong>{t('examSheet.checkFirst', { count: findings.length })}</strong>
          </p>
          <ul>
            {told.map(({ key, item: { title, text } }) => (
              <li key={key}>
                <strong>{title}</strong> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
