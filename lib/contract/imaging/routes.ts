/** The routes of receiving and filing. Source: choices, "DICOM". */
import { typedRoutes } from '#contract/route.ts';
import { InboxSchema } from './inbox-counts.ts';
import { ReceiverSettingsBodySchema, ReceiverStateSchema } from './receiver-settings.ts';
import { UnmatchedStudiesQuerySchema, UnmatchedStudiesSchema } from './unmatched-studies.ts';

export const IMAGING_ROUTES = typedRoutes({
  getInbox: {
    auth: 'certificate',
    success: 200,
    method: 'GET',
    path: '/v1/inbox',
    operation_id: 'getInbox',
    summary: 'Count received objects that wait for an unlock',
    response: InboxSchema,
  },
  getReceiver: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/receiver',
    operation_id: 'getReceiver',
    errors: ['permission_denied'],
    summary: 'How DICOM is received, and how it goes (administrators)',
    response: ReceiverStateSchema,
  },
  patchReceiver: {
    auth: 'session',
    success: 200,
    method: 'PATCH',
    path: '/v1/receiver',
    operation_id: 'patchReceiver',
    errors: ['permission_denied'],
    summary: 'Choose how DICOM is received; it holds at once (administrators)',
    body: ReceiverSettingsBodySchema,
    response: ReceiverStateSchema,
  },
  listToMatch: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/to-match',
    operation_id: 'listStudiesToMatch',
    errors: ['not_found', 'permission_denied', 'group_key_unavailable'],
    summary: 'Studies that fit no patient with certainty, with the records that come near',
    query: UnmatchedStudiesQuerySchema,
    response: UnmatchedStudiesSchema,
  },
});
