/**
 * Addenda of a prior: above its text, and as a question before that text is copied. An addendum may correct what it is
 * added to, and the copied text would then be wrong.
 */
import { useTranslation } from 'react-i18next';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import type { ReportSection } from '#report/review/section-list.ts';
import { isAddendum } from '#report/review/sections-to-start-from.ts';

interface Addendum extends ReportSection {
  readonly html: string;
}

interface AddendaProps {
  readonly addenda: readonly Addendum[];
}

/** Shows the addenda above the prior's text, which they may correct; stays while the text scrolls. */
export function AddendumNotice({ addenda }: AddendaProps) {
  const { t } = useTranslation();
  if (addenda.length === 0) return null;
  const title = t('review.prior.addendumTitle', { count: addenda.filter(isAddendum).length });
  return (
    <section className="alert inset s-draft prior-addendum" aria-label={title}>
      <Icon name="state-addendum" />
      <div>
        <p className="t">{title}</p>
        <p className="d">{t('review.prior.addendumText')}</p>
        <Texts addenda={addenda} />
      </div>
    </section>
  );
}

interface QuestionProps extends AddendaProps {
  readonly onStay: () => void;
  readonly onCopy: () => void;
}

export function AddendumQuestion({ addenda, onStay, onCopy }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Question
      title={t('review.prior.addendumAsk')}
      stay={t('review.prior.addendumStay')}
      onStay={onStay}
      act={t('review.prior.addendumAct')}
      onAct={onCopy}
    >
      <p>{t('review.prior.addendumAskText')}</p>
      <div className="prior-addendum-text">
        <Texts addenda={addenda} />
      </div>
    </Question>
  );
}

function Texts({ addenda }: AddendaProps) {
  return addenda.map(({ ordinal, title, html }) => (
    <div key={ordinal}>
      <p className="t">{title}</p>
      <ReportHtml html={html} className="old-text" />
    </div>
  ));
}
