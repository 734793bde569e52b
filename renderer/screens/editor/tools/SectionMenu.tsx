/**
 * The first menu of the toolbar: sections, block styles and the language of the report. The language is saved with
 * the report, not with the person.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import {
  REPORT_LANGUAGES,
  type ReportLanguage,
  reportLanguage,
  withReportLanguage,
} from '#records/reports/stated-report-language.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { Menu, type MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { insertSection, setBlockStyle } from '#renderer/editor/text/block-actions.ts';
import type { BlockStyle, CaretPlace } from '#renderer/editor/text/caret/caret-context.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import { useGoToSection } from '#renderer/editor/text/signed-sections.ts';
import { SECTIONS } from '#report/state/section-titles.ts';

const STYLES = [
  { style: 'text', hint: 'Ctrl+Alt+0' },
  { style: 'heading1', hint: 'Ctrl+Alt+1' },
  { style: 'heading2', hint: 'Ctrl+Alt+2' },
  { style: 'heading3', hint: 'Ctrl+Alt+3' },
  { style: 'quote', hint: 'Ctrl+Shift+9' },
] as const satisfies readonly { readonly style: BlockStyle; readonly hint: string }[];

/** Shows the caret's section; its menu moves to a section, adds a missing one or changes the style. */
export function SectionMenu({
  place,
  summary,
}: {
  readonly place: CaretPlace;
  readonly summary: TextSummary;
}) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const goToSection = useGoToSection();
  const work = useEditingSession();
  const words = useReportTranslations();
  const chosen = useEditingState((state) => reportLanguage(state.meta.custom_attributes));
  const write = (language: ReportLanguage | undefined) => {
    const { meta } = work.store.getState();
    work.set({ meta: { ...meta, custom_attributes: withReportLanguage(meta.custom_attributes, language) } });
    work.edited();
  };
  const here = summary.sections.find((section) => section.ordinal === place.section);
  const present = new Set(summary.sections.map((section) => section.code));
  const items: MenuItem[] = [
    ...summary.sections.map((section, at) => ({
      id: `go-${section.ordinal}`,
      group: t('editor.style.goTo'),
      label: section.title || t('editor.outline.untitled'),
      hint: at < 6 ? chordText(`Ctrl+${at + 1}`) : undefined,
      run: () => goToSection(section.ordinal),
    })),
    ...STYLES.map(({ style, hint }) => ({
      id: style,
      group: t('editor.style.styles'),
      label: t(`editor.style.${style}`),
      hint: chordText(hint),
      run: () => {
        setBlockStyle(editor, style);
        focusReport(editor);
      },
    })),
    ...SECTIONS.filter((section) => !present.has(section.code)).map((section) => ({
      id: section.code,
      group: t('editor.style.insert'),
      label: `${t('editor.style.insert')}: ${section[words.language]}`,
      short: section[words.language],
      icon: 'plus' as const,
      run: () => insertSection(editor, section, words.language),
    })),
    ...[undefined, ...REPORT_LANGUAGES].map((language) => ({
      id: `language-${language}`,
      group: t('editor.style.language'),
      label: `${t('editor.style.language')}: ${t(`editor.style.languages.${language ?? 'interface'}`)}`,
      short: t(`editor.style.languages.${language ?? 'interface'}`),
      ...((chosen ?? undefined) === language ? { icon: 'check' as const } : {}),
      run: () => write(language),
    })),
  ];
  const shown = here?.title || t(`editor.style.${place.style}`);
  return (
    <Menu
      label={t('editor.tool.section')}
      items={items}
      leavesFocus
      buttonClass="tool pick"
      buttonLabel={`${t('editor.tool.section')}: ${shown}`}
    >
      <span>{shown}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}
