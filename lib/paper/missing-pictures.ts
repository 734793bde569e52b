/** Reasons why a figure is printed without its picture, as text for the page. */

import type { ProcessingOutcome } from '#contract/drives/node.ts';
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';

export type MissingPicture = ProcessingOutcome | 'gone' | 'waiting' | 'too_many';

type Sentences = Readonly<Record<MissingPicture, string>>;

const en: Sentences = {
  gone: 'Picture not shown: it is not among the files of this exam.',
  waiting: 'Picture not shown: its file had not been read yet.',
  too_many: 'Picture not shown: the report has too many.',
  unsupported_syntax: 'Picture not shown: its way of storing pictures is not supported.',
  damaged: 'Picture not shown: its file is damaged.',
  content_missing: 'Picture not shown: the content of its file is missing from the vault.',
  too_large: 'Picture not shown: it is too large.',
  timed_out: 'Picture not shown: decoding it took too long.',
  no_picture: 'Picture not shown: there is none in its file.',
};

const de: Sentences = {
  gone: 'Bild nicht gezeigt: Es ist nicht unter den Dateien dieser Untersuchung.',
  waiting: 'Bild nicht gezeigt: Seine Datei war noch nicht gelesen.',
  too_many: 'Bild nicht gezeigt: Der Befund hat zu viele.',
  unsupported_syntax: 'Bild nicht gezeigt: Diese Art, Bilder zu speichern, wird nicht unterstützt.',
  damaged: 'Bild nicht gezeigt: Seine Datei ist beschädigt.',
  content_missing: 'Bild nicht gezeigt: Der Inhalt seiner Datei fehlt im Tresor.',
  too_large: 'Bild nicht gezeigt: Es ist zu groß.',
  timed_out: 'Bild nicht gezeigt: Das Dekodieren dauerte zu lange.',
  no_picture: 'Bild nicht gezeigt: In seiner Datei ist keines.',
};

export const MISSING_PICTURES: Readonly<Record<PaperLanguage, Sentences>> = { en, de };
