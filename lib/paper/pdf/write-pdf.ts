/** A report as PDF/A: the layout's frame, the report's blocks between, cut into pages. */

import type { PaperLanguage } from '#contract/exchange/routes.ts';
import { utcDates } from '#paper/dates.ts';
import { layOutPaper, type PaperFacts } from '#paper/layout.ts';
import { PAPER_WORDS } from '#paper/print-labels.ts';
import { sealFigure } from '#paper/seal-figure.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { readStrictHtml } from '#report/html/uncanonical-html.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { blockBoxes } from './block-boxes.ts';
import { type Box, createCanvas, PAGE, TEXT_WIDTH } from './canvas.ts';
import {
  closingBox,
  drawFoot,
  drawRunningHead,
  drawWatermark,
  FOOT_HEIGHT,
  headBoxes,
} from './frame-boxes.ts';
import type { PaperPictures } from './picture.ts';

export interface PaperContent {
  readonly facts: PaperFacts;
  /** Canonical report HTML. */
  readonly html: string;
  readonly language: PaperLanguage;
  /** Of its figures. */
  readonly pictures?: PaperPictures;
  /** SHA-256 of the workspace id: what the seal figure is drawn from. */
  readonly workspace_hash: Uint8Array;
}

/** A signature that needs a page of its own takes the end of the text along. */
const LINES_WITH_SIGNATURE = 4;

const BOTTOM = PAGE.height - PAGE.bottom - FOOT_HEIGHT;

/** The same content gives the same bytes. */
export function writePdf({
  facts,
  html,
  language,
  pictures = new Map(),
  workspace_hash,
}: PaperContent): Promise<Uint8Array> {
  const layout = layOutPaper(facts, PAPER_WORDS[language], utcDates(language));
  const canvas = createCanvas({
    title: layout.title,
    author: facts.vault_name,
    language,
    createdAt: new Date(facts.version?.created_at ?? 0),
  });
  const figure = sealFigure(workspace_hash);
  const nodes = readStrictHtml(html, isKnownTag) ?? [textOfHtml(html)];
  const text = blockBoxes(canvas, canvas.root, buildDocument(nodes), TEXT_WIDTH, pictures);
  const boxes = [
    ...headBoxes(canvas, canvas.root, layout, figure),
    ...text.map((box, at) => (at < text.length - LINES_WITH_SIGNATURE ? box : { ...box, isWithNext: true })),
    closingBox(canvas, canvas.root, layout, figure),
  ];
  let pages = 0;
  let y = 0;
  const openPage = (): void => {
    canvas.doc.addPage();
    pages += 1;
    if (layout.watermark !== undefined) drawWatermark(canvas, layout.watermark);
    y = pages === 1 ? PAGE.top : drawRunningHead(canvas, layout.running);
  };
  openPage();
  for (const [at, box] of boxes.entries()) {
    if (y + neededHeight(boxes, at) > BOTTOM) {
      openPage();
      const { head } = box;
      if (head) {
        const top = y;
        canvas.repeated(() => head.draw(PAGE.side, top));
        y += head.height;
      }
    }
    box.draw(PAGE.side, y);
    y += box.height;
  }
  for (let page = 0; page < pages; page += 1) {
    canvas.doc.switchToPage(page);
    drawFoot(canvas, layout, page + 1, pages);
  }
  return canvas.bytes();
}

/** A box and those it must not be parted from. */
function neededHeight(boxes: readonly Box[], from: number): number {
  let height = 0;
  for (let at = from; at < boxes.length; at += 1) {
    const box = boxes[at];
    height += box?.height ?? 0;
    if (!box?.isWithNext) break;
  }
  return Math.min(height, BOTTOM - PAGE.top);
}
