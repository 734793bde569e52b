/** `node scripts/architecture.ts`: writes the table of layers into ARCHITECTURE.md, where a test holds it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerTable } from '#test/architecture/layer-text.ts';
import { ROOT } from './desktop/build-stamp.ts';

const PAGE = join(ROOT, 'ARCHITECTURE.md');
const TABLE = /(?<=<!-- layers: .*-->\n\n)[\s\S]*?(?=\n\n<!-- end of layers -->)/;

writeFileSync(
  PAGE,
  readFileSync(PAGE, 'utf8').replace(TABLE, () => layerTable()),
);
