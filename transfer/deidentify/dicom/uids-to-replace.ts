/**
 * Finds UIDs to replace: all except those of the standard and those that name classes, in any attribute.
 * Source: DICOM PS3.15 E.3.9, PS3.6 A.
 */
import type { DataSet } from 'dicom-parser';
import { textValues } from './text-values.ts';
import { representationOf } from './write/representation.ts';
import { valueBytes } from './write/value-bytes.ts';

const STANDARD_UID = /^1\.2\.840\.10008(?:\.\d+)+$/;
const UID = /^[0-2](?:\.\d+)+$/;
/** Attributes with classes, encodings or codes, which are the same in every such file. */
const CLASS_TAGS = new Set(
  `00041510 00041512 0008001a 0008001b 00080016 00080062 0008010c 00080117 00080118 00081150 0008115a 00083002
   04000010`.split(/\s+/),
);

/** True when a value of this tag stays. @param replaced UIDs that other tags replace */
export function isKeptUid(tag: string, uid: string, replaced: { has(uid: string): boolean }): boolean {
  return uid === '' || STANDARD_UID.test(uid) || (CLASS_TAGS.has(tag) && UID.test(uid) && !replaced.has(uid));
}

/** Yields every UID to replace, at any depth. */
export function* uidsToReplace(data: DataSet): Generator<string> {
  for (const item of Object.values(data.elements)) {
    for (const { dataSet } of item.items ?? []) if (dataSet !== undefined) yield* uidsToReplace(dataSet);
    const tag = item.tag.slice(1).toLowerCase();
    if (item.items !== undefined || tag.startsWith('0002') || representationOf(item, tag) !== 'UI') continue;
    const text = new TextDecoder('iso-8859-1').decode(valueBytes(data, item));
    for (const uid of textValues(text)) if (!isKeptUid(tag, uid, NONE)) yield uid;
  }
}

const NONE = { has: () => false };
