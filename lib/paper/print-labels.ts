/** Texts of a printed report by language, shared by the interface's print and the PDF. */
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import { de } from './labels/de.ts';
import { en } from './labels/en.ts';
import { es } from './labels/es.ts';
import { fr } from './labels/fr.ts';
import type { PrintLabels } from './labels/label-texts.ts';
import { pt } from './labels/pt.ts';

export const PRINT_LABELS: Readonly<Record<PaperLanguage, PrintLabels>> = { en, de, es, fr, pt };
