import { useTranslation } from 'react-i18next';
import { PASSPHRASE_MIN_CHARS } from '#contract/limits.ts';
import type { Strength } from './passphrase-strength.ts';

const BARS = [1, 2, 3, 4];

/** Strength meter. Shows the requirement before anything is typed, so that nothing below it moves. */
export function StrengthMeter({ strength }: { readonly strength: Strength | undefined }) {
  const { t } = useTranslation();
  if (strength === undefined) {
    return (
      <div className="meter">
        <span className="rule">{t('gate.passphraseRule', { number: PASSPHRASE_MIN_CHARS })}</span>
      </div>
    );
  }
  const word = t(`gate.strength${strength.score}`);
  return (
    <div className={`meter${strength.enough ? '' : ' low'}`}>
      <span className="bars" role="img" aria-label={t('gate.strength', { score: strength.score, word })}>
        {BARS.map((bar) => (
          <i key={bar} className={bar <= strength.score ? 'on' : undefined} />
        ))}
      </span>
      <span className="words">{t('gate.strengthLine', { word, count: strength.characters })}</span>
    </div>
  );
}
