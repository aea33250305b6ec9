/**
 * The requests 19 to 43 of Microsoft’s collection: groups, and filters in `attributes`.
 * Source: github.com/AzureAD/SCIMReferenceCode, PostmanCollection.json (MIT); see entra-run.ts.
 */
import { both, json, person } from './entra-run.ts'
import { operations, type Row, schemas } from './vendor-run.ts'

const wanda = {
  userName: 'wanda1',
  displayName: 'Wanda R',
  given: 'Wanda',
  family: 'Ruiz',
  work: 'wanda@harbor.example',
}
const xenia = {
  userName: 'xenia1',
  displayName: 'Xenia A',
  given: 'Xenia',
  family: 'Aalto',
  work: 'xenia@harbor.example',
}
const yusuf = {
  userName: 'yusuf1',
  displayName: 'Yusuf D',
  given: 'Yusuf',
  family: 'Demir',
  work: 'yusuf@harbor.example',
}
const zofia = {
  userName: 'zofia1',
  displayName: 'Zofia K',
  given: 'Zofia',
  family: 'Kos',
  work: 'zofia@harbor.example',
}

const group = (displayName: string, more: object = {}) => ({
  schemas: [schemas.group],
  displayName,
  externalId: `id-of-${displayName}`,
  ...more,
})

const addXenia = operations({
  name: 'addMember',
  op: 'add',
  path: 'members',
  value: [{ displayName: 'Somebody new', value: '{xenia}' }],
})

const groups: readonly Row[] = [
  {
    at: 19,
    does: 'makes an empty group',
    send: 'POST /Groups',
    body: group('Cranes', { members: [] }),
    status: 201,
    keep: 'cranes',
    directory: { team: '{cranes}', has: { name: 'Cranes', status: 'active' }, people: [] },
  },
  {
    at: 20,
    does: 'makes a user',
    send: 'POST /Users',
    body: person(wanda, both),
    status: 201,
    keep: 'wanda',
  },
  {
    at: null,
    does: 'makes a second user with the address of the first',
    send: 'POST /Users',
    body: person({ ...xenia, work: wanda.work }, both),
    status: 409,
    scimType: 'uniqueness',
  },
  {
    at: 21,
    does: 'makes a second user',
    send: 'POST /Users',
    body: person(xenia, both),
    status: 201,
    keep: 'xenia',
    differs: {
      expects: '201 with the address of the first, too',
      because: 'a link for one person’s answers goes to the address, so an address is one person’s',
    },
  },
  {
    at: 22,
    does: 'makes a group with somebody in it',
    send: 'POST /Groups',
    body: group('Pilots', { members: [{ value: '{wanda}', display: 'Captain' }] }),
    status: 201,
    keep: 'pilots',
    directory: { team: '{pilots}', people: ['{wanda}'] },
  },
  { at: 23, does: 'lists groups', send: 'GET /Groups', status: 200, reply: { totalResults: 2 } },
  {
    at: 24,
    does: 'makes a third',
    send: 'POST /Groups',
    body: group('Tugs', { members: [] }),
    status: 201,
    keep: 'tugs',
  },
  {
    at: 25,
    does: 'replaces a group with its members, without its id of the provider',
    send: 'PUT /Groups/{tugs}',
    body: {
      schemas: [schemas.group],
      id: '{tugs}',
      displayName: 'Tug boats',
      members: [
        { value: '{wanda}', display: 'Captain' },
        { value: '{xenia}', display: 'Engineer' },
      ],
    },
    status: 200,
    reply: { externalId: undefined },
    directory: { team: '{tugs}', has: { name: 'Tug boats' }, people: ['{wanda}', '{xenia}'] },
  },
  {
    at: 26,
    does: 'reads it, with a content type and no content',
    send: 'GET /Groups/{tugs}',
    headers: json,
    status: 200,
    reply: { id: '{tugs}', 'members|0|value': '{wanda}' },
  },
  {
    at: 27,
    does: 'adds a member',
    send: 'PATCH /Groups/{cranes}',
    body: addXenia,
    status: 204,
    directory: { team: '{cranes}', people: ['{xenia}'] },
  },
  {
    at: 28,
    does: 'removes a member by a filter',
    send: 'PATCH /Groups/{cranes}',
    body: operations({ op: 'remove', path: 'members[value eq "{xenia}"]' }),
    status: 204,
    directory: { team: '{cranes}', people: [] },
  },
  {
    at: 29,
    does: 'adds them again',
    send: 'PATCH /Groups/{cranes}',
    body: addXenia,
    status: 204,
    directory: { team: '{cranes}', people: ['{xenia}'] },
  },
  {
    at: 30,
    does: 'reads the group',
    send: 'GET /Groups/{cranes}',
    status: 200,
    reply: { id: '{cranes}', 'members|0|value': '{xenia}', 'members|0|displayName': undefined },
    differs: {
      expects: 'the name that was sent with the member',
      because: 'a member of a group has no displayName (RFC 7643 §4.2); the user has',
    },
  },
  {
    at: null,
    does: 'asks whether somebody is a member, as Entra does before it changes a reference',
    send: 'GET /Groups?filter=id eq "{cranes}" and members eq "{xenia}"&attributes=id',
    status: 200,
    reply: { totalResults: 1, 'Resources|0|id': '{cranes}', 'Resources|0|displayName': undefined },
  },
  {
    at: null,
    does: 'removes a member by value, as Entra does without the flag for the standard',
    send: 'PATCH /Groups/{tugs}',
    body: operations({ op: 'Remove', path: 'members', value: [{ value: '{xenia}' }] }),
    status: 204,
    directory: { team: '{tugs}', people: ['{wanda}'] },
  },
  {
    at: 31,
    does: 'removes everybody',
    send: 'PATCH /Groups/{cranes}',
    body: operations({ op: 'remove', path: 'members' }),
    status: 204,
    directory: { team: '{cranes}', people: [] },
  },
  {
    at: 32,
    does: 'reads it again',
    send: 'GET /Groups/{cranes}',
    status: 200,
    reply: { id: '{cranes}', members: [] },
  },
  {
    at: 33,
    does: 'deletes a user who is in groups',
    send: 'DELETE /Users/{wanda}',
    status: 204,
    directory: { team: '{pilots}', people: [] },
  },
  { at: 34, does: 'deletes the other', send: 'DELETE /Users/{xenia}', status: 204 },
  {
    at: 35,
    does: 'deletes a group',
    send: 'DELETE /Groups/{cranes}',
    status: 204,
    directory: { team: '{cranes}', has: { status: 'archived' } },
  },
  { at: 36, does: 'deletes a group', send: 'DELETE /Groups/{pilots}', status: 204 },
  { at: 37, does: 'deletes a group', send: 'DELETE /Groups/{tugs}', status: 204 },
]

const filtersInAttributes: readonly Row[] = [
  {
    at: 38,
    does: 'makes a user whose primary address is none',
    send: 'POST /Users',
    body: person({ ...yusuf, work: 'yusuf-at-work' }, both),
    status: 201,
    keep: 'yusuf',
    reply: { 'emails|0|value': 'yusuf-at-work' },
    // Nobody is written to at what is no address, and not at home instead.
    directory: { member: '{yusuf}', has: { email: null, name: 'Yusuf D' } },
  },
  {
    at: 39,
    does: 'makes another',
    send: 'POST /Users',
    body: person(zofia, both),
    status: 201,
    keep: 'zofia',
  },
  {
    at: 40,
    does: 'asks for addresses of work',
    send: 'GET /Users?attributes=emails%5Btype+eq+%22work%22%5D',
    status: 200,
    reply: { 'Resources|0|emails|0|value': 'yusuf-at-work', 'Resources|0|userName': undefined },
  },
  {
    at: 41,
    does: 'asks for one address',
    send: 'GET /Users?attributes=emails%5Bvalue+eq+%22yusuf-at-work%22%5D',
    status: 200,
    reply: { 'Resources|0|emails|0|value': 'yusuf-at-work' },
  },
  { at: 42, does: 'deletes the first', send: 'DELETE /Users/{yusuf}', status: 204 },
  { at: 43, does: 'deletes the second', send: 'DELETE /Users/{zofia}', status: 204 },
]

export const entraGroupRows: readonly Row[] = [...groups, ...filtersInAttributes]
