/**
 * Tools of the viewports, each with icon, name and key. Single letters work while a viewport has the focus.
 */
import { Fragment, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { useRovingTabStop } from '#renderer/screens/editor/tools/use-roving-tab-stop.ts';
import { changeViewport, type PictureTool, resetViewport, setTool, usePictures } from './pictures-store.ts';

export const TOOL_KEYS: Readonly<Record<string, PictureTool>> = {
  S: 'scroll',
  W: 'window',
  Z: 'zoom',
  P: 'pan',
  L: 'length',
  A: 'angle',
  E: 'ellipse',
  T: 'arrow',
};

const ICONS: Readonly<Record<PictureTool, IconName>> = {
  scroll: 'scroll',
  window: 'window',
  zoom: 'zoom',
  pan: 'pan',
  length: 'length',
  angle: 'angle',
  ellipse: 'ellipse',
  arrow: 'pointer',
};

export function rotateViewport(tile: number): void {
  const viewing = usePictures.getState().tiles[tile]?.viewing;
  if (viewing) changeViewport(tile, { viewing: { ...viewing, turns: (viewing.turns + 1) % 4 } });
}

export function invertViewport(tile: number): void {
  changeViewport(tile, { inverted: !(usePictures.getState().tiles[tile]?.inverted ?? false) });
}

export function switchOverlays(tile: number): void {
  changeViewport(tile, { isBare: !(usePictures.getState().tiles[tile]?.isBare ?? false) });
}

export function ToolRail() {
  const { t } = useTranslation();
  const tool = usePictures((state) => state.tool);
  const active = usePictures((state) => state.active);
  const inverted = usePictures((state) => state.tiles[state.active]?.inverted ?? false);
  const isBare = usePictures((state) => state.tiles[state.active]?.isBare ?? false);
  const rail = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingTabStop(rail);
  return (
    <div className="rail" role="toolbar" aria-label={t('pictures.tools')} ref={rail} onKeyDown={onKeyDown}>
      {Object.entries(TOOL_KEYS).map(([key, name]) => (
        <Fragment key={name}>
          {name === 'length' ? <hr /> : null}
          <RailButton
            name={t(`pictures.tool.${name}`)}
            icon={ICONS[name]}
            letter={key}
            pressed={tool === name}
            onPress={() => setTool(name)}
          />
        </Fragment>
      ))}
      <hr />
      <RailButton
        name={t('pictures.tool.rotate')}
        icon="redo"
        letter="O"
        onPress={() => rotateViewport(active)}
      />
      <RailButton
        name={t('pictures.tool.invert')}
        icon="invert"
        letter="I"
        pressed={inverted}
        onPress={() => invertViewport(active)}
      />
      <RailButton
        name={t('pictures.tool.overlays')}
        icon="eye"
        letter="V"
        pressed={!isBare}
        onPress={() => switchOverlays(active)}
      />
      <RailButton
        name={t('pictures.tool.reset')}
        icon="restore"
        letter="R"
        onPress={() => resetViewport(active)}
      />
    </div>
  );
}

interface RailButtonProps {
  readonly name: string;
  readonly icon: IconName;
  readonly letter: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

/** Keeps the focus in the viewport while a tool button is pressed, so that its keys continue to work. */
function RailButton({ name, icon, letter, pressed, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className="rt"
      aria-pressed={pressed}
      aria-keyshortcuts={letter}
      onMouseDown={preventFocusChange}
      onClick={onPress}
    >
      <Icon name={icon} size={20} />
      <span>{name}</span>
      <kbd aria-hidden="true">{letter}</kbd>
    </button>
  );
}
