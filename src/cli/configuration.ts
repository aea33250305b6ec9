/** What a command reads from its environment. */
import { type Config, ConfigError, readConfig } from '../config.ts'

/** EX_CONFIG of sysexits. */
const exitConfiguration = 78

export function configuration(overrides: Record<string, string> = {}): Config {
  try {
    return readConfig({ ...process.env, ...overrides })
  } catch (error) {
    return refuse(error)
  }
}

/** A fault of the configuration is said in one line, and ends the process with the exit code of such faults. */
export function refuse(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  for (const fault of error.faults) console.error(fault)
  process.exit(exitConfiguration)
}
