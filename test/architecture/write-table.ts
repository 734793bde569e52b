/** `node test/architecture/write-table.ts`: writes the table of layers into ARCHITECTURE.md, where a test holds it. */
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
