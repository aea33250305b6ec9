/**
 * What can be done with a survey besides writing it: which acts its state allows (contract/states.ts) and which its reader may do
 * (contract/authority.ts). The service decides in the end; this says what is worth offering.
 */
import { type Action, type Role, rowOf } from '../../contract/authority.ts'
import {
  checkInTransitions,
  instanceTransitions,
  pulseTransitions,
  startsFrom,
  type Transition,
} from '../../contract/states.ts'

/** Who sits here, as far as that decides what they may do. */
export type Reader = { role: Role | null; user: { id: string } | null }

export type Kind = 'pulse' | 'check_in' | 'occurrence'

/** A pulse, a check-in, or one occurrence of a check-in. */
export type Subject = {
  kind: Kind
  id: string
  title: string
  state: string
  authorUserId: string
  isPrivate: boolean
  isDeleted: boolean
}

/** In the order of the menu: what goes on first, what ends last. */
export const acts = [
  'open',
  'unschedule',
  'resume',
  'pause',
  'skip',
  'restore',
  'unarchive',
  'transfer',
  'archive',
  'close',
  'end',
  'cancel',
  'delete',
] as const
export type Act = (typeof acts)[number]

/** The row of contract/authority.ts that each act needs, as its operation does. */
export const actionsOf = {
  pulse: {
    open: 'survey.run',
    unschedule: 'survey.run',
    restore: 'survey.run',
    unarchive: 'survey.run',
    transfer: 'survey.stop',
    archive: 'survey.stop',
    close: 'survey.stop',
    cancel: 'survey.stop',
    delete: 'survey.stop',
  },
  check_in: {
    resume: 'survey.run',
    pause: 'survey.stop',
    restore: 'survey.run',
    unarchive: 'survey.run',
    transfer: 'survey.stop',
    archive: 'survey.stop',
    end: 'survey.stop',
    delete: 'survey.stop',
  },
  occurrence: {
    open: 'instance.run',
    skip: 'instance.stop',
    cancel: 'instance.stop',
  },
} as const satisfies Record<Kind, Partial<Record<Act, Action>>>

const actionOf = (kind: Kind, act: Act): Action | undefined =>
  (actionsOf[kind] as Partial<Record<Act, Action>>)[act]

/** What can be done with a kind. */
export type ActOf<K extends Kind> = keyof (typeof actionsOf)[K]

const tables: Readonly<Record<Kind, Readonly<Record<string, Transition>>>> = {
  pulse: pulseTransitions,
  check_in: checkInTransitions,
  occurrence: instanceTransitions,
}

/** What its state allows. */
function isPossible({ kind, state, isPrivate, isDeleted }: Subject, act: Act): boolean {
  // Restoring changes nothing of what was archived alone.
  if (isDeleted || act === 'restore') return isDeleted && act === 'restore'
  // Respondents of a private survey were told that its author alone reads the results.
  if (act === 'transfer') return !isPrivate || state === 'draft'
  if (act === 'delete')
    return state === 'draft' || state === 'archived' || startsFrom(tables[kind].archive, state)
  // A draft opens from its editor, after a look at whom it asks.
  if (act === 'open' && kind === 'pulse' && state === 'draft') return false
  // A draft that nobody needs is deleted.
  if (act === 'archive' && state === 'draft') return false
  return startsFrom(tables[kind][act], state)
}

export const isAuthor = ({ authorUserId }: Pick<Subject, 'authorUserId'>, me: Reader | undefined): boolean =>
  me?.user?.id === authorUserId

/** Whether a row of the table lets this reader do it to a survey of this author. */
export function isInReach(action: Action, survey: Pick<Subject, 'authorUserId'>, me: Reader): boolean {
  if (me.role === null) return false
  const reach = rowOf(action).people[me.role]
  return reach === 'all' || reach === 'reason' || (reach === 'own' && isAuthor(survey, me))
}

function isAllowed(subject: Subject, act: Act, me: Reader): boolean {
  const action = actionOf(subject.kind, act)
  if (action === undefined) return false
  if (act === 'transfer' && subject.isPrivate && !isAuthor(subject, me)) return false
  return isInReach(action, subject, me)
}

/** Whether this reader can change what it asks, and whom, and when. */
export const mayEdit = (subject: Subject | undefined, me: Reader | undefined): boolean =>
  subject !== undefined &&
  me !== undefined &&
  !subject.isDeleted &&
  startsFrom(tables[subject.kind].edit, subject.state) &&
  isInReach('survey.run', subject, me)

/** What this reader can do with it now. */
export const actsFor = (subject: Subject | undefined, me: Reader | undefined): readonly Act[] =>
  subject && me
    ? acts.filter(
        (act) => act in actionsOf[subject.kind] && isPossible(subject, act) && isAllowed(subject, act, me),
      )
    : []

/** What cannot be taken back, or ends something. */
export const isDangerous = (act: Act): boolean =>
  act === 'end' || act === 'cancel' || act === 'delete' || act === 'close'

/** Done at once, without a dialog: they take away what was done before. */
const returns = ['restore', 'unarchive'] as const
export type Return = (typeof returns)[number]

export const isReturn = (act: Act): act is Return => returns.some((one) => one === act)

/** What leads back from an act to where the survey was, for its author, one after the other; nothing where nothing does. */
export function undoOf({ state }: Subject, act: Act): readonly Act[] {
  if (act === 'pause') return ['resume']
  if (act === 'archive') return ['unarchive']
  if (act !== 'delete' || state === 'draft') return []
  // What is deleted is archived by that, too.
  return state === 'archived' ? ['restore'] : ['restore', 'unarchive']
}

type Row = { id: string; title: string; state: string; author_user_id: string; visibility: string }

/** A pulse or a check-in, as the API gives it. */
export const subjectOf = (
  kind: Kind,
  row: (Row & { deleted_at?: string | null }) | undefined,
): Subject | undefined =>
  row && {
    kind,
    id: row.id,
    title: row.title,
    state: row.state,
    authorUserId: row.author_user_id,
    isPrivate: row.visibility === 'private',
    isDeleted: (row.deleted_at ?? null) !== null,
  }
