/**
 * The security groups this person may see. Administrators create new ones; each change of members reloads the
 * session's own roles.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { NameDialog } from '#renderer/components/forms/NameDialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { refreshSession, useSession } from '#renderer/state/session/session-store.ts';
import { leaveForms } from '#renderer/state/shell/typed-forms.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { MembersPanel } from './MembersPanel.tsx';

const SHOWN_MAX = 1_000;

/** Lists the visible groups and the members of the selected one. */
export function GroupSettings() {
  const { t } = useTranslation();
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const { data, error, reload } = useLoaded(async () => vault().groups.list().toArray({ limit: SHOWN_MAX }));
  const [chosenId, setChosenId] = useState<string>();
  const [creating, setCreating] = useReopenedForm('new-group');
  const groups = data ?? [];
  const chosen = groups.find((group) => group.security_group_id === chosenId) ?? groups[0];
  const changed = () => {
    reload();
    refreshSession().catch(() => undefined);
  };
  return (
    <SettingsMain
      title={t('settings.section.groups')}
      lead={t('settings.groupsLead')}
      count={count(groups.length)}
      act={
        isAdmin ? (
          <OnlineOnlyButton kind="primary" icon="plus" onPress={() => setCreating(true)}>
            {t('settings.newGroup')}
          </OnlineOnlyButton>
        ) : null
      }
      panel={
        chosen ? <MembersPanel key={chosen.security_group_id} group={chosen} onChanged={changed} /> : null
      }
    >
      <ErrorRegion error={error} onRetry={reload} />
      <ul className="group-list" aria-label={t('settings.groupsGrid')}>
        {groups.map((group) => (
          <li key={group.security_group_id}>
            <button
              type="button"
              aria-current={group === chosen ? 'true' : undefined}
              onClick={() => leaveForms(() => setChosenId(group.security_group_id))}
            >
              <Icon name={group.key_available ? 'people' : 'state-locked'} />
              <b>{group.name}</b>
              <span className="mid">
                {t('settings.members', { count: group.member_count, number: count(group.member_count) })}
              </span>
              <span className="mid">
                {group.role ? t(`settings.role.${group.role}`) : t('settings.noRole')}
              </span>
              <span className="dim">
                {group.key_available
                  ? t('settings.generation', { number: group.generation })
                  : t('settings.keyMissing')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {creating ? (
        <NameDialog
          title={t('settings.newGroup')}
          label={t('settings.groupName')}
          missing={t('settings.groupNameMissing')}
          act={t('settings.createGroup')}
          send={async (name, options) => {
            await vault().groups.create({ name }, options);
            changed();
            setCreating(false);
          }}
          onClose={() => setCreating(false)}
          keptAs="new-group"
        />
      ) : null}
    </SettingsMain>
  );
}
