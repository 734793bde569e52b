/** The starter set in English, by modality. */
import { EN_CT } from './ct.ts';
import { EN_MR } from './mr.ts';
import { EN_RADIOGRAPHS } from './radiographs.ts';
import { EN_US } from './us.ts';

export { EN_MACROS } from './macros.ts';

export const EN_TEMPLATES = EN_CT + EN_MR + EN_US + EN_RADIOGRAPHS;
