/** Implements QIDO-RS: finds studies, series and instances of a group, in the DICOM JSON Model. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { DicomJson } from '#dicom/json-model.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { parseQuery, type QueryParameters } from './parse-qido-query.ts';
import { attribute, headerJson } from './qido-result.ts';

export interface StudyEntry {
  readonly header: DicomHeader;
  readonly series: readonly { readonly modality: string | null }[];
  readonly instances: number;
}

/** Access to the drives that a query needs. */
export interface StudyFinder {
  /** Studies of the group, newest first file first; yields undefined for an unreadable one. */
  readonly studies: (actor: Actor, group: SecurityGroupId) => Iterable<StudyEntry | undefined>;
  readonly filesOfStudy: (
    actor: Actor,
    group: SecurityGroupId,
    uid: string,
  ) => readonly { readonly header: DicomHeader }[];
}

/** Headers opened before other requests get a turn. */
const OPENED_AT_A_TIME = 25;

export async function findStudies(
  finder: StudyFinder,
  actor: Actor,
  group: SecurityGroupId,
  parameters: QueryParameters,
  url: (uid: string) => string,
): Promise<DicomJson[]> {
  const { limit, offset, modalities, study_uid, matches } = parseQuery('study', parameters);
  const found: DicomJson[] = [];
  let skipped = 0;
  let opened = 0;
  for (const study of study_uid === undefined
    ? finder.studies(actor, group)
    : one(finder, actor, group, study_uid)) {
    opened += 1;
    if (opened % OPENED_AT_A_TIME === 0) await new Promise(setImmediate);
    if (study === undefined || !matches(study.header)) continue;
    const present = [...new Set(study.series.flatMap(({ modality }) => modality ?? []))].sort();
    if (modalities.length > 0 && !modalities.some((each) => present.includes(each))) continue;
    if (skipped < offset) {
      skipped += 1;
      continue;
    }
    if (found.length >= limit) break;
    found.push(
      headerJson('study', study.header, {
        '00080061': { vr: 'CS', ...(present.length === 0 ? {} : { Value: present }) },
        '00081190': attribute('UR', url(study.header.study_uid ?? '')),
        '00080056': attribute('CS', 'ONLINE'),
        '00201206': attribute('IS', study.series.length),
        '00201208': attribute('IS', study.instances),
      }),
    );
  }
  return found;
}

function one(finder: StudyFinder, actor: Actor, group: SecurityGroupId, uid: string): StudyEntry[] {
  const files = finder.filesOfStudy(actor, group, uid);
  const [first] = files;
  if (first === undefined) return [];
  const series = [...firstOfEach(files).values()].map(({ header }) => header);
  return [{ header: first.header, series, instances: files.length }];
}

function firstOfEach<File extends { readonly header: DicomHeader }>(
  files: readonly File[],
): Map<string, File> {
  const first = new Map<string, File>();
  for (const file of files) {
    const uid = file.header.series_uid ?? '';
    if (!first.has(uid)) first.set(uid, file);
  }
  return first;
}

export function findSeries(
  finder: StudyFinder,
  actor: Actor,
  group: SecurityGroupId,
  study: string,
  parameters: QueryParameters,
  url: (uid: string) => string,
): DicomJson[] {
  const { limit, offset, matches } = parseQuery('series', parameters);
  const files = finder.filesOfStudy(actor, group, study);
  return [...firstOfEach(files).values()]
    .filter(({ header }) => matches(header))
    .slice(offset, offset + limit)
    .map(({ header }) =>
      headerJson('series', header, {
        '00081190': attribute('UR', url(header.series_uid ?? '')),
        '00201209': attribute(
          'IS',
          files.filter((file) => file.header.series_uid === header.series_uid).length,
        ),
      }),
    );
}

export function findInstances(
  finder: StudyFinder,
  actor: Actor,
  group: SecurityGroupId,
  { study, series }: { readonly study: string; readonly series?: string | undefined },
  parameters: QueryParameters,
  url: (header: DicomHeader) => string,
): DicomJson[] {
  const { limit, offset, matches } = parseQuery('instance', parameters);
  return finder
    .filesOfStudy(actor, group, study)
    .filter(({ header }) => (series === undefined || header.series_uid === series) && matches(header))
    .slice(offset, offset + limit)
    .map(({ header }) => headerJson('instance', header, { '00081190': attribute('UR', url(header)) }));
}
