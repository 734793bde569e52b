/**
 * Reads what a modality asks the worklist for from the bytes it sent, by the same reader as files: character sets,
 * code extensions and their odd spellings are those of the intake. Source: DICOM PS3.4 C.2.2, K.4.1.1.
 */
import { DICOM_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import type { DicomDataset } from '#dicom/dataset.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { isPrivate } from '#dicom/parse/dictionary.ts';
import { part10Head } from '#dicom/part10.ts';
import type { WorklistAttribute, WorklistKeys } from '#dicom/worklist.ts';
import { answeredKeyword, CHARACTER_SET_TAG, matchedAttribute, STEPS_TAG } from './worklist-tags.ts';

export interface WorklistQuery {
  readonly keys: WorklistKeys;
  /** Keywords asked for outside and inside of the scheduled step; all of the step where it is asked for as a whole. */
  readonly procedure: readonly string[];
  readonly step: readonly string[] | 'all' | undefined;
  /** It names attributes with a value that are not matched here: they match everything, and the answer says so. */
  readonly hasIgnored: boolean;
}

/** A query that cannot be read whole: a part of it would match more than was asked for. */
export class UnreadableQueryError extends Error {
  override readonly name = 'UnreadableQueryError';
}

/** @param identifier undefined where the request has none. @throws UnreadableQueryError */
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
    throw new UnreadableQueryError('The query is no data set.', { cause: error });
  }
}

const tagsOf = ({ parsed }: DicomDataset) => Object.keys(parsed.elements);

function keywordsOf(dataset: DicomDataset): string[] {
  return tagsOf(dataset).flatMap((tag) => answeredKeyword(tag) ?? []);
}

/** Tag and text of each attribute with a value; sequences other than the step's are no keys here. */
function filledKeys(dataset: DicomDataset): [string, string][] {
  return tagsOf(dataset).flatMap((tag): [string, string][] => {
    if (isOfTheMessage(tag) || dataset.vr(tag) === 'SQ') return [];
    const key = dataset.vr(tag) === 'PN' ? nameKey(dataset.text(tag)) : dataset.text(tag);
    return key === undefined || key === '' ? [] : [[tag, key]];
  });
}

/** Meta elements, lengths of groups, the character set and what is private say nothing of an exam. */
function isOfTheMessage(tag: string): boolean {
  return (
    tag.startsWith('x0002') || tag.endsWith('0000') || tag === CHARACTER_SET_TAG || isPrivate(tag.slice(1))
  );
}

/** The name in letters; where there is none, the one in signs or sounds. Source: PS3.5 6.2.1. */
function nameKey(name: string | undefined): string | undefined {
  return name
    ?.split('=')
    .map((group) => group.trim())
    .find((group) => group !== '');
}
