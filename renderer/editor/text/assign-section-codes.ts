/**
 * Assigns section codes: a heading with a known section title gets its code. The element shows the code in
 * the margin.
 */
import { HeadingNode } from '@lexical/rich-text';
import { $getNodeByKey, type LexicalEditor, mergeRegister } from 'lexical';
import { $getSectionCode, $setSectionCode } from '#report/nodes/loinc-sections.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

export function registerSectionMarks(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerNodeTransform(HeadingNode, $takeCode),
    editor.registerMutationListener(
      HeadingNode,
      (changes) => {
        editor.getEditorState().read(() => {
          for (const [key, change] of changes) {
            const element = change === 'destroyed' ? null : editor.getElementByKey(key);
            const node = $getNodeByKey(key);
            if (!element || !(node instanceof HeadingNode)) continue;
            const code = $getSectionCode(node);
            if (code === null) delete element.dataset['code'];
            else element.dataset['code'] = code;
          }
        });
      },
      { skipInitialization: false },
    ),
  );
}

function $takeCode(heading: HeadingNode): void {
  if ($getSectionCode(heading) !== null) return;
  const code = sectionCodeOfTitle(heading.getTextContent());
  if (code !== null) $setSectionCode(heading, code);
}
