/** Outline left of the report: sections with their open fields, problems before signing, recent versions. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { fillAllNormal } from '#renderer/editor/fields/fill-all-normal.ts';
import { useGoToSection } from '#renderer/editor/text/signed-sections.ts';
import { useLateralityNotice } from './LateralityNotice.tsx';
import { VersionChain } from './VersionChain.tsx';

interface OutlineProps {
  readonly summary: TextSummary;
  /** Index of the section at the caret. */
  readonly current: number;
}

export function Outline({ summary, current }: OutlineProps) {
  const { t } = useTranslation();
  const goToSection = useGoToSection();
  const newIn = useEditingState((state) => state.newIn);
  return (
    <nav className="side outline" aria-label={t('editor.outline.label')} data-pane>
      <h2 className="side-h">
        {t('editor.outline.label')}
        <kbd aria-hidden="true">{`${chordText('Ctrl+1')}–6`}</kbd>
      </h2>
      {summary.sections.length === 0 ? <p className="note">{t('editor.outline.noSections')}</p> : null}
      <ol>
        {summary.sections.map((section, at) => (
          <li key={section.ordinal}>
            <a
              href={`#section-${at + 1}`}
              aria-current={section.ordinal === current ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goToSection(section.ordinal);
              }}
            >
              <span className="n">{at + 1}</span>
              <span className="lbl">{section.title || t('editor.outline.untitled')}</span>
              {newIn?.sections.includes(section.key) ? (
                <span className="f new">{t('editor.elsewhere.newIn', { seq: newIn.seq })}</span>
              ) : (
                <FieldCount filled={section.filled} all={section.fields} />
              )}
            </a>
          </li>
        ))}
      </ol>
      <BeforeSigning summary={summary} />
      <VersionChain />
    </nav>
  );
}

function FieldCount({ filled, all }: { readonly filled: number; readonly all: number }) {
  const { t } = useTranslation();
  if (all === 0) return null;
  return (
    <span
      className={`f${filled < all ? ' open' : ''}`}
      title={t('editor.outline.openFields', { filled, all })}
    >
      {filled}/{all}
    </span>
  );
}

function BeforeSigning({ summary }: { readonly summary: TextSummary }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const readOnly = useEditingState((state) => state.readOnly);
  const next = useKeyHint('nextUnfilled');
  const sides = useLateralityNotice();
  if ((summary.fields === 0 && !sides) || readOnly) return null;
  return (
    <>
      <h2 className="side-h todo-h">{t('editor.outline.before')}</h2>
      <ul className="todo">
        {sides ? (
          <li>
            <button type="button" className="link state s-error" onClick={sides.jump}>
              <Icon name="state-warn" />
              {sides.text}
            </button>
          </li>
        ) : null}
        {summary.mustFill > 0 ? (
          <li>
            <span className="state s-error">
              <Icon name="state-error" />
              {t('editor.outline.mustFill', { count: summary.mustFill })}
            </span>
          </li>
        ) : null}
        {summary.toCheck > 0 ? (
          <li>
            <span className="state s-draft">
              <Icon name="state-warn" />
              {t('editor.outline.toCheck', { count: summary.toCheck })}
            </span>
          </li>
        ) : null}
        {summary.fields === 0 ? null : summary.openFields === 0 ? (
          <li>
            <span className="state s-final">
              <Icon name="state-final" />
              {t('editor.outline.nothingOpen')}
            </span>
          </li>
        ) : (
          <>
            <li className="acts">
              <button
                type="button"
                className="link"
                aria-keyshortcuts={next.keyShortcut}
                onClick={() => runCommand('nextUnfilled')}
              >
                {t('editor.outline.nextUnfilled')}
                <kbd aria-hidden="true">{next.hint}</kbd>
              </button>
            </li>
            <li className="acts">
              <button
                type="button"
                className="link all-normal"
                title={t('editor.outline.allNormal')}
                onClick={() => fillAllNormal(editor)}
              >
                <Icon name="check" />
                <span>{t('editor.outline.allNormal')}</span>
              </button>
            </li>
          </>
        )}
      </ul>
    </>
  );
}
