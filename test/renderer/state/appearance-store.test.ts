import './page-globals.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  parseAppearance,
  setAppearance,
  startAppearance,
  stepZoom,
  useAppearance,
} from '#renderer/state/appearance-store.ts';

const standard = parseAppearance(null);
afterEach(() => setAppearance(standard));

describe('parseAppearance', () => {
  test.each(['', '{', 'null', '[]', '7'])('stored text %j falls back to the default', (text) => {
    expect(parseAppearance(text)).toEqual(standard);
  });

  test('takes what it knows and falls back for the rest', () => {
    const stored = JSON.stringify({
      theme: 'dim',
      density: 'huge',
      language: 'de',
      zoom: 900,
      report_zoom: 125,
    });
    expect(parseAppearance(stored)).toEqual({ ...standard, theme: 'dim', language: 'de', report_zoom: 125 });
  });

  test('a language without words here is the system’s', () => {
    expect(parseAppearance('{"language":"nl"}').language).toBe('system');
  });
});

describe('setAppearance', () => {
  test('is kept on this computer and stands on the page', () => {
    startAppearance();
    setAppearance({ theme: 'dim', density: 'compact', language: 'de', zoom: 125 });
    expect(parseAppearance(localStorage.getItem('appearance'))).toMatchObject({ theme: 'dim', zoom: 125 });
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dim', density: 'compact' });
  });
});

describe('stepZoom', () => {
  test('goes to the next step and stays within 80 and 200 %', () => {
    stepZoom(1);
    expect(useAppearance.getState().zoom).toBe(110);
    for (let presses = 0; presses < 10; presses += 1) stepZoom(1);
    expect(useAppearance.getState().zoom).toBe(200);
    for (let presses = 0; presses < 10; presses += 1) stepZoom(-1);
    expect(useAppearance.getState().zoom).toBe(80);
  });
});
