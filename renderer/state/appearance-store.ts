/**
 * Store of the interface's appearance on this computer: theme, density, zoom, language. It is in the
 * browser's storage, not in the sealed preferences. The unlock screen needs it before unlocking (a dim
 * reading room must not flash white), and nothing of it is secret.
 */
import { create } from 'zustand';
import { KNOWN_LANGUAGES, type Language, languageOfTag } from './languages.ts';

export const THEMES = ['system', 'light', 'dark', 'dim'] as const;
export const DENSITIES = ['compact', 'standard', 'roomy'] as const;
export const ZOOM_STEPS = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export interface Appearance {
  readonly theme: (typeof THEMES)[number];
  readonly density: (typeof DENSITIES)[number];
  readonly language: 'system' | Language;
  /** Zoom of the interface in per cent, 80 to 200. */
  readonly zoom: number;
  readonly report_zoom: number;
}

const STORAGE_KEY = 'appearance';
const DEFAULTS: Appearance = {
  theme: 'system',
  density: 'standard',
  language: 'system',
  zoom: 100,
  report_zoom: 100,
};

function oneOf<Value>(values: readonly Value[], value: unknown, fallback: Value): Value {
  return values.find((known) => known === value) ?? fallback;
}

function percent(value: unknown): number {
  return typeof value === 'number' && value >= 80 && value <= 200 ? Math.round(value) : 100;
}

/** Parses stored text of any origin; unknown values become the default. */
export function parseAppearance(text: string | null): Appearance {
  if (text === null) return DEFAULTS;
  try {
    const fields = new Map<string, unknown>(Object.entries(JSON.parse(text) ?? {}));
    return {
      theme: oneOf(THEMES, fields.get('theme'), DEFAULTS.theme),
      density: oneOf(DENSITIES, fields.get('density'), DEFAULTS.density),
      language: oneOf(['system', ...KNOWN_LANGUAGES], fields.get('language'), DEFAULTS.language),
      zoom: percent(fields.get('zoom')),
      report_zoom: percent(fields.get('report_zoom')),
    };
  } catch {
    return DEFAULTS;
  }
}

export const useAppearance = create<Appearance>()(() => parseAppearance(localStorage.getItem(STORAGE_KEY)));

export function setAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(useAppearance.getState()));
}

/** Zooms one step in or out, within 80 to 200 %. */
export function stepZoom(direction: 1 | -1): void {
  const { zoom } = useAppearance.getState();
  const steps = direction === 1 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  setAppearance({ zoom: steps.find((step) => (step - zoom) * direction > 0) ?? zoom });
}

export function languageOf({ language }: Pick<Appearance, 'language'>): Language {
  return language === 'system' ? languageOfTag(navigator.language) : language;
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

function apply(appearance: Appearance): void {
  const root = document.documentElement;
  const { theme } = appearance;
  root.dataset['theme'] = theme === 'system' ? (prefersDark().matches ? 'dark' : 'light') : theme;
  root.dataset['density'] = appearance.density;
  root.style.setProperty('--zoom', String(appearance.zoom / 100));
  root.style.setProperty('--report-zoom', String(appearance.report_zoom / 100));
  measureContainersAgain();
}

/**
 * Forces Chromium to evaluate container queries in rem again after the root's font size changes. Otherwise a
 * zoomed window would keep its layout.
 */
function measureContainersAgain(): void {
  document.body.style.containerType = 'normal';
  document.body.getBoundingClientRect();
  document.body.style.containerType = '';
}

/** Applies the appearance now and after every change, including the system's. */
export function startAppearance(): void {
  apply(useAppearance.getState());
  useAppearance.subscribe(apply);
  prefersDark().addEventListener('change', () => apply(useAppearance.getState()));
}
