/**
 * Slack's side of an installation: the address where a person allows the app, the code that comes back, and the end of a token. Only the
 * configured host is called, for 10 seconds, without redirects. Nothing of a reply but its error code leaves this file unread.
 * Source: Slack, "Installing with OAuth"; oauth.v2.access; auth.revoke.
 */
import type { Config } from '../config.ts'

/** The app that the operator has registered at Slack, and where Slack's API is. */
export type SlackApp = NonNullable<Config['slack']['app']> & Pick<Config['slack'], 'apiUrl'>

/** What the bot needs: messages to people. Nothing that reads. */
export const botScopes = ['chat:write'] as const

export type Installed = {
  readonly token: string
  readonly teamId: string
  readonly name: string
  readonly appId: string
  readonly botUserId: string
}

/**
 * whole_enterprise  the app was installed on all of an enterprise, whose tokens belong to no single workspace
 * token_rotation    the app's tokens expire, which is off in its manifest
 */
export type InstallFault = 'refused' | 'whole_enterprise' | 'token_rotation' | 'silent'

const limitMs = 10_000

export function authorizeUrl({ clientId, apiUrl }: SlackApp, state: string, redirectUri: string): string {
  const url = new URL('/oauth/v2/authorize', apiUrl)
  url.search = new URLSearchParams({
    client_id: clientId,
    scope: botScopes.join(','),
    redirect_uri: redirectUri,
    state,
  }).toString()
  return url.href
}

/** Exchanges a code for the token of the bot in one workspace. */
export async function exchangeCode(
  { clientId, clientSecret, apiUrl }: SlackApp,
  code: string,
  redirectUri: string,
): Promise<Installed | InstallFault> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const reply = await post(`${apiUrl}/oauth.v2.access`, `Basic ${basic}`, { code, redirect_uri: redirectUri })
  if (reply === null) return 'silent'
  if (reply.ok !== true) return 'refused'
  if (reply.is_enterprise_install === true) return 'whole_enterprise'
  if (reply.expires_in !== undefined || reply.refresh_token !== undefined) return 'token_rotation'
  const { team, access_token: token, app_id: appId, bot_user_id: botUserId, token_type: type } = reply
  const teamId = textIn(team, 'id')
  if (
    type !== 'bot' ||
    typeof token !== 'string' ||
    typeof appId !== 'string' ||
    typeof botUserId !== 'string' ||
    teamId === null ||
    !/^T[A-Z0-9]{2,30}$/.test(teamId)
  )
    return 'refused'
  const name = (textIn(team, 'name') ?? teamId).slice(0, 200)
  return { token, teamId, name, appId, botUserId }
}

/** @returns whether Slack says that the token is revoked, by this or before */
export async function revokeToken({ apiUrl }: Pick<SlackApp, 'apiUrl'>, token: string): Promise<boolean> {
  const reply = await post(`${apiUrl}/auth.revoke`, `Bearer ${token}`, {})
  return (
    reply?.ok === true || ['token_revoked', 'invalid_auth', 'account_inactive'].includes(String(reply?.error))
  )
}

type Reply = Readonly<Record<string, unknown>>

/** @returns null  no answer that can be read */
async function post(
  url: string,
  authorization: string,
  fields: Record<string, string>,
): Promise<Reply | null> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    const body: unknown = reply.status === 200 ? await reply.json() : null
    return typeof body === 'object' ? (body as Reply | null) : null
  } catch {
    return null
  }
}

function textIn(value: unknown, member: string): string | null {
  const found: unknown =
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === member)?.[1]
      : null
  return typeof found === 'string' ? found : null
}
