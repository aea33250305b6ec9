/**
 * What Okta asks of a SCIM service before it takes it up, and what it sends afterwards. The people are ours.
 * Sources: Okta’s SCIM 2.0 specification run (eleven requests; the user that it wants to find is made before), and the requests of its
 * reference of SCIM 2.0 in the order of a life: found, made, changed, deactivated, back, in groups that are pushed.
 */
import { operations, type Row, schemas } from './vendor-run.ts'

export const oktaHeaders = {
  'content-type': 'application/scim+json; charset=utf-8',
  'accept-charset': 'utf-8',
  'user-agent': 'OKTA SCIM Integration',
}

const user = (given: string, more: object = {}) => ({
  schemas: [schemas.user],
  userName: `${given}@Fjord.example`.toLowerCase(),
  name: { givenName: given, familyName: 'Lund' },
  emails: [{ primary: true, value: `${given}@fjord.example`.toLowerCase(), type: 'work' }],
  displayName: `${given} Lund`,
  active: true,
  ...more,
})

const unknownId = '010101001010101011001010101011'
const list = { 'schemas|0': schemas.list }
const unknown = { 'schemas|0': schemas.error, status: '404' }
const liv = {
  userName: 'liv@fjord.example',
  'name|familyName': 'Lund',
  'name|givenName': 'Liv',
  'emails|0|value': 'liv@fjord.example',
  active: true,
}

/** The specification run. */
export const oktaSpecificationRows: readonly Row[] = [
  {
    at: null,
    does: 'makes somebody to be found',
    send: 'POST /Users',
    body: user('Ane'),
    status: 201,
    keep: 'ane',
  },
  {
    at: 1,
    does: 'reads one user of a list',
    send: 'GET /Users?count=1&startIndex=1',
    status: 200,
    reply: {
      ...list,
      totalResults: 1,
      itemsPerPage: 1,
      startIndex: 1,
      'Resources|0|id': '{ane}',
      'Resources|0|userName': 'ane@fjord.example',
      'Resources|0|name|familyName': 'Lund',
      'Resources|0|name|givenName': 'Ane',
      'Resources|0|active': true,
      'Resources|0|emails|0|value': 'ane@fjord.example',
    },
  },
  {
    at: 2,
    does: 'reads that user',
    send: 'GET /Users/{ane}',
    status: 200,
    reply: { id: '{ane}', userName: 'ane@fjord.example', 'name|givenName': 'Ane', active: true },
  },
  {
    at: 3,
    does: 'looks for a name that nobody has',
    send: 'GET /Users?filter=userName eq "nobody@fjord.example"',
    status: 200,
    reply: { ...list, totalResults: 0 },
  },
  {
    at: 4,
    does: 'reads an id that nobody has',
    send: `GET /Users/${unknownId}`,
    status: 404,
    reply: unknown,
  },
  {
    at: 5,
    does: 'looks for the user that it will make',
    send: 'GET /Users?filter=userName eq "liv@fjord.example"',
    status: 200,
    reply: { ...list, totalResults: 0 },
  },
  {
    at: 6,
    does: 'makes a user',
    send: 'POST /Users',
    body: user('Liv'),
    status: 201,
    keep: 'liv',
    reply: { ...liv, 'schemas|0': schemas.user },
    directory: { member: '{liv}', has: { name: 'Liv Lund', email: 'liv@fjord.example', status: 'active' } },
  },
  { at: 7, does: 'reads them', send: 'GET /Users/{liv}', status: 200, reply: liv },
  {
    at: 8,
    does: 'makes them again',
    send: 'POST /Users',
    body: user('Liv'),
    status: 409,
    scimType: 'uniqueness',
  },
  {
    at: 9,
    does: 'looks for them in capitals',
    send: 'GET /Users?filter=userName eq "LIV@fjord.example"',
    status: 200,
    reply: { totalResults: 1, 'Resources|0|id': '{liv}' },
  },
  {
    at: 10,
    does: 'lists groups',
    send: 'GET /Groups',
    status: 200,
    reply: { totalResults: 0, Resources: [] },
  },
  {
    at: 11,
    does: 'reads an id that nobody has',
    send: `GET /Users/${unknownId}`,
    status: 404,
    reply: unknown,
  },
]

const push = (value: object): object => operations({ op: 'replace', value })
const teamOf = (...names: string[]) => ({ team: '{crew}', people: names.map((name) => `{${name}}`) })

/** The requests of its reference, on the users of the specification run. */
export const oktaReferenceRows: readonly Row[] = [
  {
    at: 1,
    does: 'reads a user before it changes them',
    send: 'GET /Users/{liv}',
    status: 200,
    reply: { active: true },
  },
  {
    at: 2,
    does: 'replaces them with what it has read and changed',
    send: 'PUT /Users/{liv}',
    body: {
      ...user('Liv', { displayName: undefined }),
      id: '{liv}',
      name: { givenName: 'Liv', middleName: 'Excited', familyName: 'Berg' },
      emails: [{ primary: true, value: 'liv@fjord.example', type: 'work', display: 'liv@fjord.example' }],
      groups: [],
      meta: { resourceType: 'User' },
    },
    status: 200,
    reply: {
      'name|familyName': 'Berg',
      'name|middleName': undefined,
      displayName: undefined,
      groups: undefined,
    },
    directory: { member: '{liv}', has: { name: 'Liv Berg' } },
  },
  {
    at: 3,
    does: 'deactivates them',
    send: 'PATCH /Users/{liv}',
    body: push({ active: false }),
    status: 200,
    reply: { active: false, 'name|familyName': 'Berg' },
    directory: { member: '{liv}', has: { status: 'deactivated' } },
  },
  {
    at: 4,
    does: 'finds them still',
    send: 'GET /Users?filter=userName eq "liv@fjord.example"&startIndex=1&count=100',
    status: 200,
    reply: { totalResults: 1, 'Resources|0|active': false },
  },
  {
    at: 5,
    does: 'activates them by a whole user',
    send: 'PUT /Users/{liv}',
    body: user('Liv', { id: '{liv}', active: true }),
    status: 200,
    directory: { member: '{liv}', has: { name: 'Liv Lund', status: 'active' } },
  },
  {
    at: 6,
    does: 'pushes a group',
    send: 'POST /Groups',
    body: { schemas: [schemas.group], displayName: 'Crew', members: [] },
    status: 201,
    keep: 'crew',
    reply: { displayName: 'Crew', members: [], 'meta|resourceType': 'Group' },
    directory: teamOf(),
  },
  {
    at: 7,
    does: 'imports groups by pages',
    send: 'GET /Groups?startIndex=1&count=100',
    status: 200,
    reply: { ...list, totalResults: 1, startIndex: 1, 'Resources|0|id': '{crew}' },
  },
  { at: 8, does: 'reads the group', send: 'GET /Groups/{crew}', status: 200, reply: { displayName: 'Crew' } },
  {
    at: 9,
    does: 'sends its name with its id',
    send: 'PATCH /Groups/{crew}',
    body: push({ id: '{crew}', displayName: 'Deck crew' }),
    status: 204,
    directory: { team: '{crew}', has: { name: 'Deck crew' } },
    differs: {
      expects: '200 or 204',
      because: 'a large group would be in each reply; Okta and Entra take 204',
    },
  },
  {
    at: 10,
    does: 'removes one who is not a member, and adds another, in one request',
    send: 'PATCH /Groups/{crew}',
    body: operations(
      { op: 'remove', path: 'members[value eq "{ane}"]' },
      { op: 'add', path: 'members', value: [{ value: '{liv}', display: 'liv@fjord.example' }] },
    ),
    status: 204,
    directory: teamOf('liv'),
  },
  {
    at: 11,
    does: 'pushes all members',
    send: 'PATCH /Groups/{crew}',
    body: operations({
      op: 'replace',
      path: 'members',
      value: [
        { value: '{ane}', display: 'ane@fjord.example' },
        { value: '{liv}', display: 'liv@fjord.example' },
      ],
    }),
    status: 204,
    directory: teamOf('ane', 'liv'),
  },
  {
    at: 12,
    does: 'replaces the group, as apps from its wizard do',
    send: 'PUT /Groups/{crew}',
    body: { schemas: [schemas.group], id: '{crew}', displayName: 'Crew', members: [{ value: '{ane}' }] },
    status: 200,
    reply: { displayName: 'Crew', 'members|0|value': '{ane}', 'members|1': undefined },
    directory: teamOf('ane'),
  },
  {
    at: 13,
    does: 'unlinks the group and deletes it',
    send: 'DELETE /Groups/{crew}',
    status: 204,
    directory: { team: '{crew}', has: { status: 'archived' } },
  },
]
