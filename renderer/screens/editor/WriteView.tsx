/**
 * View for writing: save status, find bar, signed text above an addendum, the textbox and its floating
 * controls.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { deriveHtml } from '#report/dom/derive-html.ts';
import { listSections } from '#report/review/section-list.ts';
import { CopiedLines } from './bars/CopiedLines.tsx';
import { FieldAnnouncer } from './bars/FieldAnnouncer.tsx';
import { FindBar } from './bars/FindBar.tsx';
import { MacroGhost } from './bars/MacroGhost.tsx';
import { PickList } from './bars/PickList.tsx';
import { TableTools } from './bars/TableTools.tsx';
import { TemplateOffer } from './bars/TemplateOffer.tsx';
import { SaveStatus } from './save-status/SaveStatus.tsx';
import { useView } from './view-store.ts';

interface WriteViewProps {
  readonly textbox: ReactNode;
  readonly summary: TextSummary;
}

export function WriteView({ textbox, summary }: WriteViewProps) {
  const { t } = useTranslation();
  const finding = useView((state) => state.finding);
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <main className="doc" id="main" data-pane>
      <SaveStatus />
      {finding ? <FindBar /> : null}
      {/* Focus target of Esc in the text, so that Tab continues to the panel instead of the text. */}
      <section className="sheet" ref={sheet} tabIndex={-1} data-leave-to aria-label={t('editor.report')}>
        <TemplateOffer summary={summary} />
        <KeptText />
        {textbox}
        <FieldAnnouncer />
        <CopiedLines />
        <PickList sheet={sheet} />
        <TableTools sheet={sheet} />
        <MacroGhost sheet={sheet} />
      </section>
    </main>
  );
}

/** Shows the signed text above an addendum, read-only. */
function KeptText() {
  const { text } = useEditingSession();
  const epoch = useEditingState((state) => state.textEpoch);
  const sealed = useEditingState((state) => state.base_version_id);
  const kept = text.kept();
  useAddendumInSight(listSections(rootOf(kept)).length);
  if (kept.length === 0) return null;
  return <ReportHtml key={`${epoch}-${sealed}`} html={deriveHtml(rootOf(kept))} className="report kept" />;
}

/** Keeps a sealed addendum in view: sealing joins it with the signed text to one text. */
function useAddendumInSight(keptSections: number): void {
  const [editor] = useLexicalComposerContext();
  const before = useRef(keptSections);
  useEffect(() => {
    const heading = before.current - 1;
    before.current = keptSections;
    if (keptSections > 0 || heading < 0) return undefined;
    const frame = requestAnimationFrame(() => {
      const headings = editor.getRootElement()?.querySelectorAll(':scope > :is(h1, h2, h3, h4, h5, h6)');
      headings?.[heading]?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, keptSections]);
}
