/** A heading with a LOINC code as node state opens a section; the HTML stores the code as `data-section-code`. */

import type { HeadingNode } from '@lexical/rich-text';
import { $getState, $setState, createState } from 'lexical';
import { parseSectionCode } from '#report/state/section-code.ts';

const sectionCodeState = createState('section_code', { parse: parseSectionCode });

export function $getSectionCode(heading: HeadingNode): string | null {
  return $getState(heading, sectionCodeState);
}

export function $setSectionCode(heading: HeadingNode, code: string | null): HeadingNode {
  return $setState(heading, sectionCodeState, code);
}
