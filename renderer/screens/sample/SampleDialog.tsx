/** Dialog that makes the sample practice: its group and the language of its reports. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { LANGUAGE_FACTS } from '#renderer/state/languages.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { closeOverlay } from '#renderer/state/shell/overlay-store.ts';
import { makeSample, type SampleLanguage } from './sample-practice.ts';

const LANGUAGES: readonly SampleLanguage[] = ['en', 'de'];

export function SampleDialog() {
  const { t } = useTranslation();
  // Only an owner can remove it again.
  const groups = (useSession((state) => state.session?.groups) ?? []).filter(
    (group) => group.role === 'owner' && group.key_available,
  );
  const spoken = useAppearance(languageOf);
  const [language, setLanguage] = useState<SampleLanguage>(spoken === 'de' ? 'de' : 'en');
  const [groupId, setGroupId] = useState(groups[0]?.security_group_id ?? '');
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const isThere = patientCache.use(({ rows }) =>
    [...rows.values()].some(({ summary }) => summary?.sample === true),
  );
  const submit = useSubmit({
    body: { groupId, language },
    send: async () => {
      await makeSample(groupId, language, (done, total) => setProgress({ done, total }));
      closeOverlay();
    },
  });
  const working = t('sample.working', { done: progress.done, total: progress.total });
  return (
    <FormDialog
      title={t('sample.title')}
      act={submit.busy ? working : t('sample.act')}
      submit={submit}
      unavailable={groups.length === 0 || (isThere && !submit.busy)}
      onClose={closeOverlay}
    >
      <p className="mid">{t('sample.lead')}</p>
      <ul className="sample-list">
        <li>{t('sample.studies')}</li>
        <li>{t('sample.reports')}</li>
        <li>{t('sample.marks')}</li>
      </ul>
      {isThere && !submit.busy ? <p role="status">{t('sample.there')}</p> : null}
      {groups.length === 0 ? <p role="status">{t('sample.owners')}</p> : null}
      <Select
        label={t('sample.language')}
        value={language}
        choices={LANGUAGES.map((known) => ({ value: known, label: LANGUAGE_FACTS[known].name }))}
        onChange={setLanguage}
      />
      {groups.length > 1 ? (
        <Select
          label={t('sample.group')}
          value={groupId}
          choices={groups.map((group) => ({ value: group.security_group_id, label: group.name }))}
          onChange={setGroupId}
        />
      ) : null}
    </FormDialog>
  );
}
