/**
 * Takes optional fields nobody filled out of the report, and the line with them where nothing else stands in it but
 * their label. One step of undo brings all of them back.
 */
import { $isElementNode, HISTORY_PUSH_TAG, type LexicalEditor, type LexicalNode } from 'lexical';
import { isOptionalBlank } from '#report/checks/field-checks.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { $allFields } from './field-positions.ts';

/** Answers how many fields were taken out. */
export function removeOpenFields(editor: LexicalEditor): number {
  let removed = 0;
  editor.update(
    () => {
      const open = $allFields().filter($isOpen);
      for (const field of open) {
        const line = field.getParent();
        field.remove();
        removed += 1;
        if (line?.isAttached() && isLabelOnly(line)) line.remove();
      }
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
  return removed;
}

function $isOpen(field: ReportFieldNode): boolean {
  return isOptionalBlank({ ...field.getField(), text: field.getTextContent(), ordinal: 0 });
}

/** `Skull, fracture: `, or nothing at all. A cell of a table keeps its place. */
function isLabelOnly(line: LexicalNode): boolean {
  const kind = line.getType();
  if (!$isElementNode(line) || (kind !== 'paragraph' && kind !== 'listitem')) return false;
  if (line.getParent()?.getType() === 'tablecell') return false;
  const text = line.getTextContent().trim();
  return text === '' || (/[:\-–]$/.test(text) && !/[.;!?]/.test(text));
}
