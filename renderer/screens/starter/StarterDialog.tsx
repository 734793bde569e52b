/**
 * Dialog of the starter set: the person chooses language and modalities; nothing is preselected. Items the group
 * has by title are left out, so that the dialog can be opened again for another modality, or after a failure.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { LANGUAGE_FACTS } from '#renderer/state/languages.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { closeOverlay } from '#renderer/state/shell/overlay-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import {
  STARTER_LANGUAGES,
  type StarterItem,
  type StarterLanguage,
  starterItemsFor,
  starterModalities,
  starterSet,
} from '#report/starter/starter-set.ts';
import { installStarter, missingIn } from './install-starter.ts';

export function StarterDialog() {
  const { t } = useTranslation();
  const groups = useWritableGroups();
  const spoken = useAppearance(languageOf);
  const [language, setLanguage] = useState<StarterLanguage>(
    () => STARTER_LANGUAGES.find((known) => known === spoken) ?? 'en',
  );
  const [groupId, setGroupId] = useState(groups[0]?.security_group_id ?? '');
  const [modalities, setModalities] = useState<ReadonlySet<string>>(new Set());
  const [withMacros, setWithMacros] = useState(true);
  const [done, setDone] = useState(0);
  const { items, error } = useStarterSet(language);
  // Subscribed, because templates that arrive change which items are missing.
  templateCache.use((state) => state.rows);
  const chosen = starterItemsFor(items, modalities).filter(({ kind }) => withMacros || kind === 'template');
  const missing = missingIn(groupId, chosen);
  const submit = useSubmit({
    body: missing.length === 0 ? undefined : { groupId, titles: missing.map(({ title }) => title) },
    send: async () => {
      setDone(0);
      await templateCache.load();
      const left = missingIn(groupId, chosen);
      await installStarter(groupId, left, setDone);
      const templates = left.filter(({ kind }) => kind === 'template').length;
      const macros = left.length - templates;
      const added = [
        templates > 0 ? t('templates.starter.doneTemplates', { count: templates }) : '',
        macros > 0 ? t('templates.starter.doneMacros', { count: macros }) : '',
      ];
      showToast({ icon: 'template', text: added.filter(Boolean).join(', ') });
      closeOverlay();
    },
  });
  const toggle = (modality: string) => {
    const next = new Set(modalities);
    if (!next.delete(modality)) next.add(modality);
    setModalities(next);
  };
  return (
    <FormDialog
      title={t('templates.starter.title')}
      className="starter"
      act={
        submit.busy
          ? t('templates.starter.working', { done, count: missing.length + done })
          : t('templates.starter.act')
      }
      submit={submit}
      unavailable={missing.length === 0 || groups.length === 0}
      onClose={closeOverlay}
    >
      <p className="mid">{t('templates.starter.lead')}</p>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <Select
        label={t('templates.starter.language')}
        value={language}
        choices={STARTER_LANGUAGES.map((known) => ({ value: known, label: LANGUAGE_FACTS[known].name }))}
        onChange={(next) => {
          setLanguage(next);
          setModalities(new Set());
        }}
      />
      {groups.length > 1 ? (
        <Select
          label={t('templates.starter.group')}
          value={groupId}
          choices={groups.map((group) => ({ value: group.security_group_id, label: group.name }))}
          onChange={setGroupId}
        />
      ) : null}
      <fieldset className="starter-modalities">
        <legend>{t('templates.starter.modalities')}</legend>
        {starterModalities(items).map((modality) => (
          <Checkbox key={modality} checked={modalities.has(modality)} onChange={() => toggle(modality)}>
            {t('templates.starter.modality', {
              modality,
              count: items.filter((item) => item.kind === 'template' && item.modality === modality).length,
            })}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox checked={withMacros} onChange={setWithMacros}>
        {t('templates.starter.macros')}
      </Checkbox>
      <Chosen chosen={chosen} missing={missing} />
    </FormDialog>
  );
}

function useStarterSet(language: StarterLanguage): { items: readonly StarterItem[]; error: unknown } {
  const [items, setItems] = useState<readonly StarterItem[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    starterSet(language)
      .then((set) => {
        if (isCurrent) setItems(set);
      })
      .catch((caught: unknown) => {
        if (isCurrent) setError(caught);
      });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return { items, error };
}

interface ChosenProps {
  readonly chosen: readonly StarterItem[];
  readonly missing: readonly StarterItem[];
}

/** Lists the titles of the chosen items and marks those the group already has. */
function Chosen({ chosen, missing }: ChosenProps) {
  const { t } = useTranslation();
  const isMissing = new Set(missing);
  return (
    <div>
      <p className="mid" role="status">
        {chosen.length === 0
          ? t('templates.starter.none')
          : t('templates.starter.chosen', { count: missing.length, number: chosen.length })}
      </p>
      {chosen.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys
        <ul className="starter-list" tabIndex={0} aria-label={t('templates.starter.list')}>
          {chosen.map((item) => (
            <li key={item.title} className={isMissing.has(item) ? '' : 'dim'}>
              <span>{item.title}</span>
              <span className="mod">{item.modality}</span>
              {isMissing.has(item) ? null : <span>{t('templates.starter.there')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
