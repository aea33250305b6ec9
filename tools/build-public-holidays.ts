/**
 * Writes data/public-holidays.json, the public holidays of each country and region for the years that src/checkins/holidays/ knows, and
 * data/public-holidays-sources.txt, whose work they are. Run by hand after an update of the package; it takes some minutes. Of the package's
 * days only those are taken that the whole country or region has off, from midnight on: no observances, no half days. The service reads the
 * files and has no need of the package (decision 0081).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { PublicDays, PublicTable } from '../src/checkins/holidays/public-days.ts'

/** What is used of it. */
type Day = { date: string; start: Date; end: Date; name: string; type: string }
type Holidays = {
  getCountries: () => Record<string, string>
  getStates: (country: string) => Record<string, string> | undefined
  getHolidays: (year: number, language: string) => Day[] | undefined
}

const root = resolve(import.meta.dirname, '..')
const data = join(root, 'data')
const firstYear = 2025
const lastYear = 2040
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)

const require = createRequire(import.meta.url)
const Library = require('date-holidays') as new (country?: string, region?: string) => Holidays
const folder = join(root, 'node_modules/date-holidays')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

const names = new Map<string, number>()
const numberOf = (english: string, german: string): number => {
  const key = JSON.stringify([english, german])
  const known = names.get(key) ?? names.size
  names.set(key, known)
  return known
}

const hourMs = 3_600_000

/** Some last several days; one during which clocks change has 23 or 25 hours, and those that begin at sunset end at midday. */
const lengthOf = ({ start, end }: Day): number =>
  Math.max(1, Math.floor(((end.getTime() - start.getTime()) / hourMs + 2) / 24))

/** Half days begin at midday; days that begin at sunset are written at midnight, with the difference. */
const isWhole = ({ type, date }: Day): boolean => type === 'public' && date.slice(10, 19) === ' 00:00:00'

function daysIn(calendar: Holidays, year: number): string[] {
  const german = new Map(
    (calendar.getHolidays(year, 'de') ?? []).map((day) => [`${day.date} ${+day.end}`, day.name]),
  )
  const found = new Map<string, number>()
  for (const day of (calendar.getHolidays(year, 'en') ?? []).filter(isWhole)) {
    const name = numberOf(day.name, german.get(`${day.date} ${+day.end}`) ?? day.name)
    for (let nth = 0; nth < lengthOf(day); nth++) {
      const date = Temporal.PlainDate.from(day.date.slice(0, 10)).add({ days: nth })
      const key = date.toString().slice(5).replace('-', '')
      if (date.year === year && !found.has(key)) found.set(key, name)
    }
  }
  return [...found].map(([date, name]) => `${date} ${name}`).toSorted()
}

const countries: PublicTable['countries'] = {}
for (const country of Object.keys(new Library().getCountries()).toSorted()) {
  const days = years.map((year) => daysIn(new Library(country), year))
  const regions: Record<string, { name: string; more: PublicDays; less: PublicDays }> = {}
  for (const [region, name] of Object.entries(new Library(country).getStates(country) ?? {})) {
    const own = years.map((year) => daysIn(new Library(country, region), year))
    regions[region] = {
      name,
      more: own.map((list, index) => list.filter((day) => !days[index].includes(day))),
      less: own.map((list, index) => days[index].filter((day) => !list.includes(day))),
    }
  }
  if (days.some((list) => list.length > 0)) countries[country] = { days, regions }
}

/** A country a line, so that a difference shows which days changed. */
const linesOf = (record: object): string =>
  Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n')

const about: Omit<PublicTable, 'countries'> = {
  made_from: `date-holidays ${version}`,
  licence: 'CC BY-SA 3.0, see public-holidays-sources.txt',
  first_year: firstYear,
  names: [...names.keys()].map((key) => JSON.parse(key) as [string, string]),
}
writeFileSync(
  join(data, 'public-holidays.json'),
  `{${linesOf(about)},\n"countries":{\n${linesOf(countries)}}}\n`,
)

const licence = readFileSync(join(folder, 'LICENSE'), 'utf8')
const sources = /<attribution>([^]*?)<\/attribution>/.exec(licence)?.[1].trim() ?? ''
writeFileSync(
  join(data, 'public-holidays-sources.txt'),
  `public-holidays.json was made by tools/build-public-holidays.ts from the data of date-holidays ${version}, by commenthol and others
(https://github.com/commenthol/date-holidays): the days of each year were computed from its rules, and observances and half days left out.
Both are licensed under the Creative Commons Attribution-ShareAlike 3.0 licence (https://creativecommons.org/licenses/by-sa/3.0/), and rely on
these pages:

${sources}
`,
)
