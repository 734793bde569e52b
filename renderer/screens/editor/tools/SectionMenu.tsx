import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { chordText } from '#renderer/commands/key-chord.ts';
import { Menu, type MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { goToSection, insertSection, setBlockStyle } from '#renderer/editor/text/block-acts.ts';
import type { BlockStyle, CaretPlace } from '#renderer/editor/text/caret-place.ts';
import { focusReport } from '#renderer/editor/text/focus-report.ts';
import type { TextSummary } from '#renderer/editor/work/text-summary.ts';
import { SECTIONS } from '#report/section.ts';

const STYLES = [
  { style: 'text', hint: 'Ctrl+Alt+0' },
  { style: 'heading1', hint: 'Ctrl+Alt+1' },
  { style: 'heading2', hint: 'Ctrl+Alt+2' },
  { style: 'heading3', hint: 'Ctrl+Alt+3' },
  { style: 'quote', hint: 'Ctrl+Shift+9' },
] as const satisfies readonly { readonly style: BlockStyle; readonly hint: string }[];

/** Where the caret is; opens to go to a section, to begin one that is missing, and to change the style. */
export function SectionMenu({
  place,
  summary,
}: {
  readonly place: CaretPlace;
  readonly summary: TextSummary;
}) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const here = summary.sections.find((section) => section.ordinal === place.section);
  const present = new Set(summary.sections.map((section) => section.code));
  const items: MenuItem[] = [
    ...summary.sections.map((section, at) => ({
      id: `go-${section.ordinal}`,
      label: section.title || t('editor.outline.untitled'),
      hint: at < 6 ? chordText(`Ctrl+${at + 1}`) : undefined,
      run: () => goToSection(editor, section.ordinal),
    })),
    ...STYLES.map(({ style, hint }) => ({
      id: style,
      label: t(`editor.style.${style}`),
      hint: chordText(hint),
      run: () => {
        setBlockStyle(editor, style);
        focusReport(editor);
      },
    })),
    ...SECTIONS.filter((section) => !present.has(section.code)).map((section) => ({
      id: section.code,
      label: `${t('editor.style.insert')}: ${i18next.language === 'de' ? section.de : section.en}`,
      icon: 'plus' as const,
      run: () => insertSection(editor, section, i18next.language),
    })),
  ];
  const shown = here?.title || t(`editor.style.${place.style}`);
  return (
    <Menu
      label={t('editor.tool.section')}
      items={items}
      buttonClass="tool pick"
      buttonLabel={`${t('editor.tool.section')}: ${shown}`}
    >
      <span>{shown}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}
