/** What pages read and write of pulses and check-ins that are being written. */
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import type { SurveyKind } from '../../contract/templates.ts'
import { asUser } from '../as-user.ts'
import { read, readAll, useWrite } from '../queries.ts'

export type Pulse = ReplyOf<'getPulse'>
export type CheckIn = ReplyOf<'getCheckIn'>
export type Template = ReplyOf<'getTemplate'>
export type Team = ReplyOf<'listTeams'>['teams'][number]
export type Preview = ReplyOf<'previewPulse'>
export type Simulation = ReplyOf<'simulateConfidentiality'>
export type Kind = SurveyKind

export const pulseQuery = (id: string) => read(asUser, 'getPulse', { params: { id } })
export const checkInQuery = (id: string) => read(asUser, 'getCheckIn', { params: { id } })

const listMax = 200

/** What a survey can begin as: those of the organisation first. */
export const allTemplates = readAll(asUser, 'listTemplates', 'templates', { query: { limit: listMax } })

export type LibraryQuestion = Template

/** Single questions that the organisation keeps. */
export const libraryQuestions = readAll(asUser, 'listTemplates', 'templates', {
  query: { kind: 'question', limit: listMax },
})

export const allTeams = readAll(asUser, 'listTeams', 'teams', { query: { status: 'active', limit: listMax } })

/** Whom no team's survey reaches. */
export const peopleInNoTeam = readAll(asUser, 'listMembers', 'members', {
  query: { without_team: true, status: 'active', limit: listMax },
})

/** How many people each team has with those under it, and how few are too few. */
export const teamSizes = read(asUser, 'getTeamTree', {})

type Shown = { language?: string; theme?: 'light' | 'dark' }

/** Both have the same shape. */
export const previewQuery = (kind: Kind, id: string, query: Shown) =>
  kind === 'pulse'
    ? read(asUser, 'previewPulse', { params: { id }, query })
    : (read(asUser, 'previewCheckIn', { params: { id }, query }) as unknown as ReturnType<
        typeof pulsePreview
      >)

const pulsePreview = (id: string, query: Shown) => read(asUser, 'previewPulse', { params: { id }, query })

/** The invitation to whoever sits here, in the language of the pane. */
export const useTest = (kind: Kind, id: string) =>
  useWrite({
    send: (language: string | undefined) => {
      const input = { params: { id }, body: language === undefined ? {} : { language } }
      return kind === 'pulse' ? asUser.call('sendPulseTest', input) : asUser.call('sendCheckInTest', input)
    },
    changes: [],
  })

export const simulationQuery = (body: BodyOf<'simulateConfidentiality'>) =>
  read(asUser, 'simulateConfidentiality', { body })

export const datesQuery = (id: string) =>
  read(asUser, 'getCheckInSchedule', { params: { id }, query: { count: 5 } })

const lists = ['listSurveys', 'countSurveys'] as const

export const savePulse = (id: string, body: BodyOf<'updatePulse'>, version: number): Promise<Pulse> =>
  asUser.call('updatePulse', { params: { id }, body, ifMatch: version })

export const saveCheckIn = (id: string, body: BodyOf<'updateCheckIn'>, version: number): Promise<CheckIn> =>
  asUser.call('updateCheckIn', { params: { id }, body, ifMatch: version })

export type NewSurvey =
  | { kind: 'pulse'; body: BodyOf<'createPulse'> }
  | { kind: 'check_in'; body: BodyOf<'createCheckIn'> }

export type Created = { kind: Kind; id: string }

export const useCreate = (callbacks: {
  onDone: (made: Created, begun: NewSurvey) => void
  onFailed: (error: Error) => void
}) =>
  useWrite({
    send: async (made: NewSurvey): Promise<Created> => {
      const { id } =
        made.kind === 'pulse'
          ? await asUser.call('createPulse', { body: made.body })
          : await asUser.call('createCheckIn', { body: made.body })
      return { kind: made.kind, id }
    },
    changes: lists,
    ...callbacks,
  })

export type Begin = 'open' | 'schedule' | 'activate'

/** `opens_at` was saved before. */
function begin(id: string, how: Begin): Promise<unknown> {
  if (how === 'activate') return asUser.call('activateCheckIn', { params: { id } })
  return how === 'open'
    ? asUser.call('openPulse', { params: { id } })
    : asUser.call('schedulePulse', { params: { id }, body: {} })
}

type Saving = { id: string; title: string; purpose: string }

export const useSaveTemplate = (onDone: () => void) =>
  useWrite({
    send: ({ id, ...said }: Saving) => asUser.call('saveTemplate', { body: { survey_id: id, ...said } }),
    changes: ['listTemplates'],
    onDone,
  })

/** One question of a survey, for the library. */
export const useKeepQuestion = (callbacks: {
  onDone: (kept: LibraryQuestion) => void
  onFailed: (error: Error) => void
}) =>
  useWrite({
    send: ({ id, questionId }: { id: string; questionId: string }) =>
      asUser.call('saveTemplate', { body: { survey_id: id, question_id: questionId } }),
    changes: ['listTemplates'],
    ...callbacks,
  })

type Callbacks<Input> = { onDone: (_reply: unknown, input: Input) => void; onFailed?: (error: Error) => void }

export const useBegin = (id: string, callbacks: Callbacks<Begin>) =>
  useWrite({
    send: (how: Begin) => begin(id, how),
    changes: [...lists, 'getPulse', 'getCheckIn'],
    ...callbacks,
  })

export const useUnschedule = (id: string, callbacks: Callbacks<void>) =>
  useWrite({
    send: () => asUser.call('unschedulePulse', { params: { id } }),
    changes: [...lists, 'getPulse'],
    ...callbacks,
  })

export const useDelete = (kind: Kind, id: string, callbacks: Callbacks<void>) =>
  useWrite({
    send: (): Promise<unknown> =>
      kind === 'pulse'
        ? asUser.call('deletePulse', { params: { id } })
        : asUser.call('deleteCheckIn', { params: { id } }),
    changes: lists,
    ...callbacks,
  })

export const useDuplicate = (
  id: string,
  callbacks: { onDone: (copy: Pulse) => void; onFailed: (error: Error) => void },
) =>
  useWrite({
    send: () => asUser.call('duplicatePulse', { params: { id }, body: {} }),
    changes: lists,
    ...callbacks,
  })

/** The address of the editor. */
export const editorAddress = (kind: Kind, id: string): string =>
  `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/edit`
