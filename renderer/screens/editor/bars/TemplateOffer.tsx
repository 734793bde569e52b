import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { isSameModality } from '#records/studies/modality.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { insertStoredTemplate } from '#renderer/editor/insert/insert-stored-template.ts';
import { useDefaultTemplates } from '#renderer/lists/default-templates.ts';
import { matchingTemplates } from '#renderer/lists/matching-templates.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';

/** Number of templates offered by name; the dialog lists all. */
const OFFERED_MAX = 3;

/**
 * Offers templates that fit the exam while its report is empty. The usual one of its modality comes first.
 */
export function TemplateOffer({ summary }: { readonly summary: TextSummary }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const meta = useEditingState((state) => state.meta);
  const isAddendum = work.text.kept().length > 0;
  const readOnly = useEditingState((state) => state.readOnly);
  const rows = templateCache.use((state) => state.rows);
  const usual = useDefaultTemplates().get((meta.modality ?? '').toUpperCase());
  const key = useKeyHint('template');
  const isEmpty = summary.words === 0 && summary.sections.length === 0 && summary.fields === 0;
  if (!isEmpty || isAddendum || readOnly || work.documents.resource === 'templates') return null;
  const modality = (meta.modality ?? '').toUpperCase();
  // The dialog also lists templates of other modalities.
  const fitting = matchingTemplates(rows.values(), { title: meta.title ?? '', modality }).filter(
    ({ summary }) => modality === '' || !summary?.modality || isSameModality(summary.modality, modality),
  );
  if (fitting.length === 0) return null;
  const offered = [...fitting].sort((a, b) => Number(b.id === usual) - Number(a.id === usual));
  const insert = (id: string) =>
    insertStoredTemplate(editor, id).catch((error: unknown) => work.set({ actError: error }));
  return (
    <section className="offer" aria-label={t('editor.offer.title')}>
      <p>{t('editor.offer.title')}</p>
      {offered.slice(0, OFFERED_MAX).map((row) => (
        <Button key={row.id} size="s" icon="template" onPress={() => insert(row.id)}>
          {row.summary?.title ?? t('editor.noTemplateTitle')}
        </Button>
      ))}
      <Button
        kind="quiet"
        size="s"
        hint={key.hint}
        keyShortcut={key.keyShortcut}
        onPress={() => runCommand('template')}
      >
        {t('editor.offer.others')}
      </Button>
    </section>
  );
}
