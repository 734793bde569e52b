/** Builds the OpenAPI 3.1 document from the contract's route table. */
import { DEFAULT_PORT } from '#contract/limits.ts';
import { ROUTES } from '#contract/routes.ts';
import { createComponents, isObject, type JsonObject } from './components.ts';
import { addDescriptions } from './descriptions/add-descriptions.ts';
import { HEADER_COMPONENTS, PARAMETER_COMPONENTS } from './headers.ts';
import { allErrorCodes, operationOf } from './operation.ts';

const SECURITY_SCHEMES = {
  mutualTLS: { type: 'mutualTLS', description: 'A client certificate issued by this vault.' },
  session: { type: 'http', scheme: 'bearer', description: 'The session_token of POST /v1/session.' },
};

export function openApiDocument(): JsonObject {
  const components = createComponents();
  const paths: Record<string, JsonObject> = {};
  for (const route of ROUTES) {
    const operations = paths[route.path] ?? {};
    paths[route.path] = { ...operations, [route.method.toLowerCase()]: operationOf(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sealed Records Vault',
      version: '1.0.0',
      description: `A vault for patient records, exam reports and encrypted files. Every route needs a client certificate. Error codes: ${allErrorCodes()}.`,
    },
    servers: [{ url: `https://127.0.0.1:${DEFAULT_PORT}` }],
    paths,
    components: {
      ...components.used(),
      schemas: described(components.used().schemas),
      parameters: PARAMETER_COMPONENTS,
      headers: HEADER_COMPONENTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Adds descriptions last: schemas are recognised by content, and descriptions would make equal ones differ. */
function described(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const words = addDescriptions(schema, name);
      return [name, isObject(words) ? words : schema];
    }),
  );
}
