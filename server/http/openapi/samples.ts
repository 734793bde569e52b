/** Writes a call of one operation as curl, TypeScript and Python code, from its example. */
import { isObject, type Json, type JsonObject } from './components.ts';

export interface SampleCall {
  readonly method: string;
  readonly path: string;
  /** Examples of path parameters, and of query parameters in the call. */
  readonly params: JsonObject;
  readonly query: JsonObject;
  /** JSON body; undefined for none. */
  readonly body: Json | undefined;
  /** Encoding of a body other than JSON. */
  readonly upload: 'form' | 'bytes' | 'dicom' | undefined;
  /** Media type of the response. */
  readonly answer: string;
  readonly needsSession: boolean;
}

export const SAMPLE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** Setup code before each sample. */
export const SAMPLE_STARTS: Readonly<Record<SampleLanguage, string>> = {
  curl: `# In a credential folder (srvault credential create)
VAULT=https://127.0.0.1:8743
TOKEN=$(printf '{"token":"%s"}' "$(cat token)" |
  curl -s --cacert ca.crt --cert client.crt --key client.key -H 'content-type: application/json' \\
    -d @- "$VAULT/v1/session" | sed 's/.*"session_token":"\\([^"]*\\)".*/\\1/')`,
  TypeScript: [
    '// npx openapi-typescript openapi.json -o schema.d.ts',
    "import { readFileSync } from 'node:fs';",
    "import createClient from 'openapi-fetch';",
    "import { Agent, setGlobalDispatcher } from 'undici';",
    "import type { paths } from './schema.d.ts';",
    '',
    "const read = (name: string) => readFileSync(name, 'utf8');",
    "const connect = { ca: read('ca.crt'), cert: read('client.crt'), key: read('client.key') };",
    'setGlobalDispatcher(new Agent({ connect }));',
    "const api = createClient<paths>({ baseUrl: 'https://127.0.0.1:8743' });",
    "const opened = await api.POST('/v1/session', { body: { token: read('token').trim() } });",
    "const authorization = 'Bearer ' + opened.data?.session_token;",
    "api.use({ onRequest: ({ request }) => request.headers.set('authorization', authorization) });",
  ].join('\n'),
  Python: `import requests

VAULT = 'https://127.0.0.1:8743'
vault = requests.Session()
vault.trust_env = False  # no proxy and no other authority from the environment
vault.verify, vault.cert = 'ca.crt', ('client.crt', 'client.key')
opened = vault.post(VAULT + '/v1/session', json={'token': open('token').read().strip()})
opened.raise_for_status()
vault.headers['authorization'] = 'Bearer ' + opened.json()['session_token']`,
};

type Upload = NonNullable<SampleCall['upload']>;

const BYTES = 'application/octet-stream';
/** Each instance is a separate part. Source: DICOM PS3.18 8.6.1.2.1. */
const RELATED = 'multipart/related; type="application/dicom"';

const CURL_UPLOADS: Readonly<Record<Upload, string>> = {
  form: '-F file=@letter.pdf',
  bytes: `-H 'content-type: ${BYTES}' --data-binary @part`,
  // curl adds the boundary.
  dicom: `-H 'content-type: ${RELATED}' -F 'file=@image.dcm;type=application/dicom'`,
};

const TYPESCRIPT_UPLOADS: Readonly<Record<Upload, readonly string[]>> = {
  form: [
    "body: { file: '' }",
    `bodySerializer: () => {
    const form = new FormData();
    form.set('file', new Blob([readFileSync('letter.pdf')]), 'letter.pdf');
    return form;
  }`,
  ],
  bytes: [
    "body: ''",
    "bodySerializer: () => readFileSync('part')",
    `headers: { 'content-type': '${BYTES}' }`,
  ],
  dicom: [
    "body: ''",
    String.raw`bodySerializer: () => new Blob([
    '--part\r\ncontent-type: application/dicom\r\n\r\n',
    readFileSync('image.dcm'),
    '\r\n--part--\r\n',
  ])`,
    `headers: { 'content-type': '${RELATED}; boundary=part' }`,
  ],
};

const PYTHON_UPLOADS: Readonly<Record<Upload, readonly string[]>> = {
  form: ["files={'file': open('letter.pdf', 'rb')}"],
  bytes: ["data=open('part', 'rb')", `headers={'content-type': '${BYTES}'}`],
  dicom: [
    String.raw`data=b'--part\r\ncontent-type: application/dicom\r\n\r\n' + open('image.dcm', 'rb').read() + b'\r\n--part--\r\n'`,
    `headers={'content-type': '${RELATED}; boundary=part'}`,
  ],
};

export function samplesOf(call: SampleCall): Readonly<Record<SampleLanguage, string>> {
  return { curl: curlOf(call), TypeScript: typeScriptOf(call), Python: pythonOf(call) };
}

const isJson = ({ answer }: SampleCall) => answer === 'application/json';

function addressOf({ path, params, query }: SampleCall): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name]));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? place : `${place}?${search.join('&')}`;
}

function curlOf(call: SampleCall): string {
  const method = call.method === 'GET' ? '' : ` -X ${call.method}`;
  const lines = [
    `curl -s --fail-with-body --cacert ca.crt --cert client.crt --key client.key${method} "$VAULT${addressOf(call)}"`,
    ...(call.needsSession ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(call.body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shellQuoted(JSON.stringify(call.body))}`]),
    ...(call.upload === undefined ? [] : [CURL_UPLOADS[call.upload]]),
    ...(call.answer === 'text/event-stream' ? ['-N'] : isJson(call) ? [] : ['-o answer']),
  ];
  return lines.join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typeScriptOf(call: SampleCall): string {
  const params = [
    ...(Object.keys(call.params).length > 0 ? [`path: ${literal(call.params)}`] : []),
    ...(Object.keys(call.query).length > 0 ? [`query: ${literal(call.query)}`] : []),
  ];
  const options = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(call.body === undefined ? [] : [`body: ${literal(call.body)}`]),
    ...(call.upload === undefined ? [] : TYPESCRIPT_UPLOADS[call.upload]),
    ...(isJson(call) ? [] : [`parseAs: '${call.answer === 'text/event-stream' ? 'stream' : 'blob'}'`]),
  ];
  const inside = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  return `const { data, error, response } = await api.${call.method}('${call.path}'${inside});`;
}

/** JSON in JavaScript syntax: property names without quotes. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, part]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(part)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function pythonOf(call: SampleCall): string {
  const query = Object.keys(call.query).length === 0 ? [] : [`params=${pythonLiteral(call.query)}`];
  const options = [
    ...query,
    ...(call.body === undefined ? [] : [`json=${pythonLiteral(call.body)}`]),
    ...(call.upload === undefined ? [] : PYTHON_UPLOADS[call.upload]),
    ...(isJson(call) ? [] : ['stream=True']),
  ];
  const place = addressOf({ ...call, query: {} });
  const inside = [`VAULT + '${place}'`, ...options].join(', ');
  return `answer = vault.${call.method.toLowerCase()}(${inside})
answer.raise_for_status()
${isJson(call) ? 'print(answer.json())' : call.answer === 'text/event-stream' ? 'for line in answer.iter_lines():\n    print(line.decode())' : "open('answer', 'wb').write(answer.content)"}`;
}

function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${pythonLiteral(part)}`,
  );
  return `{${fields.join(', ')}}`;
}
