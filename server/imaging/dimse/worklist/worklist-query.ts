/**
 * Parses a modality's worklist query from its bytes, with the same reader as files, for the same character sets and
 * deviations. Source: DICOM PS3.4 C.2.2, K.4.1.1.
 */
import { DICOM_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { isPrivate } from '#dicom/parse/dictionary.ts';
import { part10Head } from '#dicom/part10-header.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { WorklistAttribute, WorklistKeys } from '#dicom/worklist-attributes.ts';
import { answeredKeyword, CHARACTER_SET_TAG, matchedAttribute, STEPS_TAG } from './worklist-tags.ts';

export interface WorklistQuery {
  readonly keys: WorklistKeys;
  /** Requested keywords outside and inside the scheduled procedure step; 'all' where the whole step is requested. */
  readonly procedure: readonly string[];
  readonly step: readonly string[] | 'all' | undefined;
  /**
   * True when the query has a value for an attribute that is not matched; it matches everything, and the response says
   * so.
   */
  readonly hasIgnored: boolean;
}

/** A partially readable query, refused because a part of it would match more than requested. */
export class UnreadableQueryError extends Error {
  override readonly name = 'UnreadableQueryError';
}

/** Parses a query. @param identifier undefined where the request has none. @throws UnreadableQueryError */
export function readWorklistQuery(
  identifier: Uint8Array | undefined,
  transferSyntaxUid: string,
): WorklistQuery {
  if (identifier === undefined || identifier.length === 0) {
    return { keys: {}, procedure: [], step: undefined, hasIgnored: false };
  }
  const dataset = openIdentifier(identifier, transferSyntaxUid);
  const [step] = dataset.items(STEPS_TAG);
  const given = [dataset, ...(step === undefined ? [] : [step])].flatMap(filledKeys);
  const matched = given.flatMap(([tag, key]): [WorklistAttribute, string][] => {
    const attribute = matchedAttribute(tag);
    return attribute === undefined ? [] : [[attribute, key]];
  });
  return {
    keys: Object.fromEntries(matched),
    procedure: keywordsOf(dataset),
    step:
      dataset.element(STEPS_TAG) === undefined ? undefined : step === undefined ? 'all' : keywordsOf(step),
    hasIgnored: matched.length < given.length,
  };
}

function openIdentifier(identifier: Uint8Array, transfer_syntax_uid: string): DicomDataset {
  const head = part10Head({ sop_class_uid: '', instance_uid: '', transfer_syntax_uid, source_ae: '' });
  const bytes = new Uint8Array(head.length + identifier.length);
  bytes.set(head);
  bytes.set(identifier, head.length);
  const dataset = openWhole(bytes);
  if (!dataset.isWhole || dataset.isOverBudget) throw new UnreadableQueryError();
  return dataset;
}

function openWhole(bytes: Uint8Array): DicomDataset {
  try {
    return openDataset(bytes, undefined, DICOM_REQUEST_MAX_BYTES);
  } catch (error) {
    throw new UnreadableQueryError('The query is not a DICOM data set.', { cause: error });
  }
}

const tagsOf = ({ parsed }: DicomDataset) => Object.keys(parsed.elements);

function keywordsOf(dataset: DicomDataset): string[] {
  return tagsOf(dataset).flatMap((tag) => answeredKeyword(tag) ?? []);
}

/** Tag and text of each attribute with a value; sequences other than the step's are ignored. */
function filledKeys(dataset: DicomDataset): [string, string][] {
  return tagsOf(dataset).flatMap((tag): [string, string][] => {
    if (isOfTheMessage(tag) || dataset.vr(tag) === 'SQ') return [];
    const key = dataset.vr(tag) === 'PN' ? nameKey(dataset.text(tag)) : dataset.text(tag);
    return key === undefined || key === '' ? [] : [[tag, key]];
  });
}

/**
 * True for elements that describe the message, not an exam: meta elements, group lengths, character set, private ones.
 */
function isOfTheMessage(tag: string): boolean {
  return (
    tag.startsWith('x0002') || tag.endsWith('0000') || tag === CHARACTER_SET_TAG || isPrivate(tag.slice(1))
  );
}

/** The alphabetic name; where it is missing, the ideographic or phonetic one. Source: PS3.5 6.2.1. */
function nameKey(name: string | undefined): string | undefined {
  return name
    ?.split('=')
    .map((group) => group.trim())
    .find((group) => group !== '');
}
