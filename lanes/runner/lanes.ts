import { CLINIC } from '#lanes/cluster-failures/clinic-failures.ts';
import { DEIDENTIFIED } from '#lanes/deidentified/deidentified.ts';
import { FAIRNESS } from '#lanes/fairness/fairness.ts';
import { FAULT_LANE } from '#lanes/faults/faults.ts';
import { FUZZ } from '#lanes/fuzz/fuzz.ts';
import { CONTENTION } from '#lanes/load/contention.ts';
import { LOAD } from '#lanes/load/load.ts';
import { LOG_GROWTH } from '#lanes/log-growth/log-growth.ts';
import { MANY } from '#lanes/memory-growth/memory-growth.ts';
import { MODEL } from '#lanes/model/model.ts';
import { MUTATION } from '#lanes/mutation/mutation.ts';
import { TRAVEL } from '#lanes/offline-sync/offline-sync.ts';
import { PARSERS } from '#lanes/parsers/parsers.ts';
import { PATRONI } from '#lanes/patroni/patroni.ts';
import { PIXELS_LANE } from '#lanes/pixels/pixels.ts';
import { POWER } from '#lanes/power/power-cut-order.ts';
import { RECEIVE } from '#lanes/receive/receive-while-locked.ts';
import { RECORDS } from '#lanes/records/records.ts';
import { SEEDED } from '#lanes/seeded/seeded-errors.ts';
import { TAMPER } from '#lanes/tampering/tamper.ts';
import { TORTURE } from '#lanes/torture/torture.ts';
import { LAPTOPS } from '#lanes/travelling-copies/laptops.ts';
import { WINDOWS } from '#lanes/windows/many-windows.ts';
import type { Lane } from './lane.ts';

/** All lanes, cheapest first. */
export const LANES: readonly Lane[] = [
  SEEDED,
  POWER,
  RECORDS,
  PARSERS,
  FAULT_LANE,
  TAMPER,
  RECEIVE,
  PIXELS_LANE,
  DEIDENTIFIED,
  TRAVEL,
  LAPTOPS,
  WINDOWS,
  LOG_GROWTH,
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
