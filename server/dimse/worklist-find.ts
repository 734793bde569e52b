/**
 * C-FIND of the modality worklist: what a request asks for, and its answers, which have the attributes that were asked
 * for and no others. Source: DICOM PS3.4 K.4.1.1, K.6.1.2.
 */
import dimse, { type requests, type responses } from 'dcmjs-dimse';
import { VaultError } from '#contract/vault-error.ts';
import {
  isWorklistAttribute,
  PROCEDURE_ATTRIBUTES,
  STEP_ATTRIBUTES,
  type WorklistAttribute,
  type WorklistItem,
  type WorklistKeys,
} from '#dicom/worklist.ts';

type Elements = Readonly<Record<string, unknown>>;

export interface WorklistQuery {
  readonly keys: WorklistKeys;
  /** Keywords asked for outside and inside of the scheduled step. */
  readonly procedure: readonly string[];
  readonly step: readonly string[] | undefined;
  /** It names attributes with a value that are not matched here: they match everything, and the answer says so. */
  readonly hasIgnored: boolean;
}

const STEPS = 'ScheduledProcedureStepSequence';
const CHARACTER_SET = 'SpecificCharacterSet';
const UTF8 = 'ISO_IR 192';
const PENDING = 0xff00;
const PENDING_WITHOUT_OPTIONAL_KEYS = 0xff01;
const OUT_OF_RESOURCES = 0xa700;
const UNABLE_TO_PROCESS = 0xc001;
const COMMENT_MAX_CHARS = 64;
/** Answered with length zero where they are asked for: the vault knows nothing of them. Type 2 of table K.6-1. */
const EMPTY: ReadonlySet<string> = new Set([
  'ReferringPhysicianName',
  'RequestingPhysician',
  'ScheduledPerformingPhysicianName',
  'ScheduledStationName',
  'ScheduledProcedureStepLocation',
  'AdmissionID',
  'CurrentPatientLocation',
  'PatientState',
  'MedicalAlerts',
  'Allergies',
  'SpecialNeeds',
  'PatientWeight',
  'ConfidentialityConstraintOnPatientDataDescription',
  'RequestedProcedurePriority',
  'PatientTransportArrangements',
  'IssuerOfPatientID',
]);

export function readWorklistQuery(request: requests.CFindRequest): WorklistQuery {
  const elements: Elements = request.getDataset()?.getElements() ?? {};
  const { [STEPS]: steps, [CHARACTER_SET]: _, ...procedure } = elements;
  const [step] = Array.isArray(steps) ? steps : [];
  const stepElements: Elements | undefined = isElements(step) ? step : undefined;
  const given = [...Object.entries(procedure), ...Object.entries(stepElements ?? {})].flatMap(
    ([keyword, value]) => {
      const key = keyText(value);
      return isKeyword(keyword) && key !== '' ? [[keyword, key] as const] : [];
    },
  );
  return {
    keys: Object.fromEntries(given.filter(([keyword]) => isWorklistAttribute(keyword))),
    procedure: Object.keys(procedure).filter(isKeyword),
    step: steps === undefined ? undefined : Object.keys(stepElements ?? STEP_ATTRIBUTES).filter(isKeyword),
    hasIgnored: given.some(([keyword]) => !isWorklistAttribute(keyword)),
  };
}

export function pendingFind(
  request: requests.CFindRequest,
  query: WorklistQuery,
  item: WorklistItem,
): responses.CFindResponse {
  const response = responseTo(request, query.hasIgnored ? PENDING_WITHOUT_OPTIONAL_KEYS : PENDING);
  const isAscii = Object.values(item).every((value) => /^[\x20-\x7e]*$/.test(value));
  const elements = {
    ...(isAscii ? {} : { [CHARACTER_SET]: UTF8 }),
    ...chosen(query.procedure, PROCEDURE_ATTRIBUTES, item),
    ...(query.step === undefined ? {} : { [STEPS]: [chosen(query.step, STEP_ATTRIBUTES, item)] }),
  };
  response.setDataset(new dimse.Dataset(elements, request.getDataset()?.getTransferSyntaxUid()));
  return response;
}

export function succeededFind(request: requests.CFindRequest): responses.CFindResponse {
  return responseTo(request, dimse.constants.Status.Success);
}

/** A peer may try again where the vault was locked or too much fits; anything else is our failure. */
export function failedFind(request: requests.CFindRequest, error: unknown): responses.CFindResponse {
  const isRefusal = error instanceof VaultError;
  const response = responseTo(request, isRefusal ? OUT_OF_RESOURCES : UNABLE_TO_PROCESS);
  response.setErrorComment(
    (isRefusal ? error.message : 'The worklist cannot be read.').slice(0, COMMENT_MAX_CHARS),
  );
  return response;
}

function responseTo(request: requests.CFindRequest, status: number): responses.CFindResponse {
  const response = dimse.responses.CFindResponse.fromRequest(request);
  response.setAffectedSopClassUid(request.getAffectedSopClassUid());
  response.setStatus(status);
  return response;
}

function chosen(
  asked: readonly string[],
  known: Readonly<Partial<Record<WorklistAttribute, string>>>,
  item: WorklistItem,
): Record<string, string> {
  const answered = asked.flatMap((keyword): [string, string][] => {
    if (isWorklistAttribute(keyword) && known[keyword] !== undefined) return [[keyword, item[keyword]]];
    return EMPTY.has(keyword) ? [[keyword, '']] : [];
  });
  return Object.fromEntries(answered);
}

/** The library keeps remarks of its own beside the attributes. */
function isKeyword(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function isElements(value: unknown): value is Elements {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One text, whatever the library made of the value; '' for sequences and what is empty. */
function keyText(value: unknown): string {
  if (Array.isArray(value)) return value.map(keyText).join('\\');
  if (isElements(value)) return 'Alphabetic' in value ? keyText(value['Alphabetic']) : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
