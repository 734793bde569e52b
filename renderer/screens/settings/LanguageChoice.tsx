import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { fetchLanguage } from '#renderer/messages/fetched/fetch-language.ts';
import {
  type Appearance,
  languageOf,
  setAppearance,
  useAppearance,
} from '#renderer/state/appearance-store.ts';
import { KNOWN_LANGUAGES, LANGUAGE_FACTS, PSEUDO_LANGUAGE } from '#renderer/state/languages.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

/** Hides the pseudo-language, unless it is already set. */
const offered = (chosen: Appearance['language']) =>
  KNOWN_LANGUAGES.filter((language) => language !== PSEUDO_LANGUAGE || language === chosen);

/**
 * Language selection. A language is applied once its texts are loaded; if that fails, the present one stays.
 */
export function LanguageChoice() {
  const { t } = useTranslation();
  const chosen = useAppearance((appearance) => appearance.language);
  const { error, act } = useAsyncAction();
  const choose = (language: Appearance['language']) =>
    act(async () => {
      await fetchLanguage(languageOf({ language }));
      setAppearance({ language });
    });
  return (
    <>
      <Select<Appearance['language']>
        label={t('settings.language')}
        value={chosen}
        choices={[
          { value: 'system', label: t('settings.languageOfSystem') },
          ...offered(chosen).map((language) => ({ value: language, label: LANGUAGE_FACTS[language].name })),
        ]}
        onChange={choose}
      />
      <ErrorRegion error={error} title={t('frame.partMissing')} />
    </>
  );
}
