/** Draws on the PDF document: lines of text, rules and tagged content. The only file with pdfkit calls. */
import PDFDocument from 'pdfkit';
import { type FontName, loadFont } from './fonts.ts';
import type { Line, Measure } from './line-breaking.ts';

export type Tag = PDFKit.PDFStructureElement;

/** A unit that fills pages from top to bottom: a line, a rule, a table row, a figure. */
export interface Box {
  /** Height in points, including the space after the box. */
  readonly height: number;
  /** True for a box that must not be the last on a page. */
  readonly isWithNext?: boolean;
  /** True for the heading of an addendum. */
  readonly isAddendum?: boolean;
  /** Drawn again above it when it is first on a page: its table's head. */
  readonly head?: Box;
  /** Points from the page's left and upper edge. */
  readonly draw: (x: number, y: number) => void;
}

/** A sheet in points, with its margins. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** ISO A4 with the margins of the interface's print. */
export const PAGE: Sheet = { width: 595.28, height: 841.89, top: 39, bottom: 45, left: 51, right: 51 };

const HIGHLIGHT = '#FFF3B0';
const ASCENT = 0.78;

export interface CanvasOptions {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** The version's time, so that the same version gives the same bytes. */
  readonly createdAt: Date;
  readonly sheet?: Sheet;
}

export type Canvas = ReturnType<typeof createCanvas>;

/** PDF/A-2a, tagged; every font embedded. */
export function createCanvas({ title, author, language, createdAt, sheet = PAGE }: CanvasOptions) {
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Disables pdfkit's own fonts, which are never embedded.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Producer: 'Sealed Records Vault',
      Creator: 'Sealed Records Vault',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const root = doc.struct('Document');
  doc.addStructure(root);
  const known = new Set<FontName>();

  function font(name: FontName): void {
    if (known.has(name)) doc.font(name);
    else doc.registerFont(name, loadFont(name).bytes).font(name);
    known.add(name);
  }

  const measure: Measure = (piece) => {
    font(piece.font);
    return doc.fontSize(piece.size).widthOfString(piece.text);
  };

  let isRepeating = false;

  /** Draws content of a tag; drawn again, it belongs to the page only. */
  function tagged(tag: Tag, kind: string, draw: () => void): void {
    if (isRepeating) {
      artifact(draw);
      return;
    }
    const content = doc.markStructureContent(kind);
    draw();
    doc.endMarkedContent();
    tag.add(content);
  }

  /** Draws page decoration, which screen readers skip. */
  function artifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    doc.endMarkedContent();
  }

  function repeated(draw: () => void): void {
    isRepeating = true;
    draw();
    isRepeating = false;
  }

  /** Draws a line of text. @param y the line's top; the baseline follows from the text size. */
  function line({ pieces }: Line, x: number, y: number, size: number): void {
    for (const piece of pieces) {
      const left = x + piece.x;
      const baseline = y + size * ASCENT + size * 0.22;
      const rule = (at: number) =>
        doc
          .moveTo(left, at)
          .lineTo(left + piece.width, at)
          .lineWidth(0.5)
          .stroke(piece.colour);
      if (piece.isHighlighted) doc.rect(left, baseline - size * ASCENT, piece.width, size).fill(HIGHLIGHT);
      font(piece.font);
      if (piece.actual !== undefined) doc.markContent('Span', { actual: piece.actual });
      doc
        .fontSize(piece.size)
        .fillColor(piece.colour)
        .text(piece.text, left, baseline - piece.rise, { lineBreak: false, baseline: 'alphabetic' });
      if (piece.actual !== undefined) doc.endMarkedContent();
      if (piece.isUnderlined) rule(baseline + size * 0.12);
      if (piece.isStruck) rule(baseline - size * 0.25);
    }
  }

  function rule(x: number, y: number, width: number, thickness: number, colour: string): void {
    artifact(() => {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .stroke(colour);
    });
  }

  async function bytes(): Promise<Uint8Array> {
    const ended = new Promise((resolve) => doc.once('end', resolve));
    doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  const textWidth = sheet.width - sheet.left - sheet.right;

  return { doc, root, sheet, textWidth, measure, tagged, repeated, artifact, line, rule, bytes };
}
