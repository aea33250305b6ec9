/** What pages read and write about people who sign in, and about invitations. */
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'

export type Person = ReplyOf<'listPeople'>['people'][number]
export type Role = Person['role']
export type Invitation = ReplyOf<'listInvitations'>['invitations'][number]

type PeopleFilter = {
  q?: string | undefined
  state?: Person['state'] | undefined
  second_factor?: NonNullable<Person['second_factor']> | undefined
}

export const peoplePages = ({ q, state, second_factor }: PeopleFilter) =>
  readPages(inPerson, 'listPeople', {
    query: { ...(q && { q }), ...(state && { state }), ...(second_factor && { second_factor }) },
  })

export const usePeople = (filter: PeopleFilter) => useList(peoplePages(filter), ({ people }) => people)

/** Who leads which team: as an application reads it for the person. */
export const teamTree = read(asUser, 'getTeamTree', {})

/** @property isUndo  takes the last change back */
type PersonChange = { person: Person; body: BodyOf<'updatePerson'>; isUndo?: boolean }

type PersonUpdate = {
  onDone: (person: Person, change: PersonChange) => void
  onFailed: (error: Error) => void
}

export const usePersonUpdate = (callbacks: PersonUpdate) =>
  useWrite({
    send: ({ person, body }: PersonChange) =>
      inPerson.call('updatePerson', { params: { id: person.id }, body, ifMatch: person.version }),
    changes: ['listPeople', 'getMe'],
    ...callbacks,
  })

export const useSecondFactorReset = (onDone: (person: Person) => void) =>
  useWrite({
    send: ({ id }: Person) => inPerson.call('resetSecondFactor', { params: { id } }),
    changes: ['listAuditEvents'],
    onDone: (_reply, person) => onDone(person),
  })

export const invitationPages = readPages(inPerson, 'listInvitations', {})

export const useInvitations = () => useList(invitationPages, ({ invitations }) => invitations)

export const useInvitationCreation = (onDone: (invitation: Invitation) => void) =>
  useWrite({
    send: (body: BodyOf<'createInvitation'>) => inPerson.call('createInvitation', { body }),
    changes: ['listInvitations'],
    onDone,
  })

type InvitationWrite = {
  onDone: (reply: unknown, invitation: Invitation) => void
  onFailed: (error: Error) => void
}

export const useInvitationResending = (callbacks: InvitationWrite) =>
  useWrite({
    send: ({ id }: Invitation) => inPerson.call('resendInvitation', { params: { id } }),
    changes: ['listInvitations'],
    ...callbacks,
  })

export const useInvitationRevocation = (callbacks: InvitationWrite) =>
  useWrite({
    send: ({ id }: Invitation) => inPerson.call('revokeInvitation', { params: { id } }),
    changes: ['listInvitations'],
    ...callbacks,
  })
