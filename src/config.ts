/**
 * Configuration: environment → checked values. Every fault is reported in a line of its own; the process then ends with exit code 78
 * (EX_CONFIG of sysexits).
 */
import { join, resolve } from 'node:path'
import { isOneOf } from '../contract/fields.ts'
import { type ProfileName, profileNames } from '../contract/identity-providers.ts'

export type Config = {
  readonly port: number
  readonly host: string
  /** null: the address that the server listens at */
  readonly baseUrl: string | null
  readonly developerUrl: string | null
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Where the keys of open anonymous collections are; never in the database. */
  readonly keyStore:
    | { readonly kind: 'directory'; readonly folder: string }
    | {
        readonly kind: 'server'
        /** Of the mount, without a slash at the end: https://vault.example:8200/v1/sonde */
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
  /** Opens /metrics to other machines; null: to this machine only. */
  readonly metricsToken: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** null: bounces go to the address of mailFrom */
  readonly mailBouncesTo: string | null
  /** A Maildir that bounces arrive in. */
  readonly bouncesMaildir: string | null
  /** Messages a second; null: no limit. */
  readonly emailPerSecond: number | null
  /** token: null where no workspace is configured; signingSecret: null where answering in Slack is off */
  readonly slack: {
    readonly token: string | null
    readonly apiUrl: string
    readonly signingSecret: string | null
    readonly perSecond: number
  }
  /** Messages to incoming webhooks (Teams, chat) are sent. */
  readonly webhooksOn: boolean
  readonly webhooksPerSecond: number
  /**
   * An OpenAI-compatible server that may put findings into words, for organisations that agree. The operator names it, so it may be
   * private or loopback; null: there is none.
   */
  readonly languageModel: { readonly url: string; readonly key: string | null; readonly model: string } | null
  /** Addresses from callers may name loopback: for tests and local use. */
  readonly allowLocalReceivers: boolean
  readonly role: 'all' | 'api' | 'worker'
  readonly rateLimits: boolean
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly production: boolean
  /** Whether applications without a secret may be registered; `on`: metadata offers them too (`none`). */
  readonly publicApplications: 'on' | 'unlisted' | 'off'
  /** The embedded provider may run in production, for trials. */
  readonly allowEmbeddedIdp: boolean
}

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const roles = ['all', 'api', 'worker'] as const
const metricsTokenLengthMin = 16
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** @throws ConfigError  one line for each fault */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
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
  const port = (): number => {
    const value = text('SONDE_PORT') ?? '4000'
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
      faults.push('SONDE_PORT must be a number from 0 to 65535')
    return Number(value)
  }
  const perSecond = <T>(name: string, fallback: T): number | T => {
    const value = text(name)
    if (value === null) return fallback
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(value) || Number(value) <= 0)
      faults.push(`${name} must be a number above 0: messages a second`)
    return Number(value)
  }
  const slack = (): Config['slack'] => {
    const token = text('SONDE_SLACK_BOT_TOKEN')
    const signingSecret = text('SONDE_SLACK_SIGNING_SECRET')
    if (token === null && signingSecret !== null)
      faults.push('SONDE_SLACK_SIGNING_SECRET needs SONDE_SLACK_BOT_TOKEN')
    return {
      token,
      signingSecret,
      apiUrl: (url('SONDE_SLACK_API_URL', ['http:', 'https:']) ?? 'https://slack.com/api').replace(/\/$/, ''),
      perSecond: perSecond('SONDE_SLACK_PER_SECOND', 20),
    }
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
    const parties = (text('SONDE_IDP_AUTHORIZED_PARTIES') ?? '').split(/[\s,]+/).filter(Boolean)
    if (issuer === null) {
      if (audience || clientId || parties.length > 0)
        faults.push(
          'SONDE_IDP_AUDIENCE, SONDE_IDP_CLIENT_ID and SONDE_IDP_AUTHORIZED_PARTIES need SONDE_IDP_ISSUER',
        )
      return null
    }
    if (profile === 'clerk' && parties.length === 0)
      faults.push('SONDE_IDP_PROFILE=clerk needs SONDE_IDP_AUTHORIZED_PARTIES, the origins of your pages')
    const { protocol, hostname } = new URL(issuer)
    if (protocol !== 'https:' && !isLoopback(hostname))
      faults.push('SONDE_IDP_ISSUER must be https, except on loopback')
    return { issuer, profile, audience, clientId, parties }
  }

  const config: Config = {
    port: port(),
    host: text('SONDE_HOST') ?? '127.0.0.1',
    baseUrl: origin('SONDE_BASE_URL'),
    developerUrl: origin('SONDE_DEVELOPER_URL'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir,
    keyStore: keyStore(),
    idp: idp(),
    smtpUrl: url('SONDE_SMTP_URL', ['smtp:', 'smtps:']),
    metricsToken: text('SONDE_METRICS_TOKEN'),
    mailFrom: text('SONDE_MAIL_FROM') ?? 'Sonde <no-reply@sonde.localhost>',
    mailBouncesTo: text('SONDE_MAIL_BOUNCES_TO'),
    bouncesMaildir: folder('SONDE_BOUNCES_MAILDIR'),
    emailPerSecond: perSecond('SONDE_EMAIL_PER_SECOND', null),
    slack: slack(),
    // A trial may have imported real people: nothing is sent before a real channel is set up.
    webhooksOn:
      choice(
        'SONDE_WEBHOOK_CHANNELS',
        ['on', 'off'],
        text('SONDE_SMTP_URL') || text('SONDE_SLACK_BOT_TOKEN') ? 'on' : 'off',
      ) === 'on',
    webhooksPerSecond: perSecond('SONDE_WEBHOOKS_PER_SECOND', 20),
    languageModel: languageModel(),
    allowLocalReceivers: choice('SONDE_ALLOW_LOCAL_RECEIVERS', ['yes', 'no'], 'no') === 'yes',
    role: choice('SONDE_ROLE', roles, 'all'),
    rateLimits: choice('SONDE_RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    logLevel: choice('SONDE_LOG_LEVEL', levels, 'info'),
    production: text('NODE_ENV') === 'production',
    publicApplications: choice('SONDE_PUBLIC_APPLICATIONS', ['on', 'unlisted', 'off'], 'unlisted'),
    allowEmbeddedIdp: choice('SONDE_ALLOW_EMBEDDED_IDP', ['yes', 'no'], 'no') === 'yes',
  }
  if (config.role === 'worker' && config.baseUrl === null) {
    faults.push(
      'SONDE_ROLE=worker needs SONDE_BASE_URL: a worker serves no address of its own, and its messages hold links',
    )
  }
  if (config.metricsToken !== null && config.metricsToken.length < metricsTokenLengthMin)
    faults.push(`SONDE_METRICS_TOKEN must have at least ${metricsTokenLengthMin} characters`)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
