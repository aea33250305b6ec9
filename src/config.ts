/**
 * Configuration: environment → checked values. Every fault is reported in its own line; the process then ends with exit code 78
 * (EX_CONFIG of sysexits).
 */
import { Resolver } from 'node:dns'
import { join, resolve } from 'node:path'
import { isOneOf } from '../contract/fields.ts'
import { type ProfileName, profileNames } from '../contract/identity-providers.ts'
import { type RateClass, rateLimits } from '../contract/limits.ts'
import { isNetwork } from './config/networks.ts'
import { profileFaults } from './config/idp-profile.ts'
import { type MicrosoftTeams, microsoftTeams } from './config/microsoft-teams.ts'
import { type Sms, sms } from './config/sms.ts'
import { withFiles } from './config/secret-files.ts'

export type Config = {
  readonly port: number
  readonly host: string
  /** Where a worker answers probes and metrics, and nothing else; null: it listens nowhere. */
  readonly workerPort: number | null
  /** How long a process that ends is not ready and serves all the same, until balancers have seen it. */
  readonly drainSeconds: number
  /** null: the address that the server listens at */
  readonly baseUrl: string | null
  readonly developerUrl: string | null
  readonly databaseUrl: string | null
  /** A streaming replica of that database, for reads; null: there is none. */
  readonly databaseReplicaUrl: string | null
  readonly dataDir: string
  /** Where the keys of open anonymous collections are; never in the database. */
  readonly keyStore:
    | { readonly kind: 'directory'; readonly folder: string }
    | {
        readonly kind: 'server'
        /** The address of the mount, without a slash at the end: https://vault.example:8200/v1/sonde */
        readonly url: string
        /** One of the two is set. */
        readonly token: string | null
        readonly tokenFile: string | null
        readonly namespace: string | null
      }
  /** null: the embedded provider */
  readonly idp: {
    issuer: string
    profile: ProfileName
    audience: string | null
    clientId: string | null
    /** Allowed values of `azp`; empty: it is not checked. */
    parties: readonly string[]
  } | null
  /** Addresses, networks and names (loopback, linklocal, uniquelocal) of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** The value of Strict-Transport-Security; null: none is sent. */
  readonly hsts: string | null
  /** URIs for /.well-known/security.txt, the preferred one first; empty: there is no such file. */
  readonly securityContacts: readonly string[]
  /** Opens /metrics; null: the key that is printed at the start does, from this machine, and in production nothing. */
  readonly metricsToken: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** null: bounces go to the address of mailFrom */
  readonly mailBouncesTo: string | null
  /** A Maildir that bounces arrive in. */
  readonly bouncesMaildir: string | null
  /** DNS servers that are asked about organisations’ domains, as `ip` or `ip:port`; empty: those of the machine. */
  readonly dnsServers: readonly string[]
  /** Messages a second; null: no limit. */
  readonly emailPerSecond: number | null
  /** token: of the operator's own workspace, null where none is; signingSecret: null where answering in Slack is off */
  readonly slack: {
    readonly token: string | null
    /** By which organisations connect workspaces of their own; null: they cannot. */
    readonly app: { readonly clientId: string; readonly clientSecret: string } | null
    readonly apiUrl: string
    readonly signingSecret: string | null
    readonly perSecond: number
  }
  /** null: there is no app for Microsoft Teams */
  readonly microsoftTeams: MicrosoftTeams | null
  /** null: there is no gateway for SMS */
  readonly sms: Sms | null
  /** Messages to incoming webhooks (Teams, chat) are sent. */
  readonly webhooksOn: boolean
  readonly webhooksPerSecond: number
  /** Networks that webhooks of applications may lead into, though they are not public. `yes` in their place names loopback (allowLocalReceivers). */
  readonly webhookPrivateAddresses: readonly string[]
  /** Holds the keys that seal secrets; null: a file of the data directory, which is made. */
  readonly secretsKeyFile: string | null
  /**
   * An OpenAI-compatible server that may put findings into words, for organisations that agree. The operator names it, so it may be
   * private or loopback; null: there is none.
   */
  readonly languageModel: { readonly url: string; readonly key: string | null; readonly model: string } | null
  /** The folder of a model that scores texts in its languages (text/local-model/); null: there is none. */
  readonly textModel: string | null
  /** Addresses from callers may name loopback: for tests and local use. */
  readonly allowLocalReceivers: boolean
  readonly role: 'all' | 'api' | 'worker'
  /** Requests a minute by class; null: there are no limits. */
  readonly rateLimits: Readonly<Record<RateClass, number>> | null
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly production: boolean
  /** Whether applications without a secret may be registered; `on`: metadata offers them too (`none`). */
  readonly publicApplications: 'on' | 'unlisted' | 'off'
  /** The embedded provider may run in production, for trials. */
  readonly allowEmbeddedIdp: boolean
}

export type { MicrosoftTeams } from './config/microsoft-teams.ts'
export type { Sms } from './config/sms.ts'

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const roles = ['all', 'api', 'worker'] as const
const databaseProtocols = ['postgres:', 'postgresql:']
const metricsTokenLengthMin = 16
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'] as const // as proxy-addr names them

/** The names of the classes in SONDE_RATE_LIMITS. */
const rateSettings = {
  reads: 'read',
  writes: 'write',
  tokens: 'token',
  exports: 'export',
  bulk: 'bulk',
  directory: 'directory',
  guesses: 'guess',
  secrets: 'secret',
  links: 'link',
} as const satisfies Record<string, RateClass>

const yearSeconds = 31_536_000

/** @throws ConfigError  one line for each fault */
export function readConfig(given: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const env = withFiles(given, faults)
  const text = (name: string): string | null => env[name]?.trim() || null

  const url = (name: string, protocols: string[]): string | null => {
    const value = text(name)
    if (value === null) return null
    const parsed = URL.parse(value)
    if (!parsed || !protocols.includes(parsed.protocol)) {
      faults.push(`${name} must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
      return null
    }
    return value
  }
  /** An origin without path or slash at the end, since issuer and redirect targets are compared byte for byte. */
  const origin = (name: string): string | null => {
    const value = url(name, ['http:', 'https:'])
    if (value === null) return null
    if (URL.parse(value)?.origin !== value) {
      faults.push(`${name} must be an origin such as https://sonde.example, without path or slash at the end`)
      return null
    }
    return value
  }
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback
    if (isOneOf(values, value)) return value
    faults.push(`${name} must be one of ${values.join(', ')}`)
    return fallback
  }
  const whole = <T>(name: string, fallback: T, most: number): number | T => {
    const value = text(name)
    if (value === null) return fallback
    if (!/^\d{1,5}$/.test(value) || Number(value) > most)
      faults.push(`${name} must be a number from 0 to ${most}`)
    return Number(value)
  }
  const port = <T>(name: string, fallback: T): number | T => whole(name, fallback, 65_535)
  const perSecond = <T>(name: string, fallback: T): number | T => {
    const value = text(name)
    if (value === null) return fallback
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(value) || Number(value) <= 0)
      faults.push(`${name} must be a number above 0: messages a second`)
    return Number(value)
  }
  const dnsServers = (): string[] => {
    const servers = (text('SONDE_DNS_SERVERS') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    try {
      new Resolver().setServers(servers)
    } catch {
      faults.push(
        'SONDE_DNS_SERVERS must be IP addresses separated by commas, such as 192.0.2.53,[2001:db8::53]:5353',
      )
    }
    return servers
  }
  const slack = (): Config['slack'] => {
    const token = text('SONDE_SLACK_BOT_TOKEN')
    const signingSecret = text('SONDE_SLACK_SIGNING_SECRET')
    const clientId = text('SONDE_SLACK_CLIENT_ID')
    const clientSecret = text('SONDE_SLACK_CLIENT_SECRET')
    if ((clientId === null) !== (clientSecret === null))
      faults.push('SONDE_SLACK_CLIENT_ID and SONDE_SLACK_CLIENT_SECRET need one another')
    if (token === null && clientId === null && signingSecret !== null)
      faults.push('SONDE_SLACK_SIGNING_SECRET needs SONDE_SLACK_BOT_TOKEN or SONDE_SLACK_CLIENT_ID')
    // Without it nobody would hear that the app was removed in a workspace.
    if (clientId !== null && signingSecret === null)
      faults.push('SONDE_SLACK_CLIENT_ID needs SONDE_SLACK_SIGNING_SECRET')
    return {
      token,
      app: clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null,
      signingSecret,
      apiUrl: (url('SONDE_SLACK_API_URL', ['http:', 'https:']) ?? 'https://slack.com/api').replace(/\/$/, ''),
      perSecond: perSecond('SONDE_SLACK_PER_SECOND', 20),
    }
  }
  const list = (name: string): string[] => (text(name) ?? '').split(/[\s,]+/).filter(Boolean)
  const networks = (name: string, names: readonly string[]): string[] => {
    const found = list(name)
    const or = names.length > 0 ? `, or ${names.join(', ')}` : ''
    if (!found.every((one) => isOneOf(names, one) || isNetwork(one)))
      faults.push(
        `${name} must list addresses, networks such as 10.0.0.0/8${or}; IPv4 is written as such, not as ::ffff:10.0.0.0/104`,
      )
    return found
  }
  const rates = (): Config['rateLimits'] => {
    const value = text('SONDE_RATE_LIMITS') ?? 'on'
    if (value === 'off') return null
    const chosen: Record<RateClass, number> = { ...rateLimits }
    for (const entry of value === 'on' ? [] : list('SONDE_RATE_LIMITS')) {
      const [, name = '', limit = ''] = /^([a-z]+)=([1-9]\d{0,6})$/.exec(entry) ?? []
      if (isOneOf(Object.keys(rateSettings), name))
        chosen[rateSettings[name as keyof typeof rateSettings]] = Number(limit)
      else
        faults.push(
          `SONDE_RATE_LIMITS must be on, off, or requests a minute such as reads=600,writes=120; the classes are ${Object.keys(rateSettings).join(', ')}`,
        )
    }
    return chosen
  }
  const hsts = (): string | null => {
    const value = text('SONDE_HSTS')
    const isHttps = [text('SONDE_BASE_URL'), text('SONDE_DEVELOPER_URL') ?? 'https:'].every((one) =>
      one?.startsWith('https:'),
    )
    if (value === null) return isHttps ? `max-age=${yearSeconds}` : null
    if (value === 'off') return null
    const [, seconds, rest = ''] = /^(\d{1,9})((?: includeSubDomains(?: preload)?)?)$/.exec(value) ?? []
    if (seconds === undefined)
      faults.push('SONDE_HSTS must be off, or seconds, which includeSubDomains and preload may follow')
    if (!isHttps) faults.push('SONDE_HSTS needs SONDE_BASE_URL and SONDE_DEVELOPER_URL that are https')
    return `max-age=${seconds}${rest.replaceAll(' ', '; ')}`
  }
  const securityContacts = (): string[] => {
    const contacts = list('SONDE_SECURITY_CONTACT')
    if (
      !contacts.every(
        (one) => /^(?:mailto:[^@]+@[^@]+|tel:\+?[\d-]+|https:\/\/.+)$/.test(one) && URL.canParse(one),
      )
    )
      faults.push('SONDE_SECURITY_CONTACT must list URIs that start with mailto:, https:// or tel:')
    return contacts
  }
  const languageModel = (): Config['languageModel'] => {
    const address = url('SONDE_LANGUAGE_MODEL_URL', ['http:', 'https:'])
    const key = text('SONDE_LANGUAGE_MODEL_KEY')
    const model = text('SONDE_LANGUAGE_MODEL')
    if (address === null) {
      if (key !== null || model !== null)
        faults.push('SONDE_LANGUAGE_MODEL and SONDE_LANGUAGE_MODEL_KEY need SONDE_LANGUAGE_MODEL_URL')
      return null
    }
    if (model === null)
      faults.push('SONDE_LANGUAGE_MODEL_URL needs SONDE_LANGUAGE_MODEL, the name of the model')
    const parsed = URL.parse(address)
    if (parsed && (parsed.username || parsed.password || parsed.search || parsed.hash))
      faults.push(
        'SONDE_LANGUAGE_MODEL_URL must hold no name, password, query or fragment; the key is SONDE_LANGUAGE_MODEL_KEY',
      )
    return { url: address, key, model: model ?? '' }
  }
  const folder = (name: string): string | null => {
    const value = text(name)
    return value === null ? null : resolve(value)
  }
  const dataDir = resolve(text('SONDE_DATA_DIR') ?? '.sonde')
  const keyStore = (): Config['keyStore'] => {
    const place = text('SONDE_KEY_STORE')
    const token = text('SONDE_KEY_STORE_TOKEN')
    const tokenFile = folder('SONDE_KEY_STORE_TOKEN_FILE')
    const namespace = text('SONDE_KEY_STORE_NAMESPACE')
    if (place === null || !/^https?:/.test(place)) {
      if (token !== null || tokenFile !== null || namespace !== null)
        faults.push(
          'SONDE_KEY_STORE_TOKEN, SONDE_KEY_STORE_TOKEN_FILE and SONDE_KEY_STORE_NAMESPACE need SONDE_KEY_STORE, the URL of a KV v2 mount',
        )
      return { kind: 'directory', folder: place === null ? join(dataDir, 'keys') : resolve(place) }
    }
    if ((token === null) === (tokenFile === null))
      faults.push('SONDE_KEY_STORE needs either SONDE_KEY_STORE_TOKEN or SONDE_KEY_STORE_TOKEN_FILE')
    const parsed = URL.parse(place)
    if (!parsed || parsed.username || parsed.password || parsed.search || parsed.hash)
      faults.push('SONDE_KEY_STORE must be a directory, or a URL without name, password, query or fragment')
    else if (parsed.protocol !== 'https:' && !isLoopback(parsed.hostname))
      faults.push('SONDE_KEY_STORE must be https, except on loopback')
    return { kind: 'server', url: place.replace(/\/$/, ''), token, tokenFile, namespace }
  }
  const idp = (): Config['idp'] => {
    const issuer = url('SONDE_IDP_ISSUER', ['http:', 'https:'])
    const audience = text('SONDE_IDP_AUDIENCE')
    const clientId = text('SONDE_IDP_CLIENT_ID')
    const profile = choice('SONDE_IDP_PROFILE', profileNames, 'oidc')
    const parties = list('SONDE_IDP_AUTHORIZED_PARTIES')
    if (issuer === null) {
      if (audience || clientId || parties.length > 0)
        faults.push(
          'SONDE_IDP_AUDIENCE, SONDE_IDP_CLIENT_ID and SONDE_IDP_AUTHORIZED_PARTIES need SONDE_IDP_ISSUER',
        )
      return null
    }
    faults.push(...profileFaults(profile, clientId, parties))
    const { protocol, hostname } = new URL(issuer)
    if (protocol !== 'https:' && !isLoopback(hostname))
      faults.push('SONDE_IDP_ISSUER must be https, except on loopback')
    return { issuer, profile, audience, clientId, parties }
  }

  const config: Config = {
    port: port('SONDE_PORT', 4000),
    workerPort: port('SONDE_WORKER_PORT', null),
    drainSeconds: whole('SONDE_DRAIN_SECONDS', 0, 60),
    host: text('SONDE_HOST') ?? '127.0.0.1',
    baseUrl: origin('SONDE_BASE_URL'),
    developerUrl: origin('SONDE_DEVELOPER_URL'),
    databaseUrl: url('DATABASE_URL', databaseProtocols),
    databaseReplicaUrl: url('DATABASE_REPLICA_URL', databaseProtocols),
    dataDir,
    keyStore: keyStore(),
    idp: idp(),
    smtpUrl: url('SONDE_SMTP_URL', ['smtp:', 'smtps:']),
    trustedProxies: networks('SONDE_TRUSTED_PROXIES', proxyNames),
    hsts: hsts(),
    securityContacts: securityContacts(),
    metricsToken: text('SONDE_METRICS_TOKEN'),
    mailFrom: text('SONDE_MAIL_FROM') ?? 'Sonde <no-reply@sonde.localhost>',
    mailBouncesTo: text('SONDE_MAIL_BOUNCES_TO'),
    bouncesMaildir: folder('SONDE_BOUNCES_MAILDIR'),
    dnsServers: dnsServers(),
    emailPerSecond: perSecond('SONDE_EMAIL_PER_SECOND', null),
    slack: slack(),
    microsoftTeams: microsoftTeams({ text, url, perSecond, faults }),
    sms: sms({ url, list, perSecond, faults }),
    // A trial may have imported real people: nothing is sent before a real channel is set up.
    webhooksOn:
      choice(
        'SONDE_WEBHOOK_CHANNELS',
        ['on', 'off'],
        text('SONDE_SMTP_URL') || text('SONDE_SLACK_BOT_TOKEN') ? 'on' : 'off',
      ) === 'on',
    webhooksPerSecond: perSecond('SONDE_WEBHOOKS_PER_SECOND', 20),
    webhookPrivateAddresses: networks('SONDE_WEBHOOK_PRIVATE_ADDRESSES', ['yes']).filter(
      (one) => one !== 'yes',
    ),
    secretsKeyFile: folder('SONDE_SECRETS_KEY_FILE'),
    languageModel: languageModel(),
    textModel: folder('SONDE_TEXT_MODEL'),
    allowLocalReceivers: list('SONDE_WEBHOOK_PRIVATE_ADDRESSES').includes('yes'),
    role: choice('SONDE_ROLE', roles, 'all'),
    rateLimits: rates(),
    logLevel: choice('SONDE_LOG_LEVEL', levels, 'info'),
    production: text('NODE_ENV') === 'production',
    publicApplications: choice('SONDE_PUBLIC_APPLICATIONS', ['on', 'unlisted', 'off'], 'on'),
    allowEmbeddedIdp: choice('SONDE_ALLOW_EMBEDDED_IDP', ['yes', 'no'], 'no') === 'yes',
  }
  if (config.role === 'worker' && config.baseUrl === null) {
    faults.push(
      'SONDE_ROLE=worker needs SONDE_BASE_URL: a worker serves no pages of its own, and its messages hold links',
    )
  }
  if (config.databaseReplicaUrl !== null && text('DATABASE_URL') === null)
    faults.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replicas')
  if (config.workerPort !== null && config.role !== 'worker')
    faults.push('SONDE_WORKER_PORT needs SONDE_ROLE=worker: other roles answer probes at SONDE_PORT')
  if (config.metricsToken !== null && config.metricsToken.length < metricsTokenLengthMin)
    faults.push(`SONDE_METRICS_TOKEN must have at least ${metricsTokenLengthMin} characters`)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
