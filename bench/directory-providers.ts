/**
 * How Entra and Okta sync a directory of people in groups, request by request, as their documentation and test/tables/*-run.ts have it. Entra
 * looks each person up and makes them, then sends managers, then makes groups and adds members by twenties. Okta looks each person up and
 * makes them, and pushes each group with all its members. A second sync sends the same values again, all of them: a provider that finds no
 * difference would send less.
 */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** Sends one request. @returns the reply; it throws where that is a refusal */
export type Send = (method: Method, path: string, body?: object) => Promise<any>

export type Directory = { readonly people: number; readonly groups: number }

/** A part of a sync: steps of the same kind. */
export type Part = { readonly name: string; readonly steps: number; step(at: number): Promise<void> }

export type Sync = { readonly first: readonly Part[]; readonly second: readonly Part[] }

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const operations = (...Operations: object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const userName = (at: number): string => `person.${at}@harbor.example`

const person = (at: number, more: object = {}): object => ({
  schemas: [`${core}:User`, enterprise],
  userName: userName(at),
  externalId: `external-${at}`,
  active: true,
  displayName: `Given${at % 700} Family${at}`,
  name: {
    formatted: `Given${at % 700} Family${at}`,
    givenName: `Given${at % 700}`,
    familyName: `Family${at}`,
  },
  emails: [{ primary: true, type: 'work', value: userName(at) }],
  preferredLanguage: 'en-GB',
  title: `Title ${at % 50}`,
  [enterprise]: { employeeNumber: String(at), department: `Department ${at % 40}` },
  ...more,
})

const groupName = (at: number): string => `Group ${at}`
const newGroup = (displayName: string, members?: object[]): object => ({
  schemas: [`${core}:Group`],
  displayName,
  ...(members && { members }),
})

const filtered = (noun: string, filter: string): string => `/${noun}?filter=${encodeURIComponent(filter)}`

/** Every tenth person reports to one before them, in a tree. */
const managed = 10
const managerOf = (at: number): number => Math.floor(at / managed / 8) * managed

const addedAtOnce = 20
const importedAtOnce = 100

export function entra(send: Send, { people, groups }: Directory): Sync {
  const users: string[] = []
  const teams: string[] = []
  let everyone = ''
  const membersOf = (group: number): object[] =>
    users.filter((_, at) => at % groups === group).map((value) => ({ $ref: null, value }))
  const withTwenties = (at: number): object =>
    operations({
      op: 'Add',
      path: 'members',
      value: users.slice(at * addedAtOnce, (at + 1) * addedAtOnce).map((value) => ({ value })),
    })
  const lookUp = async (at: number): Promise<any> => {
    const found = await send('GET', filtered('Users', `userName eq "${userName(at)}"`))
    return found.Resources[0]
  }
  const lookUpGroup = (name: string): Promise<any> =>
    send('GET', `${filtered('Groups', `displayName eq "${name}"`)}&excludedAttributes=members`)
  const manage = async (at: number): Promise<void> => {
    const person = (at + 1) * managed
    const [id, manager] = [users[person], users[managerOf(person)]]
    await send('GET', `${filtered('Users', `id eq "${id}" and manager eq "${manager}"`)}&attributes=id`)
    await send(
      'PATCH',
      `/Users/${id}`,
      operations({ op: 'Add', path: `${enterprise}:manager`, value: manager }),
    )
  }
  const twenties: Part = {
    name: 'everyone in one group',
    steps: Math.ceil(people / addedAtOnce),
    step: (at) => send('PATCH', `/Groups/${everyone}`, withTwenties(at)),
  }
  return {
    first: [
      {
        name: 'users',
        steps: people,
        step: async (at) => {
          if (await lookUp(at)) throw new Error(`${userName(at)} is there already`)
          users.push((await send('POST', '/Users', person(at))).id)
        },
      },
      { name: 'managers', steps: Math.ceil(people / managed) - 1, step: manage },
      {
        name: 'groups',
        steps: groups,
        step: async (at) => {
          await lookUpGroup(groupName(at))
          const { id } = await send('POST', '/Groups', newGroup(groupName(at)))
          teams.push(id)
          await send(
            'PATCH',
            `/Groups/${id}`,
            operations({ op: 'Add', path: 'members', value: membersOf(at) }),
          )
        },
      },
      {
        name: 'a group of everyone',
        steps: 1,
        step: async () => void (everyone = (await send('POST', '/Groups', newGroup('Everyone'))).id),
      },
      twenties,
    ],
    second: [
      {
        name: 'users',
        steps: people,
        step: async (at) => {
          const { id } = await lookUp(at)
          const replace = (path: string, value: unknown) => ({ op: 'Replace', path, value })
          const given = `Given${at % 700}`
          await send(
            'PATCH',
            `/Users/${id}`,
            operations(
              replace('displayName', `${given} Family${at}`),
              replace('active', 'True'),
              replace('emails[type eq "work"].value', userName(at)),
              replace('name.givenName', given),
              replace('title', `Title ${at % 50}`),
              replace(`${enterprise}:department`, `Department ${at % 40}`),
            ),
          )
        },
      },
      { name: 'managers', steps: Math.ceil(people / managed) - 1, step: manage },
      {
        name: 'groups',
        steps: groups,
        step: async (at) => {
          await lookUpGroup(groupName(at))
          await send(
            'PATCH',
            `/Groups/${teams[at]}`,
            operations(
              { op: 'Replace', path: 'displayName', value: groupName(at) },
              { op: 'Add', path: 'members', value: membersOf(at) },
            ),
          )
        },
      },
      twenties,
    ],
  }
}

export function okta(send: Send, { people, groups }: Directory): Sync {
  const users: string[] = []
  const teams: string[] = []
  const membersOf = (group: number): object[] =>
    users.filter((_, at) => group === groups || at % groups === group).map((value) => ({ value }))
  const nameOf = (group: number): string => (group === groups ? 'Everyone' : groupName(group))
  const push = async (at: number): Promise<void> => {
    const [id, displayName] = [teams[at], nameOf(at)]
    await send('PATCH', `/Groups/${id}`, operations({ op: 'replace', value: { id, displayName } }))
    const members = { op: 'replace', path: 'members', value: membersOf(at) }
    await send('PATCH', `/Groups/${id}`, operations(members))
  }
  const create = async (at: number): Promise<void> => {
    teams.push((await send('POST', '/Groups', newGroup(nameOf(at), []))).id)
    await push(at)
  }
  const page = (noun: string, at: number): Promise<any> =>
    send('GET', `/${noun}?startIndex=${1 + at * importedAtOnce}&count=${importedAtOnce}`)
  return {
    first: [
      {
        name: 'users',
        steps: people,
        step: async (at) => {
          await send('GET', filtered('Users', `userName eq "${userName(at)}"`))
          users.push((await send('POST', '/Users', person(at, { groups: [], password: 'unused' }))).id)
        },
      },
      { name: 'groups', steps: groups, step: create },
      { name: 'a group of everyone', steps: 1, step: () => create(groups) },
    ],
    second: [
      { name: 'import of users', steps: Math.ceil(people / importedAtOnce), step: (at) => page('Users', at) },
      {
        name: 'import of groups',
        steps: Math.ceil(groups / importedAtOnce),
        step: (at) => page('Groups', at),
      },
      {
        name: 'users',
        steps: people,
        step: async (at) => {
          const { id } = await send('GET', `/Users/${users[at]}`)
          await send('PUT', `/Users/${id}`, person(at, { id, groups: [], meta: { resourceType: 'User' } }))
        },
      },
      { name: 'groups', steps: groups, step: push },
      { name: 'a group of everyone', steps: 1, step: () => push(groups) },
    ],
  }
}
