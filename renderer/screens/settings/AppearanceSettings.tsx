/** How the interface looks on this computer, and what of it this person has put away. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Segments } from '#renderer/components/controls/Segments.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { hideFirstSteps, useAreFirstStepsHidden } from '#renderer/lists/first-steps.ts';
import { percentText } from '#renderer/messages/numbers.ts';
import {
  DENSITIES,
  setAppearance,
  THEMES,
  useAppearance,
  ZOOM_STEPS,
} from '#renderer/state/appearance-store.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { SettingsMain } from './SettingsMain.tsx';

/** Settings of the interface on this computer; each change applies at once. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const appearance = useAppearance();
  const areHidden = useAreFirstStepsHidden();
  const zooms = ZOOM_STEPS.map((step) => ({ value: String(step), label: percentText(step / 100) }));
  return (
    <SettingsMain title={t('settings.section.appearance')} lead={t('settings.appearanceLead')}>
      <div className="set-fields">
        <Segments
          label={t('settings.theme')}
          value={appearance.theme}
          choices={THEMES.map((theme) => ({ value: theme, label: t(`settings.themes.${theme}`) }))}
          onChange={(theme) => setAppearance({ theme })}
        />
        <Segments
          label={t('settings.density')}
          value={appearance.density}
          choices={DENSITIES.map((density) => ({
            value: density,
            label: t(`settings.densities.${density}`),
          }))}
          onChange={(density) => setAppearance({ density })}
        />
        <LanguageChoice />
        <Select
          label={t('settings.zoom')}
          value={String(appearance.zoom)}
          choices={zooms}
          onChange={(zoom) => setAppearance({ zoom: Number(zoom) })}
        />
        <Select
          label={t('settings.reportZoom')}
          value={String(appearance.report_zoom)}
          choices={zooms}
          onChange={(zoom) => setAppearance({ report_zoom: Number(zoom) })}
        />
        <Button icon="keyboard" onPress={() => openOverlay({ kind: 'shortcuts' })}>
          {t('settings.openSheet')}
        </Button>
        {areHidden ? <Button onPress={() => hideFirstSteps(false)}>{t('firstSteps.show')}</Button> : null}
      </div>
    </SettingsMain>
  );
}
