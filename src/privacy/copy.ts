/**
 * The copy of what is held about a person: made when it is downloaded, and stored nowhere.
 *
 * Confidential answers are not in it: their promise is that no person reads a single one, and a copy in an inbox is read by whoever has that.
 * Answers by name are only in a copy that the person downloads while they are signed in: an admin can change the address that a link goes to.
 */
import { limits } from '../../contract/limits.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { namedAnswersOf } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import type { Language } from '../language.ts'
import * as account from './account-data.ts'
import { conversationsOf } from './conversations.ts'
import * as data from './personal-data.ts'
import * as store from './store.ts'

type Row = Readonly<Record<string, unknown>>

export const sections = [
  'profile',
  'former_names',
  'memberships',
  'absences',
  'account',
  'sign_ins',
  'grants',
  'pins',
  'invitations',
  'surveys',
  'messages',
  'opt_outs',
  'suppressions',
  'answers',
  'authored',
  'replies',
  'conversations',
  'actions',
  'alerts',
  'audit',
  'requests',
  'privacy_requests',
] as const
export type SectionName = (typeof sections)[number]

export type Copy = {
  readonly format: 'sonde-personal-data/1'
  readonly made_at: string
  readonly organisation: string
  readonly name: string
  /** What is not in it, in sentences. */
  readonly missing: readonly string[]
  readonly data: Readonly<Record<SectionName, readonly Row[]>>
}

type Options = {
  readonly organisation: string
  readonly name: string
  readonly language: Language
  /** The person is signed in. */
  readonly isSignedIn: boolean
}

export async function copyOf(tx: Tx, person: data.Person, options: Options, now: Date): Promise<Copy> {
  const { organisation, name, language, isSignedIn } = options
  const say = textsOf('copy', language)
  const rows = await rowsOf(tx, person, isSignedIn, now)
  const isCut = Object.values(rows).some((list) => list.length > limits.privacyExportRowsMax)
  return {
    format: 'sonde-personal-data/1',
    made_at: now.toISOString(),
    organisation,
    name,
    missing: [
      say('missing_anonymous'),
      say('missing_confidential'),
      ...(isSignedIn ? [] : [say('missing_named')]),
      ...(isCut ? [say('missing_older', { count: limits.privacyExportRowsMax })] : []),
    ],
    data: newestOf(rows),
  }
}

function newestOf(rows: Copy['data']): Copy['data'] {
  const newest = { ...rows }
  for (const section of sections) newest[section] = rows[section].slice(0, limits.privacyExportRowsMax)
  return newest
}

async function rowsOf(
  tx: Tx,
  person: data.Person,
  isSignedIn: boolean,
  now: Date,
): Promise<Record<SectionName, readonly Row[]>> {
  const audit = await data.auditOf(tx, person)
  return {
    profile: await data.profileOf(tx, person),
    former_names: await data.formerNamesOf(tx, person),
    memberships: await data.membershipsOf(tx, person),
    absences: await data.absencesOf(tx, person),
    account: await account.accountOf(tx, person),
    sign_ins: await account.signInsOf(tx, person),
    grants: await account.grantsOf(tx, person),
    pins: await account.pinsOf(tx, person),
    invitations: await data.invitationsOf(tx, person),
    surveys: await data.surveysOf(tx, person),
    messages: await data.messagesOf(tx, person),
    opt_outs: await data.optOutsOf(tx, person),
    suppressions: await data.suppressionsOf(tx, person),
    answers: isSignedIn ? await answersOf(tx, person) : [],
    authored: await data.authoredBy(tx, person),
    replies: await data.repliesBy(tx, person),
    // Beside answers by name, so where these are.
    conversations: isSignedIn ? await conversationsIn(tx, person) : [],
    actions: await data.actionsOf(tx, person),
    alerts: audit.filter(({ action }) => action.startsWith('alert.')),
    audit: audit.filter(({ action }) => !action.startsWith('alert.')),
    requests: await data.apiRequestsOf(tx, person),
    privacy_requests: await ownRequests(tx, person, now),
  }
}

/** A row for each question that they answered by name. */
async function answersOf(tx: Tx, { organisationId, memberId }: data.Person): Promise<Row[]> {
  if (memberId === null) return []
  const named = await namedAnswersOf(tx, organisationId, memberId, limits.privacyExportRowsMax + 1)
  return named.flatMap(({ title, questions, submitted_at, answers }) =>
    (answers ?? []).map(({ question_id, value, text }) => ({
      survey: title,
      submitted_at,
      question: questions.find(({ id }) => id === question_id)?.text ?? question_id,
      answer: value ?? null,
      text: text ?? null,
    })),
  )
}

async function conversationsIn(tx: Tx, person: data.Person): Promise<Row[]> {
  const { organisationId, memberId } = person
  const named =
    memberId === null
      ? []
      : await namedAnswersOf(tx, organisationId, memberId, limits.privacyExportRowsMax + 1)
  return conversationsOf(
    tx,
    person,
    named.map(({ id }) => id),
  )
}

async function ownRequests(
  tx: Tx,
  { organisationId, memberId, userId }: data.Person,
  now: Date,
): Promise<Row[]> {
  const paging = { limit: limits.privacyExportRowsMax, after: null, filter: '' }
  const requests =
    userId === null
      ? await store.listRequests(tx, organisationId, { ...(memberId && { memberId }), now }, paging)
      : await store.listRequestsOf(tx, { organisationId, userId }, paging)
  return requests.map(
    ({ kind, state, asked_by, note, deadline_at, extension_reason, reason, created_at }) => ({
      kind,
      state,
      asked_by,
      note,
      created_at,
      deadline_at,
      extension_reason,
      reason,
    }),
  )
}
