/**
 * Leads from a finding of the sign gate to its place. Words are marked, never selected, because the next key would
 * replace what is selected.
 */
import { $isHeadingNode } from '@lexical/rich-text';
import { $isTableNode } from '@lexical/table';
import { $getRoot, type LexicalEditor } from 'lexical';
import { $allFields, $enterField, $markFieldChecked } from '#renderer/editor/fields/field-positions.ts';
import { shownRange } from '#renderer/editor/find/line-dom-range.ts';
import { $caretBehind, $findWords, $selectIn } from '#renderer/editor/find/select-occurrence.ts';
import { $cellRows } from '#renderer/editor/tables/measurement-cells.ts';
import { $selectCell } from '#renderer/editor/tables/table-navigation.ts';
import { goToSection } from '#renderer/editor/text/block-actions.ts';
import { focusReport, placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';
import { guardEnter } from './gate/guard-enter.ts';

const TARGET_CLASS = 'focus-target';
/** Marks the words of a finding until a key or the mouse acts. */
const HIGHLIGHT = 'asked';

/** Moves the caret to a finding's words. A field that blocks signing keeps a red edge until it is filled. */
export function jumpToFinding(editor: LexicalEditor, finding: QualityFinding): void {
  // Only a placeholder is there to be overwritten; a side or a size must outlast the next key.
  jump(editor, finding, finding.code === 'placeholder_left');
}

/** Goes to a finding told while writing and selects its words, to be corrected by typing over them. */
export function correctFinding(editor: LexicalEditor, finding: QualityFinding): void {
  jump(editor, finding, true);
}

/** Goes to the first place with these words and marks them. */
export function goToWords(editor: LexicalEditor, text: string): void {
  guardEnter(editor, () => CSS.highlights.delete(HIGHLIGHT));
  goTo(editor, { target: { kind: 'words', text, nth: 0, within: null }, severity: 'warn' }, false);
}

function jump(editor: LexicalEditor, finding: QualityFinding, isSelected: boolean): void {
  guardEnter(editor, () => CSS.highlights.delete(HIGHLIGHT));
  goTo(editor, finding, isSelected);
}

function goTo(
  editor: LexicalEditor,
  { target, severity }: Pick<QualityFinding, 'target' | 'severity'>,
  isSelected: boolean,
): void {
  if (target === null) {
    focusReport(editor);
    return;
  }
  if (target.kind === 'section') {
    const ordinal = editor.getEditorState().read(() =>
      $getRoot()
        .getChildren()
        .filter($isHeadingNode)
        .findIndex((heading) => $getSectionCode(heading) === target.code),
    );
    if (ordinal >= 0) goToSection(editor, ordinal);
    return;
  }
  if (target.kind === 'words') {
    placeCaret(editor, () => {
      const found = $findWords(target);
      if (!found) return;
      if (isSelected) $selectIn(found.line, found.from, found.to);
      else {
        $caretBehind(found);
        const range = shownRange(editor, found.line, found.from, found.to);
        CSS.highlights.set(HIGHLIGHT, new Highlight(...range));
      }
    });
    return;
  }
  if (target.kind === 'cell') {
    placeCaret(editor, () => {
      const table = $getRoot().getChildren().filter($isTableNode)[target.table];
      const cell = table ? $cellRows(table)[target.row]?.[target.column] : undefined;
      if (cell) $selectCell(cell);
    });
    return;
  }
  let key: string | undefined;
  placeCaret(
    editor,
    () => {
      const field = $allFields()[target.ordinal];
      if (!field) return;
      key = field.getKey();
      $enterField(field);
      $markFieldChecked(field);
    },
    () => {
      const element = key === undefined ? null : editor.getElementByKey(key);
      element?.scrollIntoView({ block: 'center' });
      if (severity === 'block') element?.classList.add(TARGET_CLASS);
    },
  );
}
