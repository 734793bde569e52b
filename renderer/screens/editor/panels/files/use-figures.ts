import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, type LexicalEditor } from 'lexical';
import { useEffect, useState } from 'react';
import { ReportFigureNode } from '#report/figure-node.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

export interface Figure {
  /** As the reader counts them, from 1. */
  readonly number: number;
  /** In the editor. */
  readonly nodeKey: string;
  readonly caption: string;
  readonly picture: PictureMeta;
}

/** The figures of the report in their order; looked for only when one of them has changed. */
export function useFigures(): readonly Figure[] {
  const [editor] = useLexicalComposerContext();
  const [figures, setFigures] = useState<readonly Figure[]>([]);
  useEffect(() => {
    setFigures(figuresOf(editor));
    return editor.registerMutationListener(ReportFigureNode, () => setFigures(figuresOf(editor)));
  }, [editor]);
  return figures;
}

function figuresOf(editor: LexicalEditor): readonly Figure[] {
  return editor.read(() =>
    $getRoot()
      .getChildren()
      .filter((node) => node instanceof ReportFigureNode)
      .map((node, at) => ({
        number: at + 1,
        nodeKey: node.getKey(),
        caption: node.getTextContent(),
        picture: node.getPicture(),
      })),
  );
}
