/** Checks the rules of STYLE.md that are visible in the sources' text. `layers.test.ts` checks imports. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFiles, files, root } from './import-graph.ts';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const CODE_COMMENTS = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|^\s*\/\/.*$/gm;
const codeOf = (file: string) => textOf(file).replaceAll(CODE_COMMENTS, '');
/** Longer files need an opening comment, because nobody reads them whole to find their purpose. */
const SHORT_LINES = 60;
const OPENING_COMMENT = /^\/(?:\*\*|\/)/;
/** Message files shared by screens are named after screens. */
const COMMON_TEXTS = /^renderer\/messages\//;

describe('a file', () => {
  test('is called by a noun in kebab-case, a component in PascalCase', () => {
    const names = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z-]+)*\.tsx?|[A-Z][A-Za-z0-9]*(?:\.[a-z]+)*\.tsx)$/;
    expect(allFiles.filter((file) => !names.test(basename(file)))).toEqual([]);
  });

  test('has at most 300 lines, a test 500', () => {
    const cap = (file: string) => (file.startsWith('test/') ? 500 : 300);
    expect(allFiles.filter((file) => textOf(file).split('\n').length - 1 > cap(file))).toEqual([]);
  });

  test('of more than 60 lines opens with what it owns, but for the texts of the interface', () => {
    const unopened = files.filter((file) => {
      const text = textOf(file);
      const isLong = text.split('\n').length - 1 > SHORT_LINES;
      return isLong && !OPENING_COMMENT.test(text) && !file.startsWith('renderer/messages/');
    });
    expect(unopened).toEqual([]);
  });

  test('lies in a folder of at most twelve, but for flat lists of one kind of thing', () => {
    // Folders of similar files: migrations, route files, interface texts, client resources.
    const lists =
      /^(?:server\/storage\/migrations|server\/http\/routes|renderer\/messages\/[a-z]+|sdk\/resources)$/;
    const folders = Map.groupBy(
      allFiles.filter((file) => !file.startsWith('test/')),
      (file) => dirname(file),
    );
    const full = [...folders].filter(([folder, inside]) => inside.length > 12 && !lists.test(folder));
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  });

  test('lies in no place for whatever has none', () => {
    const places = /(?:^|\/)(?:utils?|helpers?|types|common)(?:\/|\.tsx?$)/;
    expect(allFiles.filter((file) => places.test(file) && !COMMON_TEXTS.test(file))).toEqual([]);
  });

  test('has no enumeration and no namespace, which Node does not run as they are', () => {
    const forms = /^\s*(?:export )?(?:const )?(?:enum|namespace) \w+ \{/m;
    expect(allFiles.filter((file) => forms.test(codeOf(file)))).toEqual([]);
  });

  test('casts nothing through unknown and exports nothing by default', () => {
    const forms = /\bas unknown as\b|^export default\b/m;
    expect(files.filter((file) => forms.test(codeOf(file)))).toEqual([]);
  });
});
