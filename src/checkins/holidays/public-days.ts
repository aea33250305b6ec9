/**
 * The public holidays of each country and region, from data/public-holidays.json (decision 0081). The file is read when the first of them is
 * asked for, and kept. Beyond its last year no day is known, so none is a holiday.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** For each year, `MMDD n`, n being the place of its name. */
export type PublicDays = string[][]

export type PublicTable = {
  made_from: string
  licence: string
  first_year: number
  /** In English and in German. */
  names: [string, string][]
  countries: Record<
    string,
    { days: PublicDays; regions: Record<string, { name: string; more: PublicDays; less: PublicDays }> }
  >
}

/** ISO 3166: a country, and a part of it as `BY` of `DE`. */
export type Place = { country: string; region: string | null }
export type Day = { date: string; name: string }
export type NameLanguage = 'en' | 'de'

let kept: PublicTable | undefined

const file = join(import.meta.dirname, '../../../data/public-holidays.json')

const table = (): PublicTable => (kept ??= JSON.parse(readFileSync(file, 'utf8')) as PublicTable)

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The years whose days are known. */
export const yearsKnown = (): { first_year: number; last_year: number } => {
  const { first_year: first, countries } = table()
  const [one] = Object.values(countries)
  return { first_year: first, last_year: first + one.days.length - 1 }
}

/** Its regions have the names that they have there; a country's name is known in any language by its code. */
export const publicCountries = (): { country: string; regions: { region: string; name: string }[] }[] =>
  Object.entries(table().countries).map(([country, { regions }]) => ({
    country,
    regions: Object.entries(regions).map(([region, { name }]) => ({ region, name })),
  }))

export const hasCountry = (country: string): boolean => own(table().countries, country) !== undefined

export const hasRegion = ({ country, region }: Place): boolean =>
  region === null || own(own(table().countries, country)?.regions ?? {}, region) !== undefined

/** The days of a year, earliest first; none of a place or a year that is not known. */
export function publicDaysOf({ country, region }: Place, year: number, language: NameLanguage): Day[] {
  const { first_year: first, names, countries } = table()
  const index = year - first
  const found = own(countries, country)
  const part = region === null ? undefined : own(found?.regions ?? {}, region)
  const less = new Set(part?.less[index])
  const days = [...(found?.days[index] ?? []).filter((day) => !less.has(day)), ...(part?.more[index] ?? [])]
  return days.toSorted().map((day) => {
    const name = names[Number(day.slice(5))]
    return { date: `${year}-${day.slice(0, 2)}-${day.slice(2, 4)}`, name: name[language === 'de' ? 1 : 0] }
  })
}
