/**
 * The 22 drivers of work that answers are coded by: fixed ids, so that counts compare from pulse to pulse.
 *
 * A driver is a file of data/drivers/. The models behind them: Gallup Q12 (12 items); the job demands-resources model,
 * Demerouti and Bakker 2011, SA Journal of Industrial Psychology 37(2), art. 974; Officevibe's ten key metrics (help centre).
 * Definitions, items and phrases are our own words. Phrases are compared by their stems and over small words in between
 * (phrases.ts), so one form covers all; `{lead}` and its like stand for classes of words. Ids are kept forever; with a change
 * of phrases `textVersion` rises (text.ts).
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { lazily, wordSections } from './word-lists.ts'

/**
 * What a phrase is worth. `names`: it is about the driver, whatever else the answer says. `suggests`: it is, unless the same part
 * of the sentence names another driver ("paid training" is growth). `hints`: two make a suggestion; one is enough for a
 * comment of a few words that says no more.
 */
export const weights = { names: 1, suggests: 0.7, hints: 0.4 } as const

/** `items`: statements to be rated on a scale, all in the same direction. `phrases`: pairs of phrase and weight. */
export type Driver = {
  id: DriverId
  name: string
  definition: string
  items: readonly string[]
  phrases: readonly (readonly [phrase: string, weight: number])[]
  sources: readonly string[]
}

const parts = ['name', 'definition', 'items', 'sources', 'names', 'suggests', 'hints'] as const

function readDriver(id: DriverId): Driver {
  const { name, definition, items, sources, ...phrases } = wordSections(`drivers/${id}.txt`, parts)
  return {
    id,
    name: name.join(' '),
    definition: definition.join(' '),
    items,
    phrases: (['names', 'suggests', 'hints'] as const).flatMap((kind) =>
      phrases[kind].map((phrase) => [phrase, weights[kind]] as const),
    ),
    sources,
  }
}

/** In the order of their ids. */
export const drivers = lazily((): readonly Driver[] => driverIds.map(readDriver))
