/** What the home of whoever leads no team reads. */
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { language } from '../messages.ts'
import { read } from '../queries.ts'

export const openForYou = read(inPerson, 'getOwnOpenSurveys', {})

export type OwnSurvey = ReplyOf<'getOwnOpenSurveys'>['surveys'][number]
export type SharedEntry = ReplyOf<'listParticipation'>['participation'][number]

/** Enough to find the newest surveys among all groups of each. */
const entriesMax = 40

export const sharedResults = read(asUser, 'listParticipation', { query: { limit: entriesMax } })

const repliesMax = 3

/** What was said to surveys whose results are shared with them. */
export const sharedReplies = read(asUser, 'listReplies', { query: { state: 'published', limit: repliesMax } })

const actionsMax = 20

/** What was done about them, of which the page shows the latest. */
export const doneActions = read(asUser, 'listActions', {
  query: { state: 'done', language, limit: actionsMax },
})

export type Reply = ReplyOf<'listReplies'>['replies'][number]
export type DoneAction = ReplyOf<'listActions'>['actions'][number]
