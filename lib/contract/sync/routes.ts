/**
 * Routes of travelling copies on other machines: pull groups and push local changes. Sealed rows and files in both
 * directions, for members only; nothing is opened in transit. Source: clinic design, section 9.
 */
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { typedRoutes } from '#contract/route.ts';
import { SyncBootstrapQuerySchema, SyncBootstrapSchema } from './bootstrap.ts';
import * as exchange from './sync-bodies.ts';

const READ: readonly ErrorCode[] = ['permission_denied', 'group_key_unavailable', 'crypto_error'];
const WRITE: readonly ErrorCode[] = [...READ, 'not_found', 'document_deleted'];

const session = { auth: 'session', success: 200 } as const;

export const TRAVEL_ROUTES = typedRoutes({
  frame: {
    ...session,
    method: 'GET',
    path: '/v1/sync/frame',
    operation_id: 'getTravelFrame',
    summary:
      'What a copy of the vault needs beside documents and files: the signed list, the caller’s own wraps and grants',
    query: SyncBootstrapQuerySchema,
    response: SyncBootstrapSchema,
    errors: ['permission_denied'],
  },
  size: {
    ...session,
    method: 'GET',
    path: '/v1/sync/size',
    operation_id: 'getTravelSize',
    passive: true,
    errors: ['permission_denied'],
    summary: 'Count the documents of a group for a copy, and their sealed bytes',
    query: exchange.TravelSizeQuerySchema,
    response: exchange.TravelSizeSchema,
  },
  pull: {
    ...session,
    method: 'POST',
    path: '/v1/sync/pull',
    operation_id: 'pullDocuments',
    errors: READ,
    summary: 'Sealed documents of a group that changed after a place, and what was purged',
    body: exchange.PullBodySchema,
    response: exchange.PulledSchema,
  },
  pullDocuments: {
    ...session,
    method: 'POST',
    path: '/v1/sync/documents',
    operation_id: 'pullDocumentsById',
    errors: READ,
    summary: 'Sealed documents of a group by their ids',
    body: exchange.PullDocumentsBodySchema,
    response: exchange.PulledDocumentsSchema,
  },
  pullVersions: {
    ...session,
    method: 'POST',
    path: '/v1/sync/versions',
    operation_id: 'pullVersions',
    errors: [...READ, 'not_found'],
    summary: 'Sealed versions of a document after a number',
    body: exchange.PullVersionsBodySchema,
    response: exchange.PulledVersionsSchema,
  },
  pullNodes: {
    ...session,
    method: 'POST',
    path: '/v1/sync/nodes/pull',
    operation_id: 'pullNodes',
    errors: READ,
    summary:
      'Sealed rows of a group’s files and folders that changed after a place; the last minute comes twice',
    body: exchange.PullNodesBodySchema,
    response: exchange.PulledNodesSchema,
  },
  sealedBytes: {
    ...session,
    method: 'GET',
    path: '/v1/sync/{sg}/nodes/{node_id}/blobs/{blob}',
    operation_id: 'getSealedBytes',
    errors: [...READ, 'not_found', 'upload_incomplete'],
    summary: 'The sealed bytes of a file, of one of its parts or pictures; one byte range may be asked for',
    params: exchange.SealedBytesParamsSchema,
    has_ranges: true,
  },
  push: {
    ...session,
    method: 'POST',
    path: '/v1/sync/push',
    operation_id: 'pushDocument',
    errors: [...WRITE, 'version_conflict', 'version_pending'],
    summary: 'Bring a sealed document or the versions that were written on a copy; repeatable',
    body: exchange.PushBodySchema,
    response: exchange.PushedSchema,
  },
  pushNode: {
    ...session,
    method: 'POST',
    path: '/v1/sync/nodes/push',
    operation_id: 'pushNode',
    errors: [
      ...WRITE,
      'version_conflict',
      'name_taken',
      'parent_not_a_folder',
      'upload_incomplete',
      'insufficient_credit',
      'request_too_large',
    ],
    summary:
      'Bring a sealed file or folder, or a change of one; of a new file, what of its content is missing; repeatable',
    body: exchange.PushNodeBodySchema,
    response: exchange.PushedNodeSchema,
  },
  bringBytes: {
    ...session,
    method: 'PUT',
    path: '/v1/sync/{sg}/nodes/{node_id}/blobs/{blob}',
    operation_id: 'bringSealedBytes',
    errors: [...WRITE, 'replay', 'malformed_request', 'request_too_large'],
    summary: 'Bring the sealed bytes of a new file, or of one of its parts',
    params: exchange.SealedBytesParamsSchema,
    query: exchange.PushBytesQuerySchema,
    body_kind: 'bytes',
    response: exchange.PushedBytesSchema,
  },
});
