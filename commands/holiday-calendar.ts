/** `sonde holiday-calendar`: the days on which check-ins ask nobody, or ask later. */
import type { Command } from 'commander'
import type { BodyOf } from '../client/client.ts'
import type { HolidayCalendar } from '../contract/holidays.ts'
import { callCommand, listCommand, type Paging, printList, readJson } from './calling.ts'
import { printFacts, printJson, tell } from './output.ts'
import { type Common, sessionOf } from './session.ts'

const print = (calendar: HolidayCalendar, json: boolean): void => {
  if (json) return printJson(calendar)
  printFacts({
    id: calendar.id,
    name: calendar.name,
    kind: calendar.kind,
    country: calendar.country,
    region: calendar.region,
    days: calendar.day_count,
    'used by check-ins': calendar.check_in_count,
  })
}

const printDays = (days: readonly { date: string; name: string }[]): void => {
  for (const { date, name } of days) printFacts({ [date]: name })
}

type WithYear = Common & { year?: string }

const queryOf = (year: string | undefined) => (year === undefined ? {} : { year: Number(year) })

function addChanges(calendar: Command): void {
  callCommand(calendar, 'create', 'create one from a file, or a public one')
    .option('-f, --file <file>', 'JSON as of POST /api/holiday-calendars; - reads standard input')
    .option('--name <name>', 'the name of a public calendar')
    .option('--country <code>', 'ISO 3166-1, such as DE')
    .option('--region <code>', 'a part of the country, such as BY')
    .action(
      async ({
        file,
        name,
        country,
        region,
        json,
        ...common
      }: Common & { file?: string; name?: string; country?: string; region?: string }) => {
        const place = [country, region].filter((one) => one !== undefined)
        const body: BodyOf<'createHolidayCalendar'> =
          file === undefined
            ? {
                name: name ?? place.join(' '),
                ...(country !== undefined && { country }),
                ...(region !== undefined && { region }),
              }
            : await readJson<BodyOf<'createHolidayCalendar'>>(file)
        print(await (await sessionOf(common)).sonde.call('createHolidayCalendar', { body }), json)
      },
    )
  callCommand(calendar, 'update <id>', 'change its name, or replace the days of an own one')
    .requiredOption(
      '-f, --file <file>',
      'JSON as of PATCH /api/holiday-calendars/{id}; - reads standard input',
    )
    .action(async (id: string, { file, json, ...common }: Common & { file: string }) => {
      const body = await readJson<BodyOf<'updateHolidayCalendar'>>(file)
      const { sonde } = await sessionOf(common)
      print(await sonde.call('updateHolidayCalendar', { params: { id }, body }), json)
    })
  callCommand(calendar, 'delete <id>', 'delete one')
    .option('--detach', 'delete it even if check-ins use it: they go on without its days', false)
    .action(async (id: string, { detach, ...common }: Common & { detach: boolean }) => {
      const { sonde } = await sessionOf(common)
      await sonde.call('deleteHolidayCalendar', { params: { id }, query: { detach } })
      tell('Deleted.')
    })
}

export function addHolidayCalendarCommands(program: Command): void {
  const calendar = program
    .command('holiday-calendar')
    .description('days on which check-ins do not open, or open later')
  listCommand(calendar, 'list', 'list them').action(async (options: Paging) => {
    await printList(
      options,
      { operation: 'listHolidayCalendars', noun: 'holiday_calendars', query: {} },
      {
        id: (row) => row.id,
        name: (row) => row.name,
        kind: (row) => row.kind,
        country: (row) => row.country,
        region: (row) => row.region,
      },
    )
  })
  callCommand(calendar, 'show <id>', 'show one and its days')
    .option(
      '--year <year>',
      'the year to list; by default all days of your own calendar, and this year’s days of a public one',
    )
    .action(async (id: string, { year, json, ...common }: WithYear) => {
      const { sonde } = await sessionOf(common)
      const found = await sonde.call('getHolidayCalendar', { params: { id } })
      const { days } = await sonde.call('listHolidayCalendarDays', { params: { id }, query: queryOf(year) })
      if (json) return printJson({ ...found, days })
      print(found, json)
      printDays(days)
    })
  callCommand(calendar, 'public <country>', 'the public holidays of a country')
    .option('--region <code>', 'a part of the country, such as BY')
    .option('--year <year>', 'by default this year')
    .action(async (country: string, { region, year, json, ...common }: WithYear & { region?: string }) => {
      const { sonde } = await sessionOf(common)
      const query = { country, ...(region !== undefined && { region }), ...queryOf(year) }
      const { days } = await sonde.call('listPublicHolidays', { query })
      if (json) return printJson({ days })
      printDays(days)
    })
  addChanges(calendar)
}
