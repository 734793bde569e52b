/** Layer table rows of the interface. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './import-graph.ts';
import type { Layer } from './layer.ts';

const lexical = ['lexical', '@lexical/*'];
const interfaceWords = ['i18next', 'react-i18next'];
/** What every part of the interface above the stores may import. */
const stores = ['lib/records', 'renderer/api', 'renderer/state', 'renderer/messages'];

/** Returns the same row for each screen; no screen may import another. */
function eachScreen(row: Layer): Record<string, Layer> {
  const screens = readdirSync(join(root, 'renderer/screens'));
  return Object.fromEntries(screens.map((screen) => [`renderer/screens/${screen}`, row]));
}

export const PAGE_LAYERS: Readonly<Record<string, Layer>> = {
  // Entry files of the page: App.tsx, main.tsx.
  renderer: {
    holds: 'the page itself',
    internal: ['renderer'],
    packages: ['react', 'react-dom', '@fontsource/*', '@fontsource-variable/*'],
  },
  'renderer/api': {
    holds: 'the client of the page',
    internal: ['lib/contract', 'sdk', 'main/preload'],
    packages: [],
  },
  'renderer/state': {
    holds: 'stores of the page',
    internal: ['lib/contract', 'sdk', 'renderer/api', 'renderer/components/icons/icon-names.ts'],
    packages: ['react', 'zustand'],
  },
  'renderer/messages': {
    holds: 'texts in the languages of `renderer/state/languages.ts`',
    internal: ['renderer/state/appearance-store.ts', 'renderer/state/languages.ts'],
    packages: interfaceWords,
  },
  'renderer/commands': {
    holds: "the command table, keys, the palette's rows",
    internal: ['lib/contract', 'renderer/api', 'renderer/state'],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/components': {
    holds: 'controls, and what shows a record',
    internal: ['lib/contract', 'sdk', 'lib/report', 'lib/paper', 'main/preload', 'resources', ...stores],
    // The strength meter is only advice; the server decides.
    packages: ['react', ...interfaceWords, '@tanstack/react-virtual', '@zxcvbn-ts/*', 'uqr'],
  },
  // Certificate parsing, loaded only where one is shown.
  'renderer/components/certificates': {
    holds: 'what a certificate says of itself',
    internal: [],
    packages: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
  },
  'renderer/lists': {
    holds: 'which rows a list shows',
    internal: ['lib/contract', ...stores, 'renderer/components/records', 'renderer/components/lists'],
    packages: ['zustand', ...interfaceWords],
  },
  'renderer/editor': {
    holds: "the report's text and its work",
    internal: [
      'lib/contract',
      'lib/report',
      'sdk',
      ...stores,
      'renderer/commands',
      'renderer/components/records',
    ],
    // Uses `flushSync`, because closing a dialog and writing must happen in one turn.
    packages: ['react', 'react-dom', 'zustand', ...interfaceWords, ...lexical],
  },
  // Picture data: stacks, pixel values, positions, annotations. The editor screen draws them.
  'renderer/pictures': {
    holds: 'pictures as data: stacks, windows, places, marks',
    internal: [
      'lib/contract',
      'sdk',
      'lib/dicom/picture/voi-lut.ts',
      'lib/dicom/picture/measure-annotation.ts',
      'lib/dicom/picture/image-geometry.ts',
      'lib/dicom/picture/pixel-values.ts',
      'lib/report/state/picture-meta.ts',
      ...stores,
    ],
    packages: [],
  },
  ...eachScreen({
    holds: 'one screen each; no screen imports another',
    internal: [
      'lib/contract',
      'lib/report',
      'lib/paper',
      'sdk',
      ...stores,
      'renderer/commands',
      'renderer/components',
      'renderer/lists',
      'renderer/editor',
      'renderer/pictures',
      // Window functions and annotations, shared by viewport and paper.
      'lib/dicom/picture/voi-lut.ts',
      'lib/dicom/picture/measure-annotation.ts',
    ],
    packages: ['react', 'react-dom', 'zustand', ...interfaceWords, ...lexical, 'cmdk'],
  }),
  // Imports the same formats as the command line, through the same mapping.
  'renderer/screens/import': {
    holds: 'the import screen',
    internal: [
      ...[
        'lib/contract',
        'sdk',
        'lib/bytes',
        'transfer/imports',
        'lib/fhir',
        'lib/dicom/read-dataset.ts',
        ...stores,
      ],
      ...['renderer/components', 'renderer/lists', 'renderer/commands'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/screens/deidentify': {
    holds: 'the screen for copies without identity',
    internal: [
      ...[
        'lib/contract',
        'sdk',
        'transfer/deidentify',
        'lib/dicom/read-dataset.ts',
        'lib/dicom/parse/deflate-format.ts',
        ...stores,
      ],
      ...['renderer/components', 'renderer/commands'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/screens/sample': {
    holds: 'the sample practice: its offer, and the band that removes it',
    internal: [
      'lib/contract',
      'sdk',
      'transfer/sample',
      ...stores,
      'renderer/components',
      'renderer/commands',
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  // Reads files before they are sent.
  'renderer/screens/upload-owner': {
    holds: 'the check of whose pictures are uploaded',
    internal: [
      ...['lib/contract', 'lib/dicom/read-dataset.ts', 'lib/dicom/header-summary.ts', ...stores],
      ...['renderer/components', 'renderer/pictures'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/shell': {
    holds: 'title bar, notices, which screen is shown',
    internal: [
      'lib/contract',
      'main/preload',
      ...stores,
      'renderer/commands',
      'renderer/components',
      'renderer/lists',
      'renderer/screens',
    ],
    packages: ['react', ...interfaceWords],
  },
};
