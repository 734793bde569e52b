/**
 * The figures of the open report, numbered as printed. Counted again only when a figure changes or the caret enters
 * another block, because long reports are costly to walk.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, type LexicalEditor, type LexicalNode } from 'lexical';
import { useEffect, useState } from 'react';
import { $blockAtCaret } from '#renderer/editor/insert/key-image.ts';
import { ReportFigureNode } from '#report/nodes/figure-node.ts';
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

/** What a figure put in at the caret would be counted as; counted when the caret comes to another block. */
export function useNextFigure(): number {
  const [editor] = useLexicalComposerContext();
  const [number, setNumber] = useState(1);
  useEffect(() => {
    let known: string | undefined;
    const look = () => {
      const block = editor.read($blockAtCaret);
      const key = block?.getKey() ?? '';
      if (known === key) return;
      known = key;
      setNumber(editor.read(() => 1 + $figuresUpTo(block)));
    };
    look();
    const offFigures = editor.registerMutationListener(ReportFigureNode, () => {
      known = undefined;
      look();
    });
    const offUpdates = editor.registerUpdateListener(look);
    return () => {
      offFigures();
      offUpdates();
    };
  }, [editor]);
  return number;
}

/** Without a block: all of them. */
function $figuresUpTo(block: LexicalNode | undefined): number {
  const blocks = $getRoot().getChildren();
  const end = block ? blocks.findIndex((each) => each.is(block)) : -1;
  return (end < 0 ? blocks : blocks.slice(0, end + 1)).filter((node) => node instanceof ReportFigureNode)
    .length;
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
