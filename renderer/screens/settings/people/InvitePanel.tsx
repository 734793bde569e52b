/**
 * Form that invites a person and shows the invite code once. The founder's key beside it lets someone on another
 * computer verify the vault.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group, PrincipalInvited } from '#contract/access/principals.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { PanelForm } from '#renderer/components/forms/PanelForm.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { FounderKey } from '#renderer/components/remote-vault/FounderKey.tsx';
import { longDay } from '#renderer/messages/dates.ts';
import { RoleFields } from '#renderer/screens/settings/RoleFields.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';

interface InvitePanelProps {
  readonly groups: readonly Group[];
  readonly onInvited: () => void;
  readonly onClose: () => void;
}

/** Form for name and role in each group; then shows the code once. */
export function InvitePanel({ groups, onInvited, onClose }: InvitePanelProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isAdmin, setIsAdmin] = useState(false);
  const session = useSession((state) => state.session);
  // An invited person gets these roles by default; the form shows and changes them.
  const [roles, setRoles] = useState<GroupRole[]>(() =>
    (session?.groups ?? [])
      .filter((group) => group.role === 'owner' && group.key_available)
      .slice(0, 1)
      .map(({ security_group_id }) => ({ security_group_id, role: 'editor' })),
  );
  const [invited, setInvited] = useState<PrincipalInvited>();
  const founderKey = useSession((state) => state.vault?.founder_key);
  const isMissing = name.trim() === '';
  const submit = useSubmit({
    body: isMissing ? undefined : { display_name: name.trim(), is_admin: isAdmin, groups: roles },
    send: async (body, options) => {
      setInvited(await vault().principals.invite(body, options));
      onInvited();
    },
  });
  if (invited) {
    return (
      <aside className="panel issue" aria-label={t('settings.inviteTitle')} data-pane>
        <h2 className="panel-h">{t('settings.inviteCode')}</h2>
        <div className="panel-b">
          <p className="mid">
            {t('settings.inviteCodeText', { name: name.trim(), day: longDay(invited.expires_at) })}
          </p>
          <div className="token" data-testid="invite-code">
            <code>{invited.invite_code}</code>
          </div>
          <div className="acts">
            <Button size="s" icon="copy" autoFocus onPress={() => copyForAMinute(invited.invite_code)}>
              {t('settings.copyCode')}
            </Button>
            <span className="note">{t('settings.clipboardCleared')}</span>
          </div>
          {founderKey ? (
            <div className="fld">
              <span className="lab">{t('place.founderInvite')}</span>
              <FounderKey founderKey={founderKey} />
            </div>
          ) : null}
        </div>
        <div className="panel-f">
          <span className="gap" />
          <Button onPress={onClose}>{t('common.done')}</Button>
        </div>
      </aside>
    );
  }
  return (
    <PanelForm
      title={t('settings.inviteTitle')}
      act={t('settings.createInvite')}
      className="panel issue"
      submit={submit}
      onClose={onClose}
      keptAs="invite"
    >
      <TextField
        label={t('settings.personName')}
        value={name}
        onChange={setName}
        error={submit.tried && isMissing ? t('settings.personNameMissing') : undefined}
      />
      <RoleFields groups={groups} value={roles} onChange={setRoles} />
      <Checkbox checked={isAdmin} onChange={setIsAdmin}>
        {t('settings.isAdmin')}
      </Checkbox>
    </PanelForm>
  );
}
