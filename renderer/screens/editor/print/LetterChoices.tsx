import { useTranslation } from 'react-i18next';
import { LETTER_RECIPIENTS, type LetterRecipient } from '#contract/exchange/letter.ts';
import type { PaperLayout } from '#paper/layout.ts';
import type { LetterWish } from '#paper/letter/letter-facts.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';

interface LetterChoicesProps {
  readonly layout: PaperLayout;
  readonly wish: LetterWish;
  readonly onChange: (wish: LetterWish) => void;
}

const NAMES = { referrer: 'toReferrer', patient: 'toPatient', none: 'toNone' } as const;

/** Who the printed letter goes to, and whether the paper has its head already. */
export function LetterChoices({ layout, wish, onChange }: LetterChoicesProps) {
  const { t } = useTranslation();
  const to: LetterRecipient = layout.letter === undefined ? 'none' : (wish.to ?? 'referrer');
  return (
    <div className="letter-choices">
      <Select
        label={t('letterhead.to')}
        labelHidden
        value={to}
        choices={LETTER_RECIPIENTS.map((value) => ({ value, label: t(`letterhead.${NAMES[value]}`) }))}
        onChange={(chosen) => onChange({ ...wish, to: chosen })}
      />
      <Checkbox
        checked={wish.letterhead !== undefined}
        onChange={(isPreprinted) => onChange({ ...wish, letterhead: isPreprinted ? 'none' : undefined })}
      >
        {t('letterhead.preprinted')}
      </Checkbox>
    </div>
  );
}
