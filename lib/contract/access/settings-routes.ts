import { typedRoutes } from '#contract/route.ts';
import { SettingsPatchBodySchema, SettingsSchema } from './credentials.ts';

const session = { auth: 'session', success: 200 } as const;

export const SETTINGS_ROUTES = typedRoutes({
  getSettings: {
    ...session,
    method: 'GET',
    path: '/v1/settings',
    operation_id: 'getSettings',
    summary: 'Read the workspace settings',
    response: SettingsSchema,
  },
  patchSettings: {
    ...session,
    method: 'PATCH',
    path: '/v1/settings',
    operation_id: 'patchSettings',
    errors: ['permission_denied', 'invalid_request'],
    summary: 'Change workspace settings (administrators)',
    body: SettingsPatchBodySchema,
    response: SettingsSchema,
  },
});
