/**
 * Removes optional unfilled fields from the report. Also removes a line that contains only the field and its
 * label. One undo step restores all of them.
 */
import { $isElementNode, HISTORY_PUSH_TAG, type LexicalEditor, type LexicalNode } from 'lexical';
import { isOptionalBlank } from '#report/checks/field-checks.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { $allFields } from './field-positions.ts';

/** Returns the number of removed fields. */
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

/** Returns true for a line such as `Skull, fracture: ` or an empty one. A table cell stays. */
function isLabelOnly(line: LexicalNode): boolean {
  const kind = line.getType();
  if (!$isElementNode(line) || (kind !== 'paragraph' && kind !== 'listitem')) return false;
  if (line.getParent()?.getType() === 'tablecell') return false;
  const text = line.getTextContent().trim();
  return text === '' || (/[:\-–]$/.test(text) && !/[.;!?]/.test(text));
}
