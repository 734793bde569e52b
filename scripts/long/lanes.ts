import { FAULT_LANE } from '#scripts/faults/faults.ts';
import { MUTATION } from '#scripts/mutation/mutation.ts';
import { POWER } from '#scripts/power/power.ts';
import { TAMPER } from '#scripts/tamper/tamper.ts';
import { TORTURE } from '#scripts/torture/torture.ts';
import type { Lane } from './lane.ts';

/** In the order of what they cost. */
export const LANES: readonly Lane[] = [POWER, FAULT_LANE, TAMPER, MUTATION, TORTURE];
