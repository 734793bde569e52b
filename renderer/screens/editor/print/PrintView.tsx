/** Print preview: the same pages on screen and on paper, in black on white. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperLayout } from '#paper/layout.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { type PrintPage, paginate } from '#renderer/editor/pagination/paginate.ts';
import { backToReport, useBackByEscape } from '#renderer/screens/editor/close-view.tsx';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { withKeys } from '#renderer/screens/editor/react-keys.ts';
import { PrintedPage } from './PrintedPage.tsx';
import { PrintedText } from './PrintedText.tsx';
import { SavePdfButton } from './SavePdfButton.tsx';
import { usePrintAnnotations } from './use-print-annotations.ts';
import { usePrintLayout } from './use-print-layout.ts';

export function PrintView({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const [paper] = useState(usePrintLayout());
  const layout = paper.layOut(patient);
  const key = useKeyHint('print');
  const [pages, setPages] = useState<readonly PrintPage[]>();
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
        {pages === undefined ? (
          <Measure layout={layout} html={paper.html} onPages={setPages} />
        ) : (
          <div className="sheets">
            {withKeys(pages, (page) => String(page.html.length)).map(({ key: pageKey, item: page }, at) => (
              <PrintedPage
                key={pageKey}
                layout={layout}
                number={at + 1}
                count={pages.length}
                isTall={page.isTall}
              >
                <PrintedText html={page.html} />
              </PrintedPage>
            ))}
          </div>
        )}
      </main>
    </>
  );
}

interface MeasureProps {
  readonly layout: PaperLayout;
  readonly html: string;
  readonly onPages: (pages: readonly PrintPage[]) => void;
}

/** Lays out both kinds of page and the whole text hidden, and cuts the text into pages. */
function Measure({ layout, html, onPages }: MeasureProps) {
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
      onPages(
        paginate(whole, {
          first: first.clientHeight,
          next: next.clientHeight + closing.offsetHeight,
          closing: closing.offsetHeight,
        }),
      );
    });
    return () => {
      wanted = false;
    };
  }, [onPages]);
  return (
    <div className="sheets measuring" ref={box} aria-hidden="true">
      <PrintedPage layout={layout} number={1} count={2} isTall={false}>
        {null}
      </PrintedPage>
      <PrintedPage layout={layout} number={2} count={2} isTall={false}>
        {null}
      </PrintedPage>
      <div className="a4 print-whole ptext-width">
        <PrintedText html={html} />
      </div>
    </div>
  );
}
