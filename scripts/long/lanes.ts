import { CLEARED } from '#scripts/cleared/cleared.ts';
import { CLINIC } from '#scripts/clinic-failures/clinic-failures.ts';
import { FAIRNESS } from '#scripts/fairness/fairness.ts';
import { FAULT_LANE } from '#scripts/faults/faults.ts';
import { FUZZ } from '#scripts/fuzz/fuzz.ts';
import { LAPTOPS } from '#scripts/laptops/laptops.ts';
import { CONTENTION } from '#scripts/load/contention.ts';
import { LOAD } from '#scripts/load/load.ts';
import { MANY } from '#scripts/many/many.ts';
import { MODEL } from '#scripts/model/model.ts';
import { MUTATION } from '#scripts/mutation/mutation.ts';
import { PARSERS } from '#scripts/parsers/parsers.ts';
import { PATRONI } from '#scripts/patroni/patroni.ts';
import { PIXELS_LANE } from '#scripts/pixels/pixels.ts';
import { POWER } from '#scripts/power/power.ts';
import { RECEIVE } from '#scripts/receive/receive.ts';
import { RECORDS } from '#scripts/records/records.ts';
import { SEEDED } from '#scripts/seeded/seeded-errors.ts';
import { TAMPER } from '#scripts/tamper/tamper.ts';
import { TORTURE } from '#scripts/torture/torture.ts';
import { TRAVEL } from '#scripts/travel/travel.ts';
import { WINDOWS } from '#scripts/windows/windows.ts';
import type { Lane } from './lane.ts';

/** In the order of what they cost. */
export const LANES: readonly Lane[] = [
  SEEDED,
  POWER,
  RECORDS,
  PARSERS,
  FAULT_LANE,
  TAMPER,
  RECEIVE,
  PIXELS_LANE,
  CLEARED,
  TRAVEL,
  LAPTOPS,
  WINDOWS,
  MANY,
  CONTENTION,
  FAIRNESS,
  MODEL,
  LOAD,
  FUZZ,
  MUTATION,
  CLINIC,
  PATRONI,
  TORTURE,
];
