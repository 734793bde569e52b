/**
 * Bar above the viewports: layout, window presets, linked scrolling, cine, and the notice that pictures are
 * not for diagnosis.
 */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText } from '#renderer/commands/key-chord.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { presetsOf } from '#renderer/pictures/window-presets.ts';
import { useRovingTabStop } from '#renderer/screens/editor/tools/use-roving-tab-stop.ts';
import { showPictures } from '#renderer/screens/editor/view-store.ts';
import { useAppearance } from '#renderer/state/appearance-store.ts';
import { changeViewport, setCount, setLinked, usePictures, VIEWPORT_COUNTS } from './pictures-store.ts';

const TILE_ICONS = { 1: 'tiles-1', 2: 'tiles-2', 4: 'tiles-4' } as const;

export function PictureBar() {
  const { t } = useTranslation();
  const { count, active, linked, playing, bright } = usePictures();
  const unit = usePictures((state) => state.tiles[state.active]?.unit);
  const window = usePictures((state) => state.tiles[state.active]?.window);
  const isDim = useAppearance((state) => state.theme === 'dim');
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingTabStop(bar);
  return (
    <div className="vw-bar" role="toolbar" aria-label={t('pictures.label')} ref={bar} onKeyDown={onKeyDown}>
      {VIEWPORT_COUNTS.map((known) => (
        <button
          key={known}
          type="button"
          className="tool"
          aria-label={t('pictures.tile', { count: known })}
          aria-pressed={count === known}
          aria-keyshortcuts={`Alt+${known}`}
          title={`${t('pictures.tile', { count: known })} · ${chordText(`Alt+${known}`)}`}
          onClick={() => setCount(known)}
        >
          <Icon name={TILE_ICONS[known]} />
          <span>{known}</span>
        </button>
      ))}
      <span className="vsep" />
      {presetsOf(unit).map(({ id, center, width }, at) => (
        <button
          key={id}
          type="button"
          className="tool"
          aria-pressed={window?.center === center && window.width === width}
          aria-keyshortcuts={String(at + 1)}
          onMouseDown={preventFocusChange}
          onClick={() => changeViewport(active, { window: { center, width } })}
        >
          {t(`pictures.preset.${id}`)}
          <kbd aria-hidden="true">{at + 1}</kbd>
        </button>
      ))}
      <span className="vsep" />
      <button
        type="button"
        className="tool"
        aria-label={t('pictures.linked')}
        aria-pressed={linked}
        title={t('pictures.linked')}
        onClick={() => setLinked(!linked)}
      >
        <Icon name="link" />
        <span>{t('pictures.linked')}</span>
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('pictures.cine')}
        aria-pressed={playing}
        title={t('pictures.cine')}
        aria-keyshortcuts="Space"
        onMouseDown={preventFocusChange}
        onClick={() => usePictures.setState({ playing: !playing })}
      >
        <Icon name={playing ? 'pause' : 'play'} />
        <span>{t('pictures.cine')}</span>
      </button>
      {isDim ? (
        <button
          type="button"
          className="tool"
          aria-pressed={bright}
          onClick={() => usePictures.setState({ bright: !bright })}
        >
          {t('pictures.fullBrightness')}
        </button>
      ) : null}
      <span className="note">{t('pictures.note')}</span>
      <Button
        kind="quiet"
        size="s"
        icon="close"
        label={t('pictures.close')}
        onPress={() => showPictures(false)}
      />
    </div>
  );
}
