/** What pulses and check-in instances share: recipients, progress and results. */
import type { Static } from 'typebox'
import { channelNames } from './channels.ts'
import { SeasonDates } from './confidentiality.ts'
import { duration, id, instant, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { type Question, questionTypes } from './questions.ts'
import { resultsStates } from './states.ts'
import { Type } from './schema.ts'

export {
  type Channel,
  channelNames,
  channels,
  type OwnChannel,
  ownChannels,
  type SendingChannel,
  sendingChannels,
} from './channels.ts'

export const Channels = Type.Array(oneOf(channelNames), {
  minItems: 1,
  maxItems: channelNames.length,
  uniqueItems: true,
})

const teamIds = Type.Optional(Type.Array(id('tem'), { maxItems: 1000, uniqueItems: true }))
const memberIds = Type.Optional(Type.Array(id('mem'), { maxItems: limits.recipientsMax, uniqueItems: true }))

export const Recipients = strict(
  {
    team_ids: teamIds,
    member_ids: memberIds,
    excluded_team_ids: teamIds,
    excluded_member_ids: memberIds,
  },
  {
    title: 'Recipients',
    description:
      'A team includes the teams below it. Excluded members never receive the survey, even if another entry includes them.',
  },
)

const ids = Type.Array(Type.String())

const people = nullable(
  Type.Array(Type.String(), { description: 'null for who is not the author and does not see the directory' }),
)

/** As a survey has them. */
export const RecipientsSet = Type.Object({
  team_ids: ids,
  member_ids: ids,
  excluded_team_ids: ids,
  excluded_member_ids: ids,
})

/** As callers see them. */
export const ShownRecipients = Type.Object({
  team_ids: ids,
  member_ids: people,
  excluded_team_ids: ids,
  excluded_member_ids: people,
})

const hour = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** No message is sent from `start` to `end` in the recipient's time zone; across midnight if `end` is not later than `start`. */
export const QuietHours = strict({ start: hour, end: hour }, { title: 'QuietHours' })

/** Each reminder has one member: the time after opening or the time before closing. */
export const Reminders = Type.Array(
  strict(
    { after_open: Type.Optional(duration), before_close: Type.Optional(duration) },
    { title: 'Reminder' },
  ),
  {
    maxItems: limits.remindersMax,
    description: `in anonymous and confidential mode sent to everybody who was invited, since a reminder to the others would show who has answered: at most ${limits.remindersToEveryoneMax}, with at least ${limits.reminderToEveryoneGapSeconds / 3600} hours between them. In attributed mode sent to recipients who have not answered by then`,
  },
)

/**
 * `responded` is a multiple of k_rate while a confidential or anonymous collection is open, and after it closes too if it has fewer than
 * k_rate recipients. While it is open, steps begin after a secret number of answers.
 */
export const ResponseSummary = Type.Object(
  {
    recipients: Type.Integer(),
    responded: Type.Integer({ description: 'how many answers are counted' }),
    responded_max: Type.Integer({
      description:
        'how many people may have answered: in a group a single answer is not counted, and if everybody answered, one answer drawn at random is not. Equal to responded where neither can be the case',
    }),
    response_rate: nullable(
      Type.Number({
        description:
          'responded / (recipients − absent − opted_out − unreachable − not_counted); null with fewer than k_rate recipients, and for an import that does not list its recipients',
      }),
    ),
    absent: Type.Integer({ description: 'absent for the whole window, so not invited' }),
    opted_out: Type.Integer({ description: 'unsubscribed, so not invited' }),
    unreachable: Type.Integer({ description: 'no channel reaches them' }),
    excluded: Type.Integer({ description: 'excluded by the author; not counted as recipients' }),
    not_counted: Type.Integer({
      description:
        'recipients in no figure of the closed survey, because their group lacks somebody who was asked this season, or they came later; 0 while it is open',
    }),
    rounded: Type.Boolean(),
  },
  { title: 'ResponseSummary' },
)

export const deliveryStates = ['pending', 'sent', 'delivered', 'bounced', 'failed', 'suppressed'] as const

export const Deliveries = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object({
        channel: oneOf(channelNames),
        kind: oneOf(['invitation', 'reminder']),
        round: Type.Integer({ description: '0 is the invitation, 1 the first reminder' }),
        state: oneOf(deliveryStates),
        count: Type.Integer(),
      }),
    ),
  },
  {
    title: 'Deliveries',
    description: 'The number of messages in each state; never to whom.',
  },
)

/** How collecting goes, for whoever runs it: whom a reminder reaches, and in attributed mode which teams have answered. */
export const CollectionProgress = Type.Object(
  {
    state: Type.String(),
    reminders: Type.Object({
      reach: Type.Integer({
        description: 'how many people a reminder sent now would reach; 0 unless it is open',
      }),
      to_everyone: Type.Boolean({
        description:
          'whether it goes to everybody whose invitation was sent; false in attributed mode, where it goes only to those who have not answered',
      }),
      remaining: Type.Integer({ description: 'how many more may be sent' }),
      available_at: nullable(
        Type.String({
          format: 'date-time',
          description: 'when the next one may be sent; null if no more may be sent',
        }),
      ),
      sent_at: Type.Array(instant, { description: 'in order' }),
      planned_at: Type.Array(instant, { description: 'in order' }),
    }),
    teams: nullable(
      Type.Array(
        Type.Object({
          team_id: Type.String(),
          name: Type.String(),
          parent_team_id: nullable(
            Type.String({ description: 'the nearest team above that is listed here' }),
          ),
          recipients: Type.Integer({ description: 'recipients in the team and the teams below it' }),
          responded: Type.Integer(),
        }),
        {
          description:
            'while an attributed survey is open, for the readers of named answers; otherwise null, as answers are counted by team after it closes. Teams of at least k_rate recipients; smaller ones are counted in the team above',
        },
      ),
    ),
  },
  { title: 'CollectionProgress' },
)

export const Links = Type.Object({
  links: Type.Array(Type.Object({ member_id: Type.String(), url: Type.String() })),
  next_cursor: nullable(Type.String()),
  has_more: Type.Boolean(),
})

/** For groups that are not shown by themselves. Both follow from the figures that are shown, so they are the same whoever answered. */
export const hidden = {
  counted_in: Type.Optional(
    nullable(
      Type.String({
        description:
          'not shown by itself because of too few people: the id of the nearest team above that is shown, in whose figure the answers are counted; null for everyone. Absent if no such figure is shown either, or if nobody of the team is in a figure of this survey',
      }),
    ),
  ),
}

/** For a hidden team, from figures that are shown. */
export const withoutSmallTeams = Type.Optional(
  Type.Literal(true, {
    description:
      'the sum of those teams inside this one that are shown by themselves; answers of the others are not in it, but in the figure named by `counted_in`',
  }),
)

const figure = {
  id: Type.String(),
  type: oneOf(questionTypes),
  text: Type.Optional(Type.String()),
  unit: Type.Optional(
    Type.String({ description: 'the unit of the mean and of values, where the question has one' }),
  ),
  suppressed: Type.Optional(Type.Literal(true)),
  ...hidden,
  without_small_teams: withoutSmallTeams,
  n: Type.Optional(Type.Integer()),
  banded: Type.Optional(
    Type.Literal(true, {
      description:
        'somewhere in this group all people, or all but one, gave the same answer; the figures do not reveal which, and are accurate to within one answer there',
    }),
  ),
  mean: Type.Optional(nullable(Type.Number())),
  enps: Type.Optional(Type.Number()),
  distribution: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.Union([Type.Number(), Type.String(), Type.Boolean()]),
        count: Type.Integer(),
      }),
    ),
  ),
  comments: Type.Optional(
    Type.Array(Type.String(), {
      description: 'in no particular order, redacted, from at least k_comment people',
    }),
  ),
}

export const hiddenGroup = { suppressed: Type.Optional(Type.Literal(true)), ...hidden }

export const CountedIn = Type.Object(hidden)

export const QuestionFigure = Type.Object(figure, { title: 'QuestionFigure' })

export const TeamFigures = Type.Object(
  {
    team_id: Type.String(),
    name: Type.Optional(Type.String()),
    parent_team_id: nullable(
      Type.String({ description: 'the nearest team above when it opened that is listed here as well' }),
    ),
    ...hiddenGroup,
    questions: Type.Optional(Type.Array(QuestionFigure)),
  },
  { title: 'TeamFigures' },
)

/** People with one of these values of the attribute by which results are broken down. */
export const BreakdownGroup = Type.Object(
  {
    values: Type.Array(Type.String(), { description: 'values with at least k_score recipients' }),
    others: Type.Boolean({
      description: 'true if the group contains people with rarer values or without a value',
    }),
    questions: Type.Array(QuestionFigure),
  },
  { title: 'BreakdownGroup' },
)

export const Results = Type.Object(
  {
    state: Type.String(),
    results_status: oneOf(resultsStates),
    response_summary: ResponseSummary,
    season: nullable(SeasonDates),
    asked: Type.Unsafe<Question[]>(
      Type.Array(Type.Unknown(), {
        description: 'the questions as they were asked, with their labels and options; empty until it opens',
      }),
    ),
    questions: Type.Array(QuestionFigure),
    teams: Type.Array(TeamFigures),
    breakdown: nullable(
      Type.Object(
        { attribute: Type.String(), groups: Type.Array(BreakdownGroup) },
        { title: 'ResultsBreakdown' },
      ),
    ),
  },
  { title: 'Results' },
)

export type Recipients = Static<typeof Recipients>
export type RecipientsSet = Static<typeof RecipientsSet>
export type ShownRecipients = Static<typeof ShownRecipients>
export type CollectionProgress = Static<typeof CollectionProgress>
export type ResponseSummary = Static<typeof ResponseSummary>
export type CountedIn = Static<typeof CountedIn>
export type QuestionFigure = Static<typeof QuestionFigure>
export type TeamFigures = Static<typeof TeamFigures>
export type Results = Static<typeof Results>
export type QuietHours = Static<typeof QuietHours>
export type Reminder = Static<typeof Reminders>[number]
