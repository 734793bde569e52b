/** Draws a letter's first page above its text: the practice's head, the recipient's window, the box and the subject. */

import type { PaperLayout } from '#paper/layout.ts';
import { LETTER_MARGIN, type LetterLayout } from '#paper/letter/lay-out-letter.ts';
import { type Box, type Canvas, PAGE, type Sheet, type Tag } from '#paper/pdf/canvas.ts';
import { drawFigure, factBox, factRow, LABEL, ruleBox, SMALL } from '#paper/pdf/frame-boxes.ts';
import { child, gap, heightOf, textBoxes, together } from '#paper/pdf/line-boxes.ts';
import { breakLines } from '#paper/pdf/line-breaking.ts';
import { isDrawablePng } from '#paper/pdf/png.ts';
import { type TextStyle, textPieces } from '#paper/pdf/styled-text.ts';
import type { Figure } from '#paper/seal-figure.ts';

const MM = 72 / 25.4;
const MARK_SIZE = 39;
/** Box of facts beside the recipient's window: its width and that of its labels, whose longest is «Auftragsnummer». */
const BOX = { width: 65 * MM, label: 84 };
const WINDOW_WIDTH = 80 * MM;
/** Lines of 10.5 points that the window shows; more are set smaller. */
const WINDOW_LINES = 6;
const FOLD_LENGTH = 5 * MM;

const NAME: TextStyle = { face: 'serif', isBold: true, size: 16 };
const CONTACT: TextStyle = { face: 'sans', size: 8.25, colour: '#222222' };
const SUBJECT: TextStyle = { face: 'serif', isBold: true, size: 12.75 };

/** The sheet of a letter. */
export function letterSheet({ place }: LetterLayout): Sheet {
  const size = place.sheet === 'a4' ? PAGE : { width: 612, height: 792 };
  return {
    ...{ width: size.width, height: size.height, bottom: 28, top: PAGE.top },
    left: LETTER_MARGIN.left * MM,
    right: LETTER_MARGIN.right * MM,
  };
}

/** Everything above the text, as one box at the top of the first page. */
export function letterBoxes(
  canvas: Canvas,
  parent: Tag,
  { letter, block }: PaperLayout & { readonly letter: LetterLayout },
  figure: Figure,
): Box[] {
  const { place } = letter;
  const { sheet, textWidth } = canvas;
  const section = child(canvas, parent, 'Sect');
  const head = headBox(canvas, section, letter, figure);
  const recipient = recipientBox(canvas, section, letter);
  const question = letter.question;
  const subjectBox = () =>
    together([
      ...textBoxes(canvas, child(canvas, section, 'H1'), textPieces(letter.subject, SUBJECT), {
        width: textWidth,
        size: SUBJECT.size,
      }),
      ...(question === undefined
        ? []
        : [gap(4), factBox(canvas, child(canvas, section, 'P'), question, textWidth, 96)]),
    ]);
  if (place.window === undefined) {
    return [
      head,
      gap(9),
      ...(letter.recipient.length > 0 ? [recipient, gap(9)] : []),
      ruleBox(canvas, 1.5, '#000000'),
      gap(5),
      ...block.map((facts) => factRow(canvas, section, facts)),
      gap(4),
      ruleBox(canvas, 0.75, '#000000'),
      gap(12),
      subjectBox(),
    ];
  }
  const { window } = place;
  const rows = letter.box.map((facts) =>
    facts.map((fact) => factBox(canvas, child(canvas, section, 'P'), fact, BOX.width, BOX.label)),
  );
  const subject = subjectBox();
  const box = together([
    gap(5),
    ...rows.flatMap((part, at) => (at === 0 ? part : [gap(3), ...part])),
    gap(4),
  ]);
  const boxTop = (window.top + 3) * MM;
  const subjectTop = Math.max(place.subject * MM, boxTop + box.height + 12);
  return [
    {
      height: subjectTop + subject.height - sheet.top,
      draw: (x) => {
        head.draw(x, place.head * MM);
        recipient.draw(window.left * MM, window.top * MM);
        const left = sheet.width - sheet.right - BOX.width;
        canvas.rule(left, boxTop, BOX.width, 1.5, '#000000');
        box.draw(left, boxTop);
        canvas.rule(left, boxTop + box.height, BOX.width, 0.75, '#000000');
        subject.draw(x, subjectTop);
        for (const fold of place.folds)
          canvas.rule(0, fold * MM, fold === 148.5 ? FOLD_LENGTH * 1.4 : FOLD_LENGTH, 0.5, '#999999');
      },
    },
  ];
}

function headBox(canvas: Canvas, section: Tag, { head }: LetterLayout, figure: Figure): Box {
  if (head === undefined) return gap(0);
  const contactWidth = canvas.textWidth * 0.38;
  const nameWidth = canvas.textWidth - contactWidth - MARK_SIZE - 20;
  const lines = (text: string, style: TextStyle, width: number, align: 'left' | 'right' = 'left') =>
    textBoxes(canvas, child(canvas, section, 'P'), textPieces(text, style), {
      ...{ width, align },
      size: style.size,
    });
  const logo = head.logo === null ? undefined : Buffer.from(head.logo, 'base64');
  const picture = logo !== undefined && isDrawablePng(logo) ? logo : undefined;
  const name = together([
    ...lines(head.name, NAME, nameWidth),
    ...(head.detail ? lines(head.detail, LABEL, nameWidth) : []),
  ]);
  const contact = together(head.contact.flatMap((line) => lines(line, CONTACT, contactWidth, 'right')));
  const height = Math.max(name.height, contact.height, MARK_SIZE);
  return {
    height: height + 7,
    draw: (x, y) => {
      const middle = (inner: number) => y + (height - inner) / 2;
      if (picture === undefined) drawFigure(canvas, figure, x, middle(MARK_SIZE), MARK_SIZE);
      else
        canvas.artifact(() => {
          canvas.doc.image(picture, x, middle(MARK_SIZE), { fit: [MARK_SIZE * 1.6, MARK_SIZE] });
        });
      name.draw(x + (picture === undefined ? MARK_SIZE : MARK_SIZE * 1.6) + 10, middle(name.height));
      contact.draw(x + canvas.textWidth - contactWidth, middle(contact.height));
      canvas.rule(x, y + height + 6, canvas.textWidth, 1.1, '#000000');
    },
  };
}

/** Sender line and recipient, set smaller where the window would not show all lines. */
function recipientBox(canvas: Canvas, section: Tag, { sender, recipient, place }: LetterLayout): Box {
  if (recipient.length === 0) return gap(0);
  const width = WINDOW_WIDTH;
  const text = recipient.join('\n');
  const broken = breakLines(textPieces(text, { face: 'sans', size: 10.5 }), width, canvas.measure);
  const size = broken.length <= WINDOW_LINES ? 10.5 : 8;
  const small: TextStyle = { ...SMALL, size: 6.75 };
  const sent =
    sender === ''
      ? []
      : textBoxes(canvas, child(canvas, section, 'P'), textPieces(sender, small), {
          width,
          size: small.size,
        });
  const lines = textBoxes(canvas, child(canvas, section, 'P'), textPieces(text, { face: 'sans', size }), {
    width,
    size,
  });
  // DIN 5008: the address zone begins 17.7 mm below the field's upper edge.
  const zone = place.window === undefined ? heightOf(sent) + 3 : 17.7 * MM;
  return {
    height: zone + heightOf(lines),
    draw: (x, y) => {
      together(sent).draw(x, y + zone - heightOf(sent) - 3);
      together(lines).draw(x, y + zone);
    },
  };
}
