/**
 * DICOMweb routes: store, query and retrieve, as other viewers and archives use them. Responses are DICOM JSON or
 * DICOM, without a schema here. Source: choices, "DICOM"; DICOM PS3.18 10.
 */

import { Type } from 'typebox';
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { SecurityGroupIdSchema } from '#contract/ids.ts';
import { typedRoutes } from '#contract/route.ts';

const Uid = Type.String({ pattern: '^[0-9][0-9.]{0,63}$', description: 'a DICOM UID' });
const sg = { sg: SecurityGroupIdSchema };
const studyParams = Type.Object({ ...sg, study: Uid });
const seriesParams = Type.Object({ ...sg, study: Uid, series: Uid });
const instanceParams = Type.Object({ ...sg, study: Uid, series: Uid, instance: Uid });
/** Attributes by keyword or tag, `limit`, `offset`, `includefield`, `fuzzymatching`. */
const Query = Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
});

const studies = '/v1/dicomweb/{sg}/studies';
const study = `${studies}/{study}`;
const series = `${study}/series/{series}`;
const instance = `${series}/instances/{instance}`;
const READ: readonly ErrorCode[] = [
  'not_found',
  'permission_denied',
  'group_key_unavailable',
  'upload_incomplete',
  'crypto_error',
];
const STORE: readonly ErrorCode[] = [
  ...READ,
  'malformed_request',
  'request_too_large',
  'insufficient_credit',
];
const get = { auth: 'session', success: 200, method: 'GET', errors: READ } as const;
const json = { ...get, media_type: 'application/dicom+json' } as const;
const dicom = { ...get, media_type: 'multipart/related' } as const;
const stored = { body_kind: 'bytes', body_media_type: 'multipart/related', errors: STORE } as const;

export const DICOMWEB_ROUTES = typedRoutes({
  storeInstances: {
    ...json,
    method: 'POST',
    path: studies,
    operation_id: 'storeInstances',
    summary: 'STOW-RS: store instances; each is filed as one that came by C-STORE',
    params: Type.Object(sg),
    ...stored,
  },
  storeStudyInstances: {
    ...json,
    method: 'POST',
    path: study,
    operation_id: 'storeStudyInstances',
    summary: 'STOW-RS: store instances of one study',
    params: studyParams,
    ...stored,
  },
  queryStudies: {
    ...json,
    path: studies,
    operation_id: 'queryStudies',
    summary: 'QIDO-RS: find studies',
    params: Type.Object(sg),
    query: Query,
  },
  querySeries: {
    ...json,
    path: `${study}/series`,
    operation_id: 'querySeries',
    summary: 'QIDO-RS: the series of a study',
    params: studyParams,
    query: Query,
  },
  queryStudyInstances: {
    ...json,
    path: `${study}/instances`,
    operation_id: 'queryStudyInstances',
    summary: 'QIDO-RS: the instances of a study',
    params: studyParams,
    query: Query,
  },
  querySeriesInstances: {
    ...json,
    path: `${series}/instances`,
    operation_id: 'querySeriesInstances',
    summary: 'QIDO-RS: the instances of a series',
    params: seriesParams,
    query: Query,
  },
  getStudyMetadata: {
    ...json,
    path: `${study}/metadata`,
    operation_id: 'getStudyMetadata',
    summary: 'WADO-RS: all attributes of the instances of a study, without their bulk data',
    params: studyParams,
  },
  getSeriesMetadata: {
    ...json,
    path: `${series}/metadata`,
    operation_id: 'getSeriesMetadata',
    summary: 'WADO-RS: all attributes of the instances of a series, without their bulk data',
    params: seriesParams,
  },
  getInstanceMetadata: {
    ...json,
    path: `${instance}/metadata`,
    operation_id: 'getInstanceMetadata',
    summary: 'WADO-RS: all attributes of an instance, without its bulk data',
    params: instanceParams,
  },
  getStudy: {
    ...dicom,
    path: study,
    operation_id: 'getStudy',
    summary: 'WADO-RS: the instances of a study, byte by byte',
    params: studyParams,
  },
  getSeries: {
    ...dicom,
    path: series,
    operation_id: 'getSeries',
    summary: 'WADO-RS: the instances of a series, byte by byte',
    params: seriesParams,
  },
  getInstance: {
    ...dicom,
    path: instance,
    operation_id: 'getInstance',
    summary: 'WADO-RS: one instance, byte by byte',
    params: instanceParams,
  },
  getInstanceThumbnail: {
    ...get,
    media_type: 'image/webp',
    path: `${instance}/thumbnail`,
    operation_id: 'getInstanceThumbnail',
    summary: 'WADO-RS: a small picture of an instance',
    params: instanceParams,
  },
  getInstanceRendered: {
    ...get,
    media_type: 'image/webp',
    path: `${instance}/rendered`,
    operation_id: 'getInstanceRendered',
    summary: 'WADO-RS: a picture of an instance under its own window',
    params: instanceParams,
  },
});
