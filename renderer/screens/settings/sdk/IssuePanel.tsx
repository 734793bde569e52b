import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { RoleFields } from '#renderer/screens/settings/RoleFields.tsx';
import { useSession } from '#renderer/state/session-store.ts';
import { IssuedPanel } from './IssuedPanel.tsx';

interface IssuePanelProps {
  readonly onIssued: () => void;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const LIFETIMES_DAYS = [30, 90, 365];

/** Issuing a credential: name, role in the groups one owns, how long; then its secrets, once. */
export function IssuePanel({ onIssued, onClose }: IssuePanelProps) {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const owned = session?.groups.filter((group) => group.role === 'owner' && group.key_available) ?? [];
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<GroupRole[]>(() =>
    owned.slice(0, 1).map(({ security_group_id }) => ({ security_group_id, role: 'editor' })),
  );
  const [days, setDays] = useState('365');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const [issued, setIssued] = useState<CredentialCreated>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(undefined);
    if (name.trim() === '') return;
    const expires = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    try {
      setIssued(await vault().credentials.create({ name: name.trim(), groups: roles, expires_at: expires }));
      onIssued();
    } catch (caught) {
      setError(caught);
    }
  };
  if (issued) return <IssuedPanel issued={issued} name={name.trim()} onDone={onClose} />;
  return (
    <aside className="panel issue" aria-label={t('settings.issueTitle')} data-pane>
      <form className="panel-form" onSubmit={submit} noValidate>
        <h2 className="panel-h">{t('settings.issueTitle')}</h2>
        <div className="panel-b panel-fields">
          <TextField
            label={t('settings.credentialName')}
            help={t('settings.credentialNameHelp')}
            value={name}
            onChange={setName}
            error={tried && name.trim() === '' ? t('settings.credentialNameMissing') : undefined}
          />
          <RoleFields groups={owned} value={roles} onChange={setRoles} />
          <Select
            label={t('settings.expires')}
            value={days}
            choices={[
              ...LIFETIMES_DAYS.map((number) => ({
                value: String(number),
                label: t('settings.expiresIn', {
                  days: t('settings.days', { count: number, number: count(number) }),
                }),
              })),
              { value: '', label: t('settings.never') },
            ]}
            onChange={setDays}
          />
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="panel-f">
          <Button kind="primary" type="submit">
            {t('settings.issue')}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </aside>
  );
}
