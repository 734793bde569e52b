import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group, PrincipalInvited } from '#contract/access/principals.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { longDay } from '#renderer/messages/dates.ts';
import { RoleFields } from '#renderer/screens/settings/RoleFields.tsx';
import { copyForAMinute } from '#renderer/state/clipboard.ts';

interface InvitePanelProps {
  readonly groups: readonly Group[];
  readonly onInvited: () => void;
  readonly onClose: () => void;
}

/** Inviting a person: name, role in each group; then the code, shown once. */
export function InvitePanel({ groups, onInvited, onClose }: InvitePanelProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isAdmin, setIsAdmin] = useState(false);
  const [roles, setRoles] = useState<GroupRole[]>([]);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const [invited, setInvited] = useState<PrincipalInvited>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    try {
      setInvited(
        await vault().principals.invite({ display_name: name.trim(), is_admin: isAdmin, groups: roles }),
      );
      onInvited();
    } catch (caught) {
      setError(caught);
    }
  };
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
        </div>
        <div className="panel-f">
          <span className="gap" />
          <Button onPress={onClose}>{t('common.done')}</Button>
        </div>
      </aside>
    );
  }
  return (
    <aside className="panel issue" aria-label={t('settings.inviteTitle')} data-pane>
      <form className="panel-form" onSubmit={submit} noValidate>
        <h2 className="panel-h">{t('settings.inviteTitle')}</h2>
        <div className="panel-b panel-fields">
          <TextField
            label={t('settings.personName')}
            value={name}
            onChange={setName}
            error={tried && name.trim() === '' ? t('settings.personNameMissing') : undefined}
          />
          <RoleFields groups={groups} value={roles} onChange={setRoles} />
          <Checkbox checked={isAdmin} onChange={setIsAdmin}>
            {t('settings.isAdmin')}
          </Checkbox>
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="panel-f">
          <Button kind="primary" type="submit">
            {t('settings.createInvite')}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </aside>
  );
}
