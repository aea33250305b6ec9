/**
 * The first 18 of the 79 requests by which Microsoft shows what a SCIM service has to answer to Entra: discovery and users. The people are
 * ours; the order, the spellings (`Primary`, `Department`, `Manager`, `/users`) and what is expected are those of the source.
 * Source: github.com/AzureAD/SCIMReferenceCode, PostmanCollection.json (MIT). The others are in entra-groups-run.ts and entra-bad-input-run.ts.
 */
import { operations, type Row, schemas } from './vendor-run.ts'

/** The source sends this, and no application/scim+json. */
export const json = { 'content-type': 'application/json' }

type Person = { userName: string; displayName: string; given: string; family: string; work: string }

export const person = ({ userName, displayName, given, family, work }: Person, more: object = {}) => ({
  userName,
  active: true,
  displayName,
  schemas: [schemas.user],
  externalId: `id-of-${userName}`,
  name: { formatted: `${given} ${family}`, familyName: family, givenName: given },
  emails: [
    { Primary: true, type: 'work', value: work },
    { Primary: false, type: 'home', value: `${given}@home.example`.toLowerCase() },
  ],
  ...more,
})

export const both = { schemas: [schemas.enterprise, schemas.user] }

const signe = {
  userName: 'signe1',
  displayName: 'Signe H',
  given: 'Signe',
  family: 'Holm',
  work: 'signe@harbor.example',
}
const tomas = {
  userName: 'tomas1',
  displayName: 'Tomas B',
  given: 'Tomas',
  family: 'Brandt',
  work: 'tomas@harbor.example',
}

const discovery: readonly Row[] = [
  {
    at: 1,
    does: 'asks the service for a token',
    send: 'GET /Token',
    status: 404,
    differs: {
      expects: '200 and a token',
      because:
        'the sample gives one to everybody who asks; here an admin gives it, and whoever lacks it is refused',
    },
  },
  {
    at: 2,
    does: 'lists users in lower case',
    send: 'GET /users',
    status: 200,
    reply: { totalResults: 0, Resources: [] },
  },
  { at: 3, does: 'lists groups', send: 'GET /Groups', status: 200, reply: { totalResults: 0 } },
  {
    at: 4,
    does: 'reads the types',
    send: 'GET /ResourceTypes',
    status: 200,
    reply: { 'Resources|0|endpoint': '/Users' },
  },
  {
    at: 5,
    does: 'reads what is supported',
    send: 'GET /ServiceProviderConfig',
    status: 200,
    reply: { 'patch|supported': true },
  },
  {
    at: 6,
    does: 'reads the schemas',
    send: 'GET /Schemas',
    status: 200,
    reply: { 'Resources|0|id': schemas.user },
    differs: {
      expects: 'the text “User Account” in it',
      because: 'a description is free (RFC 7643 §7), and a user is not an account here',
    },
  },
]

const users: readonly Row[] = [
  {
    at: 7,
    does: 'makes a user with names of attributes in another case',
    send: 'POST /Users',
    body: person(signe),
    status: 201,
    keep: 'signe',
    reply: { 'emails|0|primary': true, active: true },
    directory: {
      member: '{signe}',
      has: { name: 'Signe H', email: 'signe@harbor.example', external_id: 'id-of-signe1', status: 'active' },
    },
  },
  {
    at: 8,
    does: 'makes an employee whose manager nobody knows',
    send: 'POST /Users',
    body: person(tomas, {
      ...both,
      [schemas.enterprise]: { Department: 'Docks', Manager: { Value: 'nobody' } },
    }),
    status: 201,
    keep: 'tomas',
    reply: {
      [`${schemas.enterprise}|manager|value`]: 'nobody',
      [`${schemas.enterprise}|department`]: 'Docks',
    },
    directory: { member: '{tomas}', has: { attributes: { department: 'Docks' }, manager_member_id: null } },
  },
  {
    at: null,
    does: 'asks who the manager is, as Entra does before it changes a reference',
    send: 'GET /Users?filter=id eq "{tomas}" and manager eq "nobody"&attributes=id',
    status: 200,
    reply: { totalResults: 1, 'Resources|0|id': '{tomas}', 'Resources|0|userName': undefined },
  },
  { at: 9, does: 'reads the first', send: 'GET /Users/{signe}', status: 200, reply: { id: '{signe}' } },
  { at: 10, does: 'reads the second', send: 'GET /Users/{tomas}', status: 200, reply: { id: '{tomas}' } },
  {
    at: 11,
    does: 'lists two attributes',
    send: 'GET /Users?attributes=userName,emails',
    status: 200,
    reply: {
      'Resources|0|id': '{signe}',
      'Resources|0|userName': 'signe1',
      'Resources|0|emails|0|value': 'signe@harbor.example',
      'Resources|0|name': undefined,
    },
  },
  {
    at: 12,
    does: 'filters by a name in another case, with a slash before the query',
    send: 'GET /Users/?filter=DisplayName+eq+%22Signe+H%22',
    status: 200,
    reply: { totalResults: 1, 'Resources|0|id': '{signe}' },
  },
  {
    at: 13,
    does: 'changes a name',
    send: 'PATCH /Users/{signe}',
    body: operations({ op: 'replace', path: 'userName', value: 'signe2' }),
    status: 200,
  },
  {
    at: 14,
    does: 'reads it again',
    send: 'GET /Users/{signe}',
    status: 200,
    reply: { id: '{signe}', userName: 'signe2' },
  },
  {
    at: 15,
    does: 'replaces a user, and sends no department any more',
    send: 'PUT /Users/{tomas}',
    body: {
      ...person({ ...tomas, userName: 'tomas2', work: 'tomas@Quay.example' }, both),
      id: '{tomas}',
      name: { formatted: 'Tomas the New', familyName: 'Brandt', givenName: 'Tomas' },
    },
    status: 200,
    directory: { member: '{tomas}', has: { email: 'tomas@Quay.example', attributes: {} } },
  },
  {
    at: 16,
    does: 'reads it again',
    send: 'GET /Users/{tomas}',
    status: 200,
    reply: { 'name|formatted': 'Tomas the New' },
  },
  {
    at: 17,
    does: 'deletes the first',
    send: 'DELETE /Users/{signe}',
    status: 204,
    directory: { member: '{signe}', has: { name: 'Signe H', status: 'deactivated' } },
  },
  { at: 18, does: 'deletes the second', send: 'DELETE /Users/{tomas}', status: 204 },
]

export const entraRows: readonly Row[] = [...discovery, ...users]
