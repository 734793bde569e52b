/** `node generate-client-types.ts OPENAPI.json OUT.d.ts`: generates types as `npx openapi-typescript` does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
// The generator needs the compiler API of TypeScript 5, which this package includes and version 7 lacks.
const compiler = require.resolve('@ts-morph/common/dist/typescript.js');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true
      ? next(pathToFileURL(compiler).href, context)
      : next(specifier, context),
});

const [, , source = '', target = ''] = process.argv;
const { default: openapiTypescript, astToString } = await import('openapi-typescript');
writeFileSync(target, astToString(await openapiTypescript(readFileSync(source, 'utf8'))));
