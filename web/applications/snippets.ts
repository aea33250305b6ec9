/**
 * What somebody copies after making an application: a token, a first call, a file of settings. With real values, and such
 * that they run as they are pasted. Pure.
 */
import { type OperationId, operationTable } from '../../client/operations.ts'
import { firstPartyScopes, type Scope } from '../../contract/scopes.ts'
import type { Example } from '../ui/code-example.ts'

export type Credentials = { clientId: string; secret: string }

type FirstCall = 'list_pulses' | 'list_teams' | 'list_check_ins' | 'list_insights' | 'get_me'

/** The first call that the scopes allow without a person, the most telling first. */
const firstCalls: readonly {
  scope: string
  operation: OperationId
  label: FirstCall
}[] = [
  { scope: 'pulses:read', operation: 'listPulses', label: 'list_pulses' },
  { scope: 'teams:read', operation: 'listTeams', label: 'list_teams' },
  { scope: 'checkins:read', operation: 'listCheckIns', label: 'list_check_ins' },
  { scope: 'insights:read', operation: 'listInsights', label: 'list_insights' },
]

/** @returns its path, and the text that names it */
export function firstCallOf(scopes: readonly string[]): { path: string; label: FirstCall } {
  const { operation, label } = firstCalls.find(({ scope }) => scopes.includes(scope)) ?? {
    operation: 'getMe' as const,
    label: 'get_me',
  }
  return { path: operationTable[operation].split(' ')[1], label }
}

const bodyOf = ({ clientId, secret }: Credentials): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: secret,
})

export const tokenRequest = (credentials: Credentials) => ({
  path: '/oauth/token',
  body: JSON.stringify(bodyOf(credentials)),
})

export const tokenExamples = (apiUrl: string, credentials: Credentials): Example[] => [
  {
    language: 'curl',
    code: [
      `export TOKEN=$(curl -s ${apiUrl}/oauth/token -d grant_type=client_credentials \\`,
      `  -u ${credentials.clientId}:${credentials.secret} \\`,
      String.raw`  | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`,
    ].join('\n'),
  },
  {
    language: 'TypeScript',
    code: [
      `const reply = await fetch('${apiUrl}/oauth/token', {`,
      `  method: 'POST',`,
      `  headers: { 'content-type': 'application/json' },`,
      `  body: JSON.stringify({`,
      ...Object.entries(bodyOf(credentials)).map(([name, value]) => `    ${name}: '${value}',`),
      `  }),`,
      `})`,
      `const { access_token: token } = await reply.json()`,
    ].join('\n'),
  },
  {
    language: 'Python',
    code: [
      `import json, urllib.parse, urllib.request`,
      ``,
      `fields = urllib.parse.urlencode({`,
      ...Object.entries(bodyOf(credentials)).map(([name, value]) => `    "${name}": "${value}",`),
      `}).encode()`,
      `token = json.load(urllib.request.urlopen("${apiUrl}/oauth/token", fields))["access_token"]`,
    ].join('\n'),
  },
]

/** Where the command line waits for the browser, by any port. */
const commandLineUri = 'http://127.0.0.1/callback'

type Registered = {
  client_id: string
  kind: string
  redirect_uris: readonly string[]
  scopes: readonly string[]
}

/** For an application on people's devices that lets the command line sign in, its own token; otherwise one by the command line's application. */
export const ownTokenExamples = (
  apiUrl: string,
  { client_id, kind, redirect_uris, scopes }: Registered,
): Example[] => {
  const isOwn = kind === 'public' && redirect_uris.includes(commandLineUri)
  const granted = isOwn ? scopes : scopes.filter((scope) => firstPartyScopes.includes(scope as Scope))
  return [
    {
      language: 'Shell',
      code: [
        `export TOKEN=$(npm run -s sonde -- token --as-me --url ${apiUrl} \\`,
        `  ${isOwn ? `--client-id ${client_id} ` : ''}--scope "${granted.join(' ')}")`,
      ].join('\n'),
    },
  ]
}

/** `checkIns` of `/api/check-ins`: another name than in the block above, as both make one file. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Goes on where `tokenExamples` ends: in TypeScript and Python both make one file.
 * @param token  null: not made yet, so a variable stands for it
 */
export const callExamples = (apiUrl: string, path: string, token: string | null): Example[] => [
  {
    language: 'curl',
    code: [
      `curl -s ${apiUrl}${path} \\`,
      `  -H ${token === null ? '"authorization: Bearer $TOKEN"' : `'authorization: Bearer ${token}'`}`,
    ].join('\n'),
  },
  {
    language: 'TypeScript',
    code: [
      `const ${nameOf(path)} = await fetch('${apiUrl}${path}', {`,
      `  headers: { authorization: \`Bearer \${token}\` },`,
      `})`,
      `console.log(await ${nameOf(path)}.json())`,
    ].join('\n'),
  },
  {
    language: 'Python',
    code: [
      `request = urllib.request.Request("${apiUrl}${path}", headers={"authorization": "Bearer " + token})`,
      `print(json.load(urllib.request.urlopen(request)))`,
    ].join('\n'),
  },
]

/** A program of its own, which reads the token of `ownTokenExamples` from the terminal that it was exported in. */
export const ownCallExamples = (apiUrl: string, path: string): Example[] =>
  callExamples(apiUrl, path, null).map((example) => {
    if (example.language === 'TypeScript')
      return { ...example, code: `const token = process.env.TOKEN\n${example.code}` }
    if (example.language === 'Python')
      return {
        ...example,
        code: `import json, os, urllib.request\n\ntoken = os.environ["TOKEN"]\n${example.code}`,
      }
    return example
  })

export const envFile = (apiUrl: string, { clientId, secret }: Credentials): string =>
  [`SONDE_URL=${apiUrl}`, `SONDE_CLIENT_ID=${clientId}`, `SONDE_CLIENT_SECRET=${secret}`, ''].join('\n')

/** Where an application sends a person who is to allow it; the challenge is made again for each. */
export const authorizeAddress = (
  siteUrl: string,
  { clientId, redirectUri, scopes }: { clientId: string; redirectUri: string; scopes: readonly string[] },
): string =>
  [
    `${siteUrl}/oauth/authorize?response_type=code`,
    `  &client_id=${clientId}`,
    `  &redirect_uri=${encodeURIComponent(redirectUri)}`,
    `  &scope=${scopes.join('+')}`,
    `  &state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256`,
  ].join('\n')
