/** Print preview: the same pages on screen and on paper, in black on white. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperLayout } from '#paper/layout.ts';
import type { LetterWish } from '#paper/letter/letter-facts.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { PrintedPage } from '#renderer/components/paper/PrintedPage.tsx';
import { useLetterheads } from '#renderer/components/paper/use-letterheads.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { type PrintPage, paginate } from '#renderer/editor/pagination/paginate.ts';
import { backToReport, useBackByEscape } from '#renderer/screens/editor/close-view.tsx';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { LetterChoices } from './LetterChoices.tsx';
import { PrintedText } from './PrintedText.tsx';
import { SavePdfButton } from './SavePdfButton.tsx';
import { usePrintAnnotations } from './use-print-annotations.ts';
import { usePrintLayout } from './use-print-layout.ts';

export function PrintView({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const [paper] = useState(usePrintLayout());
  const group = useEditingState((state) => state.index?.security_group_id);
  const { letterheads, error } = useLetterheads(group);
  const [wish, setWish] = useState<LetterWish>({});
  const layout = paper.layOut(patient, wish, letterheads ?? []);
  const isReady = group === undefined || letterheads !== undefined || error !== undefined;
  const key = useKeyHint('print');
  const [measured, setMeasured] = useState<Measured>();
  const form = JSON.stringify([wish, letterheads?.length, layout.letter?.recipient]);
  const pages = measured?.form === form ? measured.pages : undefined;
  const sheets = useRef<HTMLElement>(null);
  usePrintAnnotations(sheets, pages);
  const print = () => window.print();
  useCommand('print', print);
  useBackByEscape();
  return (
    <>
      <section className="print-bar" aria-label={t('review.print.act')}>
        <div className="toolbar">
          <button type="button" className="tool" onClick={backToReport}>
            <Icon name="chevron-left" />
            <span>{t('review.print.close')}</span>
            <kbd aria-hidden="true">Esc</kbd>
          </button>
          <span className="gap" />
          <LetterChoices layout={layout} wish={wish} onChange={setWish} />
          <SavePdfButton />
          <Button
            kind="primary"
            size="s"
            icon="printer"
            hint={key.hint}
            keyShortcut={key.keyShortcut}
            onPress={print}
          >
            {t('review.print.act')}
          </Button>
        </div>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pages that scroll must be reachable by keyboard */}
      <main className="print-preview" data-pane tabIndex={0} ref={sheets}>
        <h1 className="vh">{t('review.print.title')}</h1>
        <ErrorRegion error={error} />
        {pages === undefined ? (
          isReady ? (
            <Measure key={form} layout={layout} html={paper.html} form={form} onMeasured={setMeasured} />
          ) : null
        ) : (
          <div className="sheets">
            {withKeys(pages, (page) => String(page.html.length)).map(({ key: pageKey, item: page }, at) => (
              <PrintedPage
                key={pageKey}
                layout={layout}
                number={at + 1}
                count={pages.length}
                isTall={page.isTall}
                addendum={addendumAfter(pages, at)}
              >
                <PrintedText html={page.html} marksImpression={layout.letter !== undefined} />
              </PrintedPage>
            ))}
          </div>
        )}
      </main>
    </>
  );
}

/** Number of the next page on which an addendum starts. */
function addendumAfter(pages: readonly PrintPage[], at: number): number | undefined {
  const next = pages.findIndex(({ hasAddendum }, page) => page > at && hasAddendum);
  return next === -1 ? undefined : next + 1;
}

/** The pages of one form of the letter. */
interface Measured {
  readonly form: string;
  readonly pages: readonly PrintPage[];
}

interface MeasureProps {
  readonly layout: PaperLayout;
  readonly html: string;
  readonly form: string;
  readonly onMeasured: (measured: Measured) => void;
}

/** Lays out both kinds of page and the whole text hidden, and cuts the text into pages. */
function Measure({ layout, html, form, onMeasured }: MeasureProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let wanted = true;
    // Wait for fonts, because a late font would change every height.
    document.fonts.ready.then(() => {
      const root = box.current;
      if (!wanted || !root) return;
      const [first, next] = [...root.querySelectorAll<HTMLElement>('.ptext')];
      const whole = root.querySelector<HTMLElement>('.print-whole > div');
      const closing = root.querySelector<HTMLElement>('.closing');
      if (!first || !next || !whole || !closing) return;
      const pages = paginate(whole, {
        first: first.clientHeight,
        next: next.clientHeight + closing.offsetHeight,
        closing: closing.offsetHeight,
      });
      onMeasured({ form, pages });
    });
    return () => {
      wanted = false;
    };
  }, [form, onMeasured]);
  return (
    <div className="sheets measuring" ref={box} aria-hidden="true">
      <PrintedPage layout={layout} number={1} count={2} isTall={false}>
        {null}
      </PrintedPage>
      <PrintedPage layout={layout} number={2} count={2} isTall={false}>
        {null}
      </PrintedPage>
      <div className={`a4 print-whole ptext-width${layout.letter ? ' letter' : ''}`}>
        <PrintedText html={html} marksImpression={layout.letter !== undefined} />
      </div>
    </div>
  );
}
