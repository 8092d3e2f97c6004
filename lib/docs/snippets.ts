/** A request as a reader makes it: to `$KAIRA`, with the key in `$KAIRA_KEY`. */
export interface SnippetRequest {
  method: string;
  /** With its query. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export const languages = ['curl', 'TypeScript', 'Python', 'PHP'] as const;
export type Language = (typeof languages)[number];

/**
 * One request in one language, whole: what is printed is the status and the body of the answer (of curl the body alone).
 * Needs curl, Node 20 with type stripping or any TypeScript, Python 3 with requests, or PHP 8 with curl.
 */
export function snippet(language: Language, request: SnippetRequest): string {
  return { curl, TypeScript: typescript, Python: python, PHP: php }[language](request);
}

function curl({ method, path, headers = {}, body }: SnippetRequest): string {
  const isPost = method === 'POST' && body !== undefined;
  const lines = [
    `curl${method === 'GET' || isPost ? '' : ` -X ${method}`} "$KAIRA${path}"`,
    '  -H "Authorization: Bearer $KAIRA_KEY"',
    ...Object.entries(headers).map(([name, value]) => `  -H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d ${inShell(indent(json(body), 2))}`]),
  ];
  return lines.join(' \\\n');
}

function typescript({ method, path, headers = {}, body }: SnippetRequest): string {
  const sent = [
    ['Authorization', `\`Bearer \${process.env.KAIRA_KEY}\``],
    ...Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)]),
    ...(body === undefined ? [] : [['Content-Type', '"application/json"']]),
  ];
  return [
    `const response = await fetch(\`\${process.env.KAIRA}${path}\`, {`,
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    '  headers: {',
    ...sent.map(([name = '', value]) => `    ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${value},`),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(json(body), 2)}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function python({ method, path, headers = {}, body }: SnippetRequest): string {
  const sent = [
    '        "Authorization": f"Bearer {os.environ[\'KAIRA_KEY\']}",',
    ...Object.entries(headers).map(
      ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
  ];
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['KAIRA']}${path}",`,
    '    headers={',
    ...sent,
    '    },',
    ...(body === undefined ? [] : [`    json=${indent(inPython(body), 4)},`]),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

function php({ method, path, headers = {}, body }: SnippetRequest): string {
  const sent = [
    "'Authorization: Bearer ' . getenv('KAIRA_KEY')",
    ...Object.entries(headers).map(([name, value]) => inPhp(`${name}: ${value}`)),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  return [
    '<?php',
    `$curl = curl_init(getenv('KAIRA') . ${inPhp(path)});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...sent.map((line) => `        ${line},`),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${indent(inPhp(body), 4)}),`]),
    ']);',
    '$answer = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), " ", $answer, "\\n";',
  ].join('\n');
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function inPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return inLines('[', value.map(inPython), ']', 4);
  const pairs = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inPython(each)}`);
  return inLines('{', pairs, '}', 4);
}

function inPhp(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return inLines('[', value.map(inPhp), ']', 4);
  const pairs = Object.entries(value).map(([name, each]) => `${inPhp(name)} => ${inPhp(each)}`);
  // An empty array would be sent as a list.
  return pairs.length === 0 ? '(object) []' : inLines('[', pairs, ']', 4);
}

function inLines(open: string, items: string[], close: string, by: number): string {
  if (items.length === 0) return open + close;
  return [open, ...items.map((item) => `${' '.repeat(by)}${indent(item, by)},`), close].join('\n');
}
