/** Answers by name, of attributed surveys alone and only for the readers whom their promise names; beside each, whether there is a conversation about it. */
import type { Static } from 'typebox'
import { messageSenders } from './conversations.ts'
import { id, instant, nullable, oneOf, type Page } from './fields.ts'
import { limits } from './limits.ts'
import { AnswersSent, type Question } from './questions.ts'
import { Type } from './schema.ts'

const conversationFilters = ['any', 'unanswered'] as const

/** Which of them are listed. */
export const namedResponseFilters = {
  team_id: Type.Optional(id('tem')),
  question_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.partIdLengthMax,
      description: 'only people who answered this question, as `asked` names it',
    }),
  ),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'a text in the name of the person, or in what they wrote' }),
  ),
  conversation: Type.Optional(
    Type.Unsafe<(typeof conversationFilters)[number]>({
      ...oneOf(conversationFilters),
      description:
        'only answers about which something was published; `unanswered`: where the person wrote last',
    }),
  ),
}

export const NamedResponse = Type.Object(
  {
    id: Type.String(),
    member_id: Type.String(),
    name: Type.String(),
    team_id: nullable(
      Type.String({
        description:
          'the team in which the person counts in this survey: their own, or a larger one above it; null: everyone',
      }),
    ),
    team_name: nullable(Type.String({ description: 'what it was called when the survey opened' })),
    submitted_at: nullable(instant),
    answers: AnswersSent,
    conversation: nullable(
      Type.Object(
        {
          messages: Type.Integer({ description: 'by both sides: published, and not withdrawn' }),
          last_published_at: instant,
          last_sender: oneOf(messageSenders),
        },
        { description: 'null where nothing is published about it' },
      ),
    ),
  },
  { title: 'NamedResponse' },
)

type Listed = Page<'responses', NamedResponse> & {
  asked: Question[]
  language: string | null
  teams: { team_id: string; name: string }[]
}

export const NamedResponses = Type.Unsafe<Listed>(
  Type.Object({
    responses: Type.Array(NamedResponse),
    asked: Type.Array(Type.Unknown(), {
      description: 'the questions as they were asked, with their labels and options',
    }),
    language: nullable(
      Type.String({ description: 'the language of `asked`; null where the author named none' }),
    ),
    teams: Type.Array(Type.Object({ team_id: Type.String(), name: Type.String() }), {
      description: 'teams of the people who answered, whatever the filter',
    }),
    next_cursor: nullable(Type.String()),
    has_more: Type.Boolean(),
  }),
)

export type NamedResponse = Static<typeof NamedResponse>
