import { v7 as uuidV7 } from 'uuid';
import type { NewId } from '#contract/ids.ts';

/** UUID version 7, of whatever kind is asked for. */
export const generateId: NewId = <Id extends string>() => uuidV7() as Id;
