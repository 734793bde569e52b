/** `node test/architecture/write-table.ts`: writes the layer table into ARCHITECTURE.md; a test keeps both equal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './import-graph.ts';
import { layerTable } from './layer-text.ts';

const PAGE = join(root, 'ARCHITECTURE.md');
const TABLE = /(?<=<!-- layers: .*-->\n\n)[\s\S]*?(?=\n\n<!-- end of layers -->)/;

writeFileSync(
  PAGE,
  readFileSync(PAGE, 'utf8').replace(TABLE, () => layerTable()),
);
