import { useTranslation } from 'react-i18next';
import type { Strength } from './passphrase-strength.ts';

const BARS = [1, 2, 3, 4];

export function StrengthMeter({ strength }: { readonly strength: Strength }) {
  const { t } = useTranslation();
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
