import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { fillPluralForms } from '#renderer/messages/fetched/plural-forms.ts';

describe('fillPluralForms', () => {
  const spoken = async (language: string, own: Record<string, string>) => {
    const page = i18next.createInstance();
    await page.init({
      lng: language,
      fallbackLng: 'en',
      resources: {
        en: { translation: { files_one: 'One file', files_other: '{{number}} files' } },
        [language]: { translation: fillPluralForms(own, language) },
      },
    });
    return (count: number) => page.t('files' as 'files.title', { count, number: count });
  };

  test.each([
    ['es', { files_one: 'Un archivo', files_other: '{{number}} archivos' }],
    ['fr', { files_one: 'Un fichier', files_other: '{{number}} fichiers' }],
    ['pt', { files_one: 'Um arquivo', files_other: '{{number}} arquivos' }],
  ] as const)('in %s a million is no English, and nought is not one', async (language, own) => {
    const files = await spoken(language, own);
    const other = (count: number) => own.files_other.replace('{{number}}', String(count));
    expect([0, 1, 2, 1_000_000].map(files)).toEqual([other(0), own.files_one, other(2), other(1_000_000)]);
  });

  test('a form that names its number serves nought in French', async () => {
    const files = await spoken('fr', { files_one: '{{number}} fichier', files_other: '{{number}} fichiers' });
    expect(files(0)).toBe('0 fichier');
  });

  test('German has nothing to fill', () => {
    const own = { a: { files_one: 'Eine Datei', files_other: '{{number}} Dateien' } };
    expect(fillPluralForms(own, 'de')).toEqual(own);
  });
});
