/** `sonde-server doctor`: one line for each thing that the service needs, and what to do where it is missing. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { messageOf } from '../caught.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isMigrated } from '../db/migrate.ts'
import { serverVersion } from '../db/server-version.ts'
import { sealedClientSecrets, sealedFactors, withoutAdmin } from '../identity/identity.ts'
import { keyFileOf, type SealedBy, sealingBy } from '../sealing.ts'
import { startAnalyst } from '../text/text.ts'
import { countLostKeys, keyStoreFault, keyStorePlace } from '../vault/vault.ts'
import { sealedSlackTokens } from '../slack-workspaces/slack-workspaces.ts'
import { sealedWebhooks } from '../webhooks/webhooks.ts'
import { withDatabase } from './open.ts'

/** Also before it happens: a store that cannot be reached, and collections whose keys are not in it. */
async function keyStoreLine({ tx }: Db): Promise<[boolean, string]> {
  const fault = await keyStoreFault(tx)
  if (fault !== null) return [false, `key store: ${fault}`]
  const lost = await countLostKeys(tx)
  return [
    lost === 0,
    `keys of open anonymous collections in ${keyStorePlace(tx)}; leave it out of backups` +
      (lost === 0 ? '' : `. ${lost} of them are lost: the answers to those collections cannot be read`),
  ]
}

/** A lost key breaks every authenticator app and every webhook, and nothing else says so before somebody signs in. */
async function secretsKeyLine(config: Config, { tx }: Db): Promise<[boolean, string]> {
  const file = keyFileOf(config)
  const factors = await sealedFactors(tx)
  const receivers = await sealedWebhooks(tx)
  const slackTokens = await sealedSlackTokens(tx)
  const clients = await sealedClientSecrets(tx)
  const isNeeded = factors.length + receivers.length + slackTokens.length + clients.length > 0
  if (!isNeeded && config.secretsKeyFile === null && !existsSync(file))
    return [true, `secrets of authenticator apps and webhooks: the first one makes their key, ${file}`]
  const sealing = sealingBy(file, false)
  try {
    // Read whether or not anything is sealed yet.
    sealing.holdsKeyOf(Buffer.alloc(0))
    const lostOf = (all: SealedBy[]): number =>
      all.filter((one) => !sealing.holdsKeyOf(one.key_id)).reduce((sum, { count }) => sum + count, 0)
    const [apps, webhooks, workspaces] = [lostOf(factors), lostOf(receivers), lostOf(slackTokens)]
    const lostClients = lostOf(clients)
    const ofSlack = workspaces > 0 ? `${workspaces} tokens of Slack workspaces, ` : ''
    const ofProviders = lostClients > 0 ? `${lostClients} secrets of identity providers, ` : ''
    if (apps + webhooks + workspaces + lostClients > 0)
      return [
        false,
        `${file} lacks a key that sealed ${ofSlack}${ofProviders}${apps} secrets of authenticator apps and ${webhooks} of webhooks: put it back as a line of that file`,
      ]
    return [
      true,
      `secrets of authenticator apps and webhooks are sealed by ${file}; keep a copy of it, apart from backups of the database`,
    ]
  } catch (error) {
    return [false, `secrets of authenticator apps and webhooks: ${messageOf(error)}`]
  }
}

/** They are shut out until the operator makes an admin. */
async function adminLine({ tx }: Db): Promise<[boolean, string]> {
  const shutOut = await withoutAdmin(tx)
  return shutOut.length === 0
    ? [true, 'every organisation has an admin who can sign in']
    : [
        false,
        `no admin can sign in: ${shutOut.map(({ id, name }) => `${name} (${id})`).join(', ')}. Make one: sonde-server admin EMAIL --organisation ID`,
      ]
}

/** It is loaded here as the service loads it at its start, and put away again. */
async function textModelLine(folder: string): Promise<[boolean, string]> {
  const analyst = startAnalyst({ model: { folder } })
  try {
    const model = await analyst.load()
    return [
      true,
      `model of texts “${model?.name}” (${model?.version}) for ${model?.languages.join(', ')}, from ${folder}`,
    ]
  } catch (error) {
    return [false, `model of texts in ${folder}: ${messageOf(error)}`]
  } finally {
    await analyst.stop()
  }
}

/** The service may be running, which is not a fault. */
async function portLine({ port, host }: Config): Promise<[boolean, string]> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => server.close(() => resolve(true)))
  })
  return [
    true,
    `port ${port} of ${host} (SONDE_PORT), ${isFree ? 'free' : 'in use: by the service, if it is running; otherwise set another'}`,
  ]
}

export async function doctor(): Promise<void> {
  const lines: [boolean, string][] = [
    [Number(process.versions.node.split('.')[0]) >= 26, `Node ${process.versions.node} (26 or newer)`],
  ]
  try {
    await withDatabase(async ({ config, db }) => {
      const { version, major } = await serverVersion(db.tx)
      lines.push([
        major >= 15,
        `PostgreSQL ${version}, ${config.databaseUrl ? 'by DATABASE_URL' : `embedded in ${config.dataDir}`} (15 or newer)`,
      ])
      lines.push(await portLine(config))
      lines.push([await isMigrated(db), 'migrations applied'])
      lines.push(await keyStoreLine(db))
      lines.push(await secretsKeyLine(config, db))
      lines.push(await adminLine(db))
      if (config.textModel !== null) lines.push(await textModelLine(config.textModel))
      const real = [
        config.smtpUrl && 'e-mail by SMTP',
        config.slack.token !== null && 'Slack',
        config.webhooksOn && 'Teams and chat by webhook',
        config.sms && `SMS by ${new URL(config.sms.url).host}`,
      ].filter(Boolean)
      if (config.microsoftTeams !== null)
        lines.push([true, 'Microsoft Teams in the tenants that organisations connect'])
      if (config.slack.app !== null) lines.push([true, 'Slack in the workspaces that organisations connect'])
      lines.push([
        true,
        real.length > 0
          ? `messages: ${real.join(', ')}`
          : `messages of every channel into the outbox, ${config.dataDir}/outbox`,
      ])
      lines.push([
        true,
        config.trustedProxies.length > 0
          ? `callers by X-Forwarded-For of ${config.trustedProxies.join(', ')}`
          : 'callers by their own address: behind a proxy, set SONDE_TRUSTED_PROXIES',
      ])
      lines.push([
        true,
        config.rateLimits === null
          ? 'no rate limits (SONDE_RATE_LIMITS=off)'
          : `requests a minute: ${Object.entries(config.rateLimits)
              .map(([kind, limit]) => `${kind} ${limit}`)
              .join(', ')}`,
      ])
      lines.push([true, config.idp ? `sign-in by ${config.idp.issuer}` : 'sign-in by the embedded provider'])
    })
  } catch (error) {
    lines.push([false, messageOf(error)])
  }
  for (const [well, text] of lines) console.log(`${well ? 'ok   ' : 'FAULT'} ${text}`)
  if (lines.some(([well]) => !well)) process.exitCode = 1
}
