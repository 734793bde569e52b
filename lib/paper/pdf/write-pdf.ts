/** Writes a report as PDF/A: the layout's frame with the report's blocks, split into pages. */

import type { PaperLocale } from '#contract/exchange/paper-locale.ts';
import { paperDates } from '#paper/format-dates.ts';
import { layOutPaper, type PaperFacts } from '#paper/layout.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';
import { sealFigure } from '#paper/seal-figure.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { type Box, createCanvas, PAGE } from './canvas.ts';
import type { PaperPictures } from './figure-picture.ts';
import {
  closingBox,
  drawFoot,
  drawRunningHead,
  drawWatermark,
  footHeight,
  headBoxes,
  RUNNING_HEAD_HEIGHT,
} from './frame-boxes.ts';
import { textBoxesOf } from './letter/impression-boxes.ts';
import { letterBoxes, letterSheet } from './letter/letter-boxes.ts';
import { heightOf } from './line-boxes.ts';

export interface PaperContent {
  readonly facts: PaperFacts;
  /** Report as canonical HTML. */
  readonly html: string;
  readonly locale: PaperLocale;
  /** Pictures of the report's figures. */
  readonly pictures?: PaperPictures;
  /** SHA-256 of the workspace id, from which the seal figure is drawn. */
  readonly workspace_hash: Uint8Array;
}

/** A signature that would be alone on a page takes the last lines along. */
const LINES_WITH_SIGNATURE = 4;

/** Deterministic: the same content gives the same bytes. */
export function writePdf({
  facts,
  html,
  locale,
  pictures = new Map(),
  workspace_hash,
}: PaperContent): Promise<Uint8Array> {
  const { language } = locale;
  const layout = layOutPaper(facts, PRINT_LABELS[language], paperDates(locale));
  const canvas = createCanvas({
    title: layout.title,
    author: facts.vault_name,
    language,
    createdAt: new Date(facts.version?.created_at ?? 0),
    sheet: layout.letter === undefined ? PAGE : letterSheet(layout.letter),
  });
  const { sheet } = canvas;
  const { letter } = layout;
  const lowest = sheet.height - sheet.bottom - footHeight(canvas, layout);
  const figure = sealFigure(workspace_hash);
  const nodes = parseLooseHtml(html, isKnownTag) ?? [textOfHtml(html)];
  const blocks = buildDocument(nodes);
  const head =
    letter === undefined
      ? headBoxes(canvas, canvas.root, layout, figure)
      : letterBoxes(canvas, canvas.root, { ...layout, letter }, figure);
  const pageHeight = lowest - sheet.top - RUNNING_HEAD_HEIGHT;
  const text = textBoxesOf(canvas, canvas.root, {
    blocks,
    pictures,
    isSetOff: letter !== undefined,
    pageHeight,
  });
  const closing = closingBox(canvas, canvas.root, layout, figure);
  const boxes = [...head, ...withSignature(text, pageHeight - closing.height), closing];
  let pages = 0;
  let y = 0;
  const addenda: number[] = [];
  const openPage = (): void => {
    canvas.doc.addPage();
    pages += 1;
    if (layout.watermark !== undefined) drawWatermark(canvas, layout.watermark);
    y = pages === 1 ? sheet.top : drawRunningHead(canvas, layout.running);
  };
  openPage();
  for (const [at, box] of boxes.entries()) {
    if (y + neededHeight(boxes, at, pageHeight) > lowest) {
      openPage();
      const { head } = box;
      if (head) {
        const top = y;
        canvas.repeated(() => head.draw(sheet.left, top));
        y += head.height;
      }
    }
    if (box.isAddendum) addenda.push(pages);
    box.draw(sheet.left, y);
    y += box.height;
  }
  for (let page = 0; page < pages; page += 1) {
    canvas.doc.switchToPage(page);
    const addendum = addenda.find((known) => known > page + 1);
    drawFoot(canvas, layout, { page: page + 1, pages, addendum });
  }
  return canvas.bytes();
}

/**
 * The last lines go to the signature's page. What is kept together before it goes along as a whole; where both do not fit,
 * the signature follows alone.
 */
function withSignature(text: readonly Box[], most: number): Box[] {
  let start = Math.max(0, text.length - LINES_WITH_SIGNATURE);
  while (text[start - 1]?.isWithNext) start -= 1;
  const isFitting = heightOf(text.slice(start)) <= most;
  return text.map((box, at) => (isFitting && at >= start ? { ...box, isWithNext: true } : box));
}

/** Height of a box with those that must follow on the same page. */
function neededHeight(boxes: readonly Box[], from: number, most: number): number {
  let height = 0;
  for (let at = from; at < boxes.length; at += 1) {
    const box = boxes[at];
    height += box?.height ?? 0;
    if (!box?.isWithNext) break;
  }
  return Math.min(height, most);
}
