/** What the drawer of a member reads and writes. */
import { inPerson, queryClient, SondeError } from '../api.ts'
import { asUser } from '../as-user.ts'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import type { PrivacyRequest } from '../privacy/privacy-queries.ts'
import { read, useWrite } from '../queries.ts'
import type { ListedMember, Member } from './directory-queries.ts'

export const oneMember = (id: string) => read(asUser, 'getMember', { params: { id } })

/** As it is now, whatever was read before. */
export const readMember = (id: string): Promise<Member> =>
  queryClient.fetchQuery({ ...oneMember(id), staleTime: 0 })

const foundMax = 20

/** The first members that match, to choose a manager from. */
export const possibleManagers = (q: string) =>
  read(asUser, 'listMembers', { query: { limit: foundMax, ...(q && { q }) } })

/** Two people may have one name. */
export const foundAs = ({ id, name, email }: ListedMember) => ({
  value: id,
  label: email === null ? name : `${name} (${email})`,
})

/** The user who is this member: at most one. */
export const userOf = (memberId: string) => read(inPerson, 'listPeople', { query: { member_id: memberId } })

const requestsMax = 20

/** Other pages answer them: anyone who comes back reads them again. */
export const requestsOf = (id: string) => ({
  ...read(inPerson, 'listPrivacyRequests', { query: { member_id: id, limit: requestsMax } }),
  staleTime: 0,
})

const historyShown = 5

export type History = ReplyOf<'listAuditEvents'>['audit_events']

export const historyOf = (id: string) => ({
  ...read(inPerson, 'listAuditEvents', { query: { target: id, limit: historyShown } }),
  // Every write adds to it.
  staleTime: 0,
})

/** Whatever shows a member, or counts them. */
export const changes = ['getMember', 'listMembers', 'getTeamTree', 'listAuditEvents', 'listPeople'] as const

type Callbacks<Reply, Input = unknown> = {
  onDone: (reply: Reply) => void
  onFailed?: (error: Error, input: Input) => void
}

type Change = { id: string; version: number; patch: BodyOf<'updateMember'> }

export const useMemberUpdate = (callbacks: Callbacks<Member, Change>) =>
  useWrite({
    send: ({ id, version, patch }: Change) =>
      asUser.call('updateMember', { params: { id }, body: patch, ifMatch: version }),
    changes,
    ...callbacks,
  })

export const useMemberCreation = (onDone: (member: Member) => void) =>
  useWrite({
    send: (body: BodyOf<'createMember'>) => asUser.call('createMember', { body }),
    changes,
    onDone,
  })

type Place = { teamId: string; memberId: string }

export const useJoin = (callbacks: Callbacks<unknown>) =>
  useWrite({
    send: ({ teamId, memberId }: Place) =>
      asUser.call('addTeamMember', { params: { id: teamId, member_id: memberId }, body: {} }),
    changes,
    ...callbacks,
  })

type Lead = Place & { leads: boolean }

/** Whoever is not in the team joins it by leading it; who no longer leads it stays in it. */
export const setLead = ({ teamId, memberId, leads }: Lead) =>
  asUser.call('addTeamMember', {
    params: { id: teamId, member_id: memberId },
    body: { role: leads ? 'lead' : 'member' },
  })

export const useLead = (callbacks: { onDone: (lead: Lead) => void; onFailed: (error: Error) => void }) =>
  useWrite({
    send: setLead,
    changes,
    onFailed: callbacks.onFailed,
    onDone: (_reply, lead) => callbacks.onDone(lead),
  })

export const useLeave = (onDone: () => void) =>
  useWrite({
    send: ({ teamId, memberId }: Place) =>
      asUser.call('removeTeamMember', { params: { id: teamId, member_id: memberId } }),
    changes,
    onDone,
  })

export type Days = { from: string; to: string }

export const useAbsenceCreation = (memberId: string, callbacks: Callbacks<unknown>) =>
  useWrite({
    send: ({ from, to }: Days) =>
      asUser.call('createAbsence', { params: { id: memberId }, body: { from, to } }),
    changes,
    ...callbacks,
  })

type Absence = Member['absences'][number]

export const useAbsenceDeletion = (
  memberId: string,
  callbacks: { onDone: (absence: Absence) => void; onFailed: (error: Error) => void },
) =>
  useWrite({
    send: ({ id }: Absence) => asUser.call('deleteAbsence', { params: { id: memberId, absence_id: id } }),
    changes,
    onFailed: callbacks.onFailed,
    onDone: (_reply, absence) => callbacks.onDone(absence),
  })

const isWaiting = ({ state }: PrivacyRequest): boolean => state === 'received' || state === 'in_progress'

async function waitingErasure(memberId: string): Promise<PrivacyRequest | undefined> {
  const { privacy_requests: found } = await inPerson.call('listPrivacyRequests', {
    query: { member_id: memberId, kind: 'erasure' },
  })
  return found.find(isWaiting)
}

/** A request that the person made, or that was recorded before, is carried out; there is never a second one. */
async function erase(memberId: string): Promise<unknown> {
  const request = (await waitingErasure(memberId)) ?? (await recordErasure(memberId))
  return inPerson.call('completePrivacyRequest', { params: { id: request.id } })
}

async function recordErasure(memberId: string): Promise<PrivacyRequest> {
  try {
    return await inPerson.call('createPrivacyRequest', { body: { kind: 'erasure', member_id: memberId } })
  } catch (error) {
    const isOpen = error instanceof SondeError && error.code === 'privacy_request_open'
    const made = isOpen ? await waitingErasure(memberId) : undefined
    if (!made) throw error
    return made
  }
}

export const useErasure = (onDone: () => void) =>
  useWrite({
    send: (memberId: string) => erase(memberId),
    changes: [...changes, 'listPrivacyRequests', 'getPrivacyRequest'],
    onDone,
  })
