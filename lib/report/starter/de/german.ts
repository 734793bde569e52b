/** The starter set in German, by modality. */
import { DE_CT } from './ct.ts';
import { DE_MR } from './mr.ts';
import { DE_RADIOGRAPHS } from './radiographs.ts';
import { DE_US } from './us.ts';

export { DE_MACROS } from './macros.ts';

export const DE_TEMPLATES = DE_CT + DE_MR + DE_US + DE_RADIOGRAPHS;
