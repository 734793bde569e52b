/** Lists at least one request for every route, each on data of its own. */
import { ROUTES } from '#contract/routes.ts';
import { DOCUMENT_WRITES } from './operations/documents.ts';
import { DRIVE_WRITES } from './operations/drives.ts';
import type { Operation } from './operations/operation.ts';
import { PEOPLE_WRITES } from './operations/people.ts';
import { readingsBut } from './operations/read-requests.ts';
import { SERVICE_WRITES } from './operations/service-requests.ts';

/** Routes without a request here, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  bringSealedBytes: 'takes what a travelling copy has sealed; killed in the middle by the lane laptops',
  checkSpelling: 'reads dictionaries alone, at their first use',
  erasePatient:
    'several transactions; each removes as purgePatient, purgeExam and purgeNode do, which are asked',
  exchangeTravellingCopy: 'answered by travelling copies alone',
  getTravellingCopy: 'answered by travelling copies alone',
  handOverExam: 'needs the page built for hand-overs; reads what exports read',
  pinExam: 'answered by travelling copies alone',
  pushDocument: 'takes what a travelling copy has sealed; killed in the middle by the lane laptops',
  pushNode: 'takes what a travelling copy has sealed; killed in the middle by the lane laptops',
  putClinicAddresses: 'answered by travelling copies alone',
  settleNodeName: 'answered by travelling copies alone',
  streamEvents: 'does not end',
  suggestSpelling: 'reads dictionaries alone, at their first use',
  takeGroupAlong: 'answered by travelling copies alone',
};

export const OPERATIONS: readonly Operation[] = [
  ...DOCUMENT_WRITES,
  ...DRIVE_WRITES,
  ...PEOPLE_WRITES,
  ...SERVICE_WRITES,
  ...readingsBut(new Set(Object.keys(LEFT_OUT))),
];

/** Returns routes of the contract that have neither a request nor a reason. */
export function routesWithoutOperation(): string[] {
  const asked = new Set(OPERATIONS.map(({ operation_id }) => operation_id));
  return ROUTES.map(({ operation_id }) => operation_id).filter(
    (id) => !asked.has(id) && LEFT_OUT[id] === undefined,
  );
}
