import { useTranslation } from 'react-i18next';
import { LETTER_RECIPIENTS, type LetterRecipient } from '#contract/exchange/letter.ts';
import type { PaperLayout } from '#paper/layout.ts';
import type { LetterWish } from '#paper/letter/letter-facts.ts';
import { readOrderParties } from '#records/letter/order-parties.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

interface LetterChoicesProps {
  readonly layout: PaperLayout;
  readonly wish: LetterWish;
  readonly onChange: (wish: LetterWish) => void;
}

const NAMES = { referrer: 'toReferrer', nobody: 'toNobody', patient: 'toPatient', none: 'toNone' } as const;

/** Who the printed letter goes to, and whether the paper has its head already. */
export function LetterChoices({ layout, wish, onChange }: LetterChoicesProps) {
  const { t } = useTranslation();
  const hasReferrer = useEditingState(
    ({ meta }) => readOrderParties(meta.custom_attributes).referrer !== undefined,
  );
  const nameOf = (value: LetterRecipient) => NAMES[value === 'referrer' && !hasReferrer ? 'nobody' : value];
  const to: LetterRecipient = layout.letter === undefined ? 'none' : (wish.to ?? 'referrer');
  return (
    <div className="letter-choices">
      <Select
        label={t('letterhead.to')}
        labelHidden
        value={to}
        choices={LETTER_RECIPIENTS.map((value) => ({ value, label: t(`letterhead.${nameOf(value)}`) }))}
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
