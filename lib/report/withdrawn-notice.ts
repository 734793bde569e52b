/** Text that marks a withdrawn report where its text appears alone, such as in a message. */
import type { ReaderLanguage } from './reader-html.ts';

const WORDS: Readonly<Record<ReaderLanguage, string>> = {
  en: 'Withdrawn: entered in error. Nothing in this report is valid.',
  de: 'Zurückgezogen: irrtümlich erfasst. Nichts in diesem Bericht gilt.',
  es: 'Retirado: anotado por error. Nada de este informe es válido.',
  fr: 'Retiré : saisi par erreur. Rien dans ce compte rendu n’est valable.',
  pt: 'Retirado: lançado por engano. Nada neste laudo é válido.',
};

/** The notice in the reader's language. @param reason if one was given. */
export function withdrawnLine(language: ReaderLanguage, reason: string | undefined): string {
  return [WORDS[language], reason].filter(Boolean).join(' ');
}
