/** The letterhead of a group: its fields, sealed as a template of kind `letterhead`, with the whole letter beside. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { useLetterheads } from '#renderer/components/paper/use-letterheads.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { LetterheadForm } from './LetterheadForm.tsx';
import '#renderer/styles/editor/review/print.css';
import '#renderer/styles/editor/review/letter.css';

export function LetterheadSettings() {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups ?? []).filter(
    ({ key_available }) => key_available,
  );
  const [chosen, setChosen] = useState<string>();
  const [round, setRound] = useState(0);
  const group = groups.find(({ security_group_id }) => security_group_id === chosen) ?? groups[0];
  const id = group?.security_group_id;
  const { letterheads, error } = useLetterheads(id, round);
  const choice =
    groups.length < 2 || id === undefined ? null : (
      <Select
        label={t('letterhead.group')}
        value={id}
        choices={groups.map(({ security_group_id: value, name }) => ({ value, label: name }))}
        onChange={setChosen}
      />
    );
  if (id === undefined || letterheads === undefined) {
    return (
      <SettingsMain title={t('settings.section.letterhead')} lead={t('letterhead.lead')}>
        {choice}
        <ErrorRegion error={error} />
      </SettingsMain>
    );
  }
  return (
    <LetterheadForm
      key={`${id} ${letterheads[0]?.version_id}`}
      groupId={id}
      stored={letterheads[0]}
      groupChoice={choice}
      hasJustSealed={round > 0}
      onSealed={() => setRound(round + 1)}
    />
  );
}
