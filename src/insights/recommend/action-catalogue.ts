/**
 * The catalogue of actions that a team may take: data/actions.yaml, checked against its schema when it is first needed (most processes
 * never write a report). A recommendation names an action by id and the catalogue's version.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { Static } from 'typebox'
import { actionEfforts, actionRoles } from '../../../contract/actions.ts'
import { driverIds } from '../../../contract/drivers.ts'
import { oneOf, strict } from '../../../contract/fields.ts'
import { Type } from '../../../contract/schema.ts'

const words = Type.String({ minLength: 3, maxLength: 200 })

const Entry = strict({
  id: Type.String({ pattern: '^[a-z_]+$' }),
  title: words,
  title_de: words,
  topics: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z_]+$' }), { minItems: 1 })),
  first_step: words,
  first_step_de: words,
  owner_role: oneOf(actionRoles),
  effort: oneOf(actionEfforts),
  measure: words,
  measure_de: words,
})

const entries = Type.Array(Entry, { minItems: 4, maxItems: 6 })

const Catalogue = strict({
  version: Type.String({ pattern: '^[0-9]+$' }),
  /** By driver, from small to large. */
  actions: Type.Record(Type.String(), entries, {
    propertyNames: { enum: [...driverIds] },
    required: [...driverIds],
  }),
})

/** `topics`: parts of the driver that it fits best. `measure`: what the next survey should show if the action helped. The id begins with the driver. */
export type Action = Static<typeof Entry> & { driver: string }

type Loaded = { version: string; byDriver: ReadonlyMap<string, readonly Action[]> }

const file = join(import.meta.dirname, '../../../data/actions.yaml')

/** @throws where the text is not a catalogue, with each fault and its place */
export function catalogueFrom(text: string): Loaded {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  const found: unknown = parse(text)
  const ajv = new Ajv({ allErrors: true })
  if (!ajv.validate<Static<typeof Catalogue>>(Catalogue, found))
    throw new Error(`The catalogue of actions is not valid: ${ajv.errorsText(ajv.errors)}`)
  const byDriver = Object.entries(found.actions).map(
    ([driver, own]) =>
      [driver, own.map((entry) => ({ ...entry, id: `${driver}.${entry.id}`, driver }))] as const,
  )
  return { version: found.version, byDriver: new Map(byDriver) }
}

let loaded: Loaded | undefined

const catalogue = (): Loaded => (loaded ??= catalogueFrom(readFileSync(file, 'utf8')))

export const catalogueVersion = (): string => catalogue().version

/** The actions for a driver, from small to large; empty for a driver that has none. */
export const actionsFor = (driver: string): readonly Action[] => catalogue().byDriver.get(driver) ?? []
