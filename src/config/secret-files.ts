/** Secrets that lie in files. */
import { readFileSync } from 'node:fs'

/** What may lie in a file that `NAME_FILE` names, as containers mount secrets. SONDE_KEY_STORE_TOKEN_FILE is read again each time: see keyStore. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SONDE_SMTP_URL',
  'SONDE_METRICS_TOKEN',
  'SONDE_SLACK_BOT_TOKEN',
  'SONDE_SLACK_SIGNING_SECRET',
  'SONDE_SLACK_CLIENT_SECRET',
  'SONDE_TEAMS_APP_SECRET',
  'SONDE_SMS_SECRET',
  'SONDE_LANGUAGE_MODEL_KEY',
] as const

/** The settings with the secrets of files among them; a line break at the end of a file is not part of its secret. */
export function withFiles(
  env: Record<string, string | undefined>,
  faults: string[],
): Record<string, string | undefined> {
  const read = { ...env }
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) faults.push(`${name} and ${name}_FILE are both set: one of them is enough`)
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (read[name] === '') faults.push(`${name}_FILE names an empty file`)
    } catch {
      faults.push(`${name}_FILE names ${path}, which cannot be read`)
    }
  }
  return read
}
