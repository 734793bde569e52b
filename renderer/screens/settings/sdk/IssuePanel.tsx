/** Form that issues a credential to a program. Offers only groups that the issuer owns and holds keys of. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { PanelForm } from '#renderer/components/forms/PanelForm.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { inDays } from '#renderer/messages/dates.ts';
import { RoleFields } from '#renderer/screens/settings/RoleFields.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { IssuedPanel } from './IssuedPanel.tsx';

interface IssuePanelProps {
  readonly onIssued: () => void;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const LIFETIMES_DAYS = [30, 90, 365];

/** Form for name, roles and lifetime of a credential; then shows its secrets once. */
export function IssuePanel({ onIssued, onClose }: IssuePanelProps) {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const owned = session?.groups.filter((group) => group.role === 'owner' && group.key_available) ?? [];
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<GroupRole[]>(() =>
    owned.slice(0, 1).map(({ security_group_id }) => ({ security_group_id, role: 'editor' })),
  );
  const [days, setDays] = useState('365');
  const [issued, setIssued] = useState<CredentialCreated>();
  const isMissing = name.trim() === '';
  const submit = useSubmit({
    body: isMissing ? undefined : { name: name.trim(), groups: roles, days },
    send: async (body, options) => {
      const expires = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const asked = { name: body.name, groups: body.groups, expires_at: expires };
      setIssued(await vault().credentials.create(asked, options));
      onIssued();
    },
  });
  if (issued) return <IssuedPanel issued={issued} name={name.trim()} onDone={onClose} />;
  return (
    <PanelForm
      title={t('settings.issueTitle')}
      act={t('settings.issue')}
      className="panel issue"
      submit={submit}
      onClose={onClose}
      keptAs="issue"
    >
      <TextField
        label={t('settings.credentialName')}
        help={t('settings.credentialNameHelp')}
        value={name}
        onChange={setName}
        error={submit.tried && isMissing ? t('settings.credentialNameMissing') : undefined}
      />
      <RoleFields groups={owned} value={roles} onChange={setRoles} />
      <Select
        label={t('settings.expires')}
        value={days}
        choices={[
          ...LIFETIMES_DAYS.map((number) => ({
            value: String(number),
            label: inDays(number),
          })),
          { value: '', label: t('settings.never') },
        ]}
        onChange={setDays}
      />
    </PanelForm>
  );
}
