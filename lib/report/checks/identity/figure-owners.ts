/**
 * Compares the key images of a report with what their own files say. A picture that names somebody else, or another
 * day, is told even if a person has said it is this patient's: whoever signs is asked by words.
 */
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { parsePictureMeta } from '#report/state/picture-meta.ts';

/** A picture of the exam by its file; `whose` is the name, number or day that differs, null where none does. */
export interface KnownPicture {
  readonly node_id: string;
  readonly whose: string | null;
  /** True once a person has said that it belongs to this patient and exam. */
  readonly is_said: boolean;
  /** True when its file names nobody, and the report was written under another patient's name. */
  readonly is_unnamed?: boolean;
}

/** `pictures` are undefined until they were read; a figure is not signed before. */
export function checkFigureOwners(
  state: LexicalStateJson,
  pictures: readonly KnownPicture[] | undefined,
): QualityFinding[] {
  const known = new Map(pictures?.map((picture) => [picture.node_id, picture]));
  return figuresIn(state.root.children).flatMap((node_id, at): QualityFinding[] => {
    const label = String(at + 1);
    const finding = (
      code: QualityFinding['code'],
      severity: QualityFinding['severity'],
      text = '',
    ): QualityFinding[] => [{ code, severity, params: { label, text }, target: null }];
    if (pictures === undefined) return finding('picture_unread', 'block');
    const picture = known.get(node_id);
    if (picture === undefined) return finding('picture_not_here', 'warn');
    if (picture.is_unnamed) return finding('picture_unnamed', 'block');
    if (picture.whose === null) return [];
    return finding('picture_of_other', picture.is_said ? 'warn' : 'block', picture.whose);
  });
}

/** Ids of the files that the figures are of, in the order of the figures. */
export function figuresIn(nodes: readonly LexicalNodeJson[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.type === 'report-figure' ? [parsePictureMeta(node['picture']).node_id] : []),
    ...figuresIn(node.children ?? []),
  ]);
}
