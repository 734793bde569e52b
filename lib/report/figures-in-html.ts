/** Lists the pictures in a report's stored HTML, in order. Needs neither Lexical nor a DOM. */
import { isKnownTag } from './html/html-tags.ts';
import { type LooseNode, parseLooseHtml } from './html/parse-loose-html.ts';
import { PICTURE_ATTRIBUTE, type PictureMeta, pictureFromAttributes } from './state/picture-meta.ts';

export function picturesOfHtml(html: string | null): PictureMeta[] {
  return picturesOf(parseLooseHtml(html ?? '', isKnownTag) ?? []);
}

function picturesOf(nodes: readonly LooseNode[]): PictureMeta[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { tag, attributes, children } = node;
    const isFigure = tag === 'figure' && attributes[PICTURE_ATTRIBUTE] !== undefined;
    const own = isFigure ? [pictureFromAttributes((name) => attributes[name] ?? null)] : [];
    return [...own, ...picturesOf(children)];
  });
}
