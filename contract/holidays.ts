/**
 * Holiday calendars: the days on which check-ins ask nobody, or ask later. An organisation keeps its own lists of days, and adds the public
 * holidays of countries and regions, which come with the service.
 */
import type { Static } from 'typebox'
import { id, localDate, name, nothing, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const holidayCalendarKinds = ['own', 'public'] as const

/** What becomes of an occurrence on a holiday. */
export const onHoliday = ['skip', 'next_working_day'] as const

const country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, such as DE' })
const region = Type.String({
  pattern: '^[A-Z0-9]{1,8}$',
  description: 'a part of the country, such as BY; GET /api/public-holidays lists them',
})
const year = Type.Integer({ minimum: 2000, maximum: 2199 })

const Day = Type.Object({ date: Type.String(), name: Type.String() })

const days = Type.Array(strict({ date: localDate, name }), {
  maxItems: limits.holidayDaysMax,
  description: 'each date once',
})

export const HolidayCalendar = Type.Object(
  {
    id: Type.String(),
    kind: Type.Unsafe<(typeof holidayCalendarKinds)[number]>({
      ...oneOf(holidayCalendarKinds),
      description: 'own: a list of days; public: the public holidays of a country or a region',
    }),
    name: Type.String(),
    country: nullable(Type.String({ description: 'ISO 3166-1; null of an own one' })),
    region: nullable(Type.String()),
    day_count: nullable(
      Type.Integer({ description: 'days of the organisation’s own calendar; null for a public one' }),
    ),
    check_in_count: Type.Integer({ description: 'drafts, active and paused check-ins that use it' }),
    ...stamps,
  },
  { title: 'HolidayCalendar' },
)

export const HolidayCalendarDraft = strict(
  {
    name,
    days: Type.Optional(days),
    country: Type.Optional(country),
    region: Type.Optional(nullable(region)),
  },
  {
    title: 'HolidayCalendarDraft',
    description: '`days` makes one of your own, `country` a public one, alone or with a `region` of it',
  },
)

export const HolidayCalendarPatch = strict(
  { name: Type.Optional(name), days: Type.Optional(days) },
  { title: 'HolidayCalendarPatch', minProperties: 1 },
)

/** In the recurrence of a check-in. */
export const holidayFields = {
  holiday_calendar_ids: Type.Optional(
    Type.Array(id('hol'), {
      maxItems: limits.holidayCalendarsPerCheckInMax,
      uniqueItems: true,
      description: 'their days are holidays, too, for everybody whom the check-in asks',
    }),
  ),
  on_holiday: Type.Optional(
    Type.Unsafe<(typeof onHoliday)[number]>({
      ...oneOf(onHoliday),
      default: 'skip',
      description:
        'skip: an occurrence on a holiday is recorded as skipped; next_working_day: it opens on the next day that is neither a holiday nor an exdate, nor a weekend in the countries of its calendars (without one: Saturday and Sunday) unless it falls on one itself. It is skipped all the same where that day is not before the next occurrence, or more than 31 days later',
    }),
  ),
}

/** What the schedule says of a holiday. */
export const scheduledFields = {
  moved_from: nullable(Type.String({ description: 'the date of the rule, where it opens on another one' })),
  holiday: nullable(
    Type.String({ description: 'the name of the holiday on the date of the rule, where it has one' }),
  ),
}

export const SkippedHoliday = Type.Object({
  local_date: Type.String(),
  holiday: nullable(Type.String({ description: 'its name, where it has one' })),
})

const readAccess = {
  tag: 'Holiday calendars',
  caller: 'application',
  action: 'survey.read',
  scope: ['checkins:read', 'checkins:write', 'pulses:read'],
} as const
const writeAccess = {
  tag: 'Holiday calendars',
  caller: 'application',
  action: 'holidays.manage',
  scope: ['checkins:write'],
} as const
const params = Type.Object({ id: id('hol') })

export const listHolidayCalendars = {
  id: 'listHolidayCalendars',
  method: 'GET',
  path: '/api/holiday-calendars',
  ...readAccess,
  summary: 'List holiday calendars',
  query: strict(paging),
  status: 200,
  response: page('holiday_calendars', HolidayCalendar),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createHolidayCalendar = {
  id: 'createHolidayCalendar',
  method: 'POST',
  path: '/api/holiday-calendars',
  ...writeAccess,
  summary: 'Create a holiday calendar',
  description: `Everybody who writes check-ins can use it. An organisation has at most ${limits.holidayCalendarsMax}.`,
  body: HolidayCalendarDraft,
  status: 201,
  response: HolidayCalendar,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getHolidayCalendar = {
  id: 'getHolidayCalendar',
  method: 'GET',
  path: '/api/holiday-calendars/{id}',
  ...readAccess,
  summary: 'Get a holiday calendar',
  params,
  status: 200,
  response: HolidayCalendar,
  errors: ['not_found'],
} as const satisfies Operation

export const listHolidayCalendarDays = {
  id: 'listHolidayCalendarDays',
  method: 'GET',
  path: '/api/holiday-calendars/{id}/days',
  ...readAccess,
  summary: 'List the days of a holiday calendar',
  params,
  query: strict({
    year: Type.Optional({
      ...year,
      description:
        'by default all days of the organisation’s own calendar, and this year’s days of a public one',
    }),
  }),
  status: 200,
  response: Type.Object({ days: Type.Array(Day) }),
  errors: ['not_found'],
} as const satisfies Operation

export const updateHolidayCalendar = {
  id: 'updateHolidayCalendar',
  method: 'PATCH',
  path: '/api/holiday-calendars/{id}',
  ...writeAccess,
  summary: 'Change a holiday calendar',
  description:
    '`days` replaces all days. Occurrences that have not opened yet follow the new days; what has opened, or was skipped on a day that is over, stays.',
  params,
  body: HolidayCalendarPatch,
  status: 200,
  response: HolidayCalendar,
  errors: ['not_found', 'precondition_failed', 'unprocessable'],
} as const satisfies Operation

export const deleteHolidayCalendar = {
  id: 'deleteHolidayCalendar',
  method: 'DELETE',
  path: '/api/holiday-calendars/{id}',
  ...writeAccess,
  summary: 'Delete a holiday calendar',
  params,
  query: strict({
    detach: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'delete it even if check-ins use it: they go on without its days',
      }),
    ),
  }),
  status: 204,
  response: nothing,
  errors: ['not_found', 'precondition_failed', 'holiday_calendar_in_use'],
} as const satisfies Operation

export const listPublicHolidayCountries = {
  id: 'listPublicHolidayCountries',
  method: 'GET',
  path: '/api/public-holidays',
  ...readAccess,
  summary: 'List countries with public holidays',
  description: 'Lists the countries and regions whose public holidays are known.',
  status: 200,
  response: Type.Object({
    first_year: Type.Integer(),
    last_year: Type.Integer({ description: 'the last year with known holidays' }),
    countries: Type.Array(
      Type.Object({
        country: Type.String({ description: 'ISO 3166-1' }),
        name: Type.String({ description: 'in the language of the organisation' }),
        regions: Type.Array(
          Type.Object({
            region: Type.String(),
            name: Type.String({ description: 'the name in the local language' }),
          }),
        ),
      }),
    ),
  }),
  errors: [],
} as const satisfies Operation

export const listPublicHolidays = {
  id: 'listPublicHolidays',
  method: 'GET',
  path: '/api/public-holidays/days',
  ...readAccess,
  summary: 'List the public holidays of a country',
  description: 'With a region, it lists those that hold there.',
  query: strict({
    country,
    region: Type.Optional(region),
    year: Type.Optional({ ...year, description: 'by default this year' }),
  }),
  status: 200,
  response: Type.Object({ days: Type.Array(Day) }),
  errors: [],
} as const satisfies Operation

export type HolidayCalendar = Static<typeof HolidayCalendar>
export type HolidayDays = Static<typeof days>
