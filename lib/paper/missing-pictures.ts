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

const es: Sentences = {
  gone: 'Imagen no mostrada: no está entre los archivos de este estudio.',
  waiting: 'Imagen no mostrada: su archivo aún no se había leído.',
  too_many: 'Imagen no mostrada: el informe tiene demasiadas.',
  unsupported_syntax: 'Imagen no mostrada: su forma de almacenar imágenes no se admite.',
  damaged: 'Imagen no mostrada: su archivo está dañado.',
  content_missing: 'Imagen no mostrada: el contenido de su archivo falta en la bóveda.',
  too_large: 'Imagen no mostrada: es demasiado grande.',
  timed_out: 'Imagen no mostrada: decodificarla tardó demasiado.',
  no_picture: 'Imagen no mostrada: su archivo no contiene ninguna.',
};

const fr: Sentences = {
  gone: 'Image non affichée : elle n’est pas parmi les fichiers de cet examen.',
  waiting: 'Image non affichée : son fichier n’avait pas encore été lu.',
  too_many: 'Image non affichée : le compte rendu en a trop.',
  unsupported_syntax: 'Image non affichée : son mode de stockage n’est pas pris en charge.',
  damaged: 'Image non affichée : son fichier est endommagé.',
  content_missing: 'Image non affichée : le contenu de son fichier manque dans le coffre.',
  too_large: 'Image non affichée : elle est trop grande.',
  timed_out: 'Image non affichée : son décodage a duré trop longtemps.',
  no_picture: 'Image non affichée : son fichier n’en contient pas.',
};

const pt: Sentences = {
  gone: 'Imagem não mostrada: não está entre os arquivos deste exame.',
  waiting: 'Imagem não mostrada: o arquivo ainda não tinha sido lido.',
  too_many: 'Imagem não mostrada: o laudo tem imagens demais.',
  unsupported_syntax: 'Imagem não mostrada: esta forma de armazenar imagens não é aceita.',
  damaged: 'Imagem não mostrada: o arquivo está danificado.',
  content_missing: 'Imagem não mostrada: o conteúdo do arquivo falta no cofre.',
  too_large: 'Imagem não mostrada: é grande demais.',
  timed_out: 'Imagem não mostrada: decodificá-la demorou demais.',
  no_picture: 'Imagem não mostrada: o arquivo não contém nenhuma.',
};

export const MISSING_PICTURES: Readonly<Record<PaperLanguage, Sentences>> = { en, de, es, fr, pt };
