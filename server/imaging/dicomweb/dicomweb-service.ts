/** The vault's DICOMweb service (QIDO-RS, WADO-RS, STOW-RS): connects its routes with drives and filing. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { DicomJson } from '#dicom/json-model.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createKeyedQueue } from '#server/system/queue-per-key.ts';
import { type MetadataPorts, metadataOf } from './instance-metadata.ts';
import type { QueryParameters } from './parse-qido-query.ts';
import { findInstances, findSeries, findStudies, type StudyFinder } from './qido-rs.ts';
import { type StoreAnswer, type StorePorts, type StoreRequest, storeInstances } from './stow-rs.ts';
import {
  type InstanceFile,
  type InstancePath,
  instancesAt,
  type RelatedBody,
  type RetrievePorts,
  relatedBody,
  type StoredInstance,
} from './wado-rs.ts';

/** Metadata requests that may wait behind the running one; viewers request many series at once. */
const METADATA_WAITING_MAX = 256;

export type DicomwebService = ReturnType<typeof createDicomwebService>;

export type DicomwebDeps = StudyFinder & RetrievePorts & StorePorts & Pick<MetadataPorts, 'turns'>;

export function createDicomwebService(deps: DicomwebDeps) {
  const metadataInLine = createKeyedQueue(METADATA_WAITING_MAX);
  return {
    store: (actor: Actor, request: StoreRequest): Promise<StoreAnswer> =>
      storeInstances(deps, actor, request),
    findStudies: (
      actor: Actor,
      group: SecurityGroupId,
      query: QueryParameters,
      url: (uid: string) => string,
    ): Promise<DicomJson[]> => findStudies(deps, actor, group, query, url),
    findSeries: (
      actor: Actor,
      path: InstancePath,
      query: QueryParameters,
      url: (uid: string) => string,
    ): DicomJson[] => findSeries(deps, actor, path.sg, path.study, query, url),
    findInstances: (
      actor: Actor,
      path: InstancePath,
      query: QueryParameters,
      url: (header: DicomHeader) => string,
    ): DicomJson[] => findInstances(deps, actor, path.sg, path, query, url),
    /** The instances of a path. @throws not_found */
    instancesAt: (actor: Actor, path: InstancePath): StoredInstance[] => instancesAt(deps, actor, path),
    metadata: (actor: Actor, path: InstancePath): AsyncGenerator<string> =>
      metadataOf({ ...deps, metadataInLine }, actor, path),
    related: (actor: Actor, path: InstancePath, onActivity: () => void): RelatedBody =>
      relatedBody(deps, actor, path.sg, instancesAt(deps, actor, path), onActivity),
    open: (actor: Actor, group: SecurityGroupId, { row }: StoredInstance): InstanceFile =>
      deps.open(actor, group, row.node_id),
  };
}
