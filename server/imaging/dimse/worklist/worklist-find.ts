/**
 * Builds C-FIND responses of the modality worklist with exactly the requested attributes. Source: DICOM PS3.4 K.4.1.1,
 * K.6.1.2.
 */
import dimse, { type requests, type responses } from 'dcmjs-dimse';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  isWorklistAttribute,
  PROCEDURE_ATTRIBUTES,
  STEP_ATTRIBUTES,
  type WorklistAttribute,
  type WorklistItem,
} from '#dicom/worklist-attributes.ts';
import { UnreadableQueryError, type WorklistQuery } from './worklist-query.ts';
import { isAnsweredEmpty } from './worklist-tags.ts';

const STEPS = 'ScheduledProcedureStepSequence';
const CHARACTER_SET = 'SpecificCharacterSet';
const UTF8 = 'ISO_IR 192';
const PENDING = 0xff00;
const PENDING_WITHOUT_OPTIONAL_KEYS = 0xff01;
const OUT_OF_RESOURCES = 0xa700;
const UNABLE_TO_PROCESS = 0xc001;
const COMMENT_MAX_CHARS = 64;
export function pendingFindResponse(
  request: requests.CFindRequest,
  query: WorklistQuery,
  item: WorklistItem,
): responses.CFindResponse {
  const response = responseTo(request, query.hasIgnored ? PENDING_WITHOUT_OPTIONAL_KEYS : PENDING);
  const isAscii = Object.values(item).every((value) => /^[\x20-\x7e]*$/.test(value));
  const elements = {
    ...(isAscii ? {} : { [CHARACTER_SET]: UTF8 }),
    ...chosen(query.procedure, PROCEDURE_ATTRIBUTES, item),
    ...(query.step === undefined
      ? {}
      : { [STEPS]: [chosen(stepKeywords(query.step), STEP_ATTRIBUTES, item)] }),
  };
  response.setDataset(new dimse.Dataset(elements, request.getDataset()?.getTransferSyntaxUid()));
  return response;
}

export function successFindResponse(request: requests.CFindRequest): responses.CFindResponse {
  return responseTo(request, dimse.constants.Status.Success);
}

/** Tells the peer to try again where the vault was locked or too much matched; other errors are this side's failure. */
export function failedFindResponse(request: requests.CFindRequest, error: unknown): responses.CFindResponse {
  const isRefusal = error instanceof VaultError;
  const response = responseTo(request, isRefusal ? OUT_OF_RESOURCES : UNABLE_TO_PROCESS);
  response.setErrorComment(commentOf(error).slice(0, COMMENT_MAX_CHARS));
  return response;
}

function commentOf(error: unknown): string {
  if (error instanceof VaultError) return error.message;
  return error instanceof UnreadableQueryError
    ? 'The query cannot be read as a data set. Check its sender.'
    : 'The worklist cannot be read.';
}

function stepKeywords(step: readonly string[] | 'all'): readonly string[] {
  return step === 'all' ? Object.keys(STEP_ATTRIBUTES) : step;
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
    return isAnsweredEmpty(keyword) ? [[keyword, '']] : [];
  });
  return Object.fromEntries(answered);
}
