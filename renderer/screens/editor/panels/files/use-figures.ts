/**
 * React hooks for the figures of the open report, numbered as printed. Recounts only when a figure changes or
 * the caret enters another block, because long reports take long to walk.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, type LexicalEditor, type LexicalNode } from 'lexical';
import { useEffect, useState } from 'react';
import { $blockAtCaret } from '#renderer/editor/insert/key-image.ts';
import { ReportFigureNode } from '#report/nodes/figure-node.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

export interface Figure {
  /** Number as printed, from 1. */
  readonly number: number;
  /** Key of the figure's node in the editor. */
  readonly nodeKey: string;
  readonly caption: string;
  readonly picture: PictureMeta;
}

/** Returns the figures in order; recounts only after a figure changed. */
export function useFigures(): readonly Figure[] {
  const [editor] = useLexicalComposerContext();
  const [figures, setFigures] = useState<readonly Figure[]>([]);
  useEffect(() => {
    setFigures(figuresOf(editor));
    return editor.registerMutationListener(ReportFigureNode, () => setFigures(figuresOf(editor)));
  }, [editor]);
  return figures;
}

/** Returns the number that a figure inserted at the caret would get. */
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

/** Counts the figures up to and including a block; without a block, all of them. */
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
