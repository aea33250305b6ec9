/**
 * The requests 44 to 79 of Microsoft’s collection: users with much that is not stored, bodies that cannot be read, names that are taken,
 * filters, and tidying up.
 * Source: github.com/AzureAD/SCIMReferenceCode, PostmanCollection.json (MIT); see entra-run.ts.
 */
import { operations, type Row, schemas } from './vendor-run.ts'

/** With all that the source sends and that is not stored: addresses with nulls, telephone numbers, roles, dates of its own. */
const employee = (userName: string, more: object = {}) => ({
  userName,
  active: true,
  addresses: [
    { type: 'work', country: 'Norway', formatted: 'Havnegata 1\nBergen', locality: 'Bergen', primary: false },
    { type: 'other', country: null, formatted: 'Bryggen 2', locality: null, region: null, primary: false },
  ],
  displayName: `Kim ${userName}`,
  emails: [
    { type: 'work', primary: true, value: `${userName}@harbor.example` },
    { type: 'work', primary: false, value: `${userName}@harbor.test` },
  ],
  meta: {
    created: '2019-01-02T03:04:05.6789012+00:00',
    lastModified: '2019-01-02T03:04:05.6789012+00:00',
    resourceType: 'User',
  },
  name: {
    formatted: 'Kim Vik',
    familyName: 'Vik',
    givenName: 'Kim',
    honorificPrefix: null,
    honorificSuffix: null,
  },
  phoneNumbers: [
    { type: 'fax', primary: false, value: '55 00 00 01' },
    { type: 'mobile', primary: false, value: '55 00 00 02' },
  ],
  preferredLanguage: 'xh',
  roles: [],
  title: 'Harbour master',
  externalId: `id-of-${userName}`,
  schemas: [schemas.user],
  ...more,
})

const odin = employee('Odin', {
  name: { formatted: 'Odin Moe', familyName: 'Moe', givenName: 'Odin', honorificPrefix: null },
  emails: [
    { type: 'work', primary: true, value: 'odin@harbor.test' },
    { type: 'other', primary: false, value: 'odin@home.test' },
  ],
})

const { userName: _, ...nameless } = employee('nobody')
const { addresses, ...withoutAddresses } = odin

const replaced = { ...odin, id: '{odin}', active: false }

const users: readonly Row[] = [
  {
    at: 44,
    does: 'makes a user with much that is not stored',
    send: 'POST /Users',
    body: odin,
    status: 201,
    keep: 'odin',
    reply: { userName: 'Odin', active: true, phoneNumbers: undefined, addresses: undefined },
    directory: {
      member: '{odin}',
      has: { name: 'Kim Odin', locale: 'xh', attributes: { title: 'Harbour master' }, status: 'active' },
    },
  },
  {
    at: 45,
    does: 'makes a user who is active as a text',
    send: 'POST /Users',
    body: employee('kim1', { active: 'True' }),
    status: 201,
    keep: 'kim1',
    reply: { active: true },
  },
  {
    at: 46,
    does: 'lists both',
    send: 'GET /Users',
    status: 200,
    reply: { totalResults: 2, 'Resources|0|userName': 'Odin' },
  },
  {
    at: null,
    does: 'makes another with the id of the provider of the one before',
    send: 'POST /Users',
    body: employee('kim2', { externalId: 'id-of-kim1' }),
    status: 409,
    scimType: 'uniqueness',
  },
  {
    at: 47,
    does: 'makes another',
    send: 'POST /Users',
    body: employee('kim2'),
    status: 201,
    keep: 'kim2',
    differs: {
      expects: '201 with externalId and addresses of the one before, too',
      because:
        'the client keeps externalId unique (RFC 7643 §3.1); whoever were two members by a mistake would count twice in a team',
    },
  },
  { at: 48, does: 'makes a third', send: 'POST /Users', body: employee('kim3'), status: 201, keep: 'kim3' },
  {
    at: 49,
    does: 'leaves out userName',
    send: 'POST /Users',
    body: nameless,
    status: 400,
    scimType: 'invalidValue',
  },
  {
    at: 50,
    does: 'sends what is no JSON',
    send: 'POST /Users',
    body: '{ "acve": yes, "phoneNubmers": [ { "type": "fax", ',
    status: 400,
    scimType: 'invalidSyntax',
  },
  {
    at: 51,
    does: 'makes the third again',
    send: 'POST /Users',
    body: employee('kim3'),
    status: 409,
    scimType: 'uniqueness',
  },
  {
    at: 52,
    does: 'tries again',
    send: 'POST /Users',
    body: employee('kim3'),
    status: 409,
    scimType: 'uniqueness',
  },
  {
    at: 53,
    does: 'replaces a user and misspells userName',
    send: 'PUT /Users/{odin}',
    body: { ...nameless, id: '{odin}', userame: 'Odin', active: false },
    status: 400,
    scimType: 'invalidValue',
    directory: { member: '{odin}', has: { status: 'active' } },
  },
  {
    at: 54,
    does: 'replaces a user and misspells another attribute',
    send: 'PUT /Users/{odin}',
    body: { ...withoutAddresses, id: '{odin}', active: false, adreses: addresses },
    status: 200,
    reply: { active: false, adreses: undefined },
    directory: { member: '{odin}', has: { status: 'deactivated' } },
  },
  {
    at: 55,
    does: 'makes an employee',
    send: 'POST /Users',
    body: employee('kim4', {
      [schemas.enterprise]: { Department: 'Lighthouses' },
      schemas: [schemas.user, schemas.enterprise],
    }),
    status: 201,
    keep: 'kim4',
    directory: {
      member: '{kim4}',
      has: { attributes: { title: 'Harbour master', department: 'Lighthouses' } },
    },
  },
  {
    at: 56,
    does: 'changes the name of somebody inactive',
    send: 'PATCH /Users/{odin}',
    body: operations({ op: 'Replace', path: 'userName', value: 'odin-new' }),
    status: 200,
    reply: { userName: 'odin-new', active: false },
    differs: {
      expects: '204',
      because: 'the user is in the reply, as Okta reads it; both are allowed (RFC 7644 §3.5.2)',
    },
  },
  {
    at: 57,
    does: 'deactivates once more',
    send: 'PATCH /Users/{odin}',
    body: operations({ op: 'Replace', path: 'active', value: false }),
    status: 200,
    differs: { expects: '204', because: 'as in 56' },
  },
  {
    at: 58,
    does: 'reads both',
    send: 'GET /Users/{odin}',
    status: 200,
    reply: { userName: 'odin-new', active: false },
  },
  {
    at: 59,
    does: 'replaces a user with addresses',
    send: 'PUT /Users/{odin}',
    body: replaced,
    status: 200,
    reply: { userName: 'Odin', active: false, addresses: undefined },
    differs: {
      expects: 'the country of an address in the reply',
      because: 'postal addresses are of no use to surveys, so they are not stored',
    },
  },
]

const lists: readonly Row[] = [
  {
    at: 60,
    does: 'reads a page of two',
    send: 'GET /Users?startIndex=1&count=2',
    status: 200,
    reply: { totalResults: 5, itemsPerPage: 2, startIndex: 1 },
  },
  {
    at: 61,
    does: 'lists two attributes',
    send: 'GET /Users?attributes=userName,emails',
    status: 200,
    reply: { totalResults: 5 },
  },
  {
    at: 62,
    does: 'makes the third again',
    send: 'POST /Users',
    body: employee('kim3'),
    status: 409,
    scimType: 'uniqueness',
  },
  ...[
    {
      at: 63,
      bare: 'name.FamilyName eq Vik and (emails.Value co harbor.example or emails.Value co harbor.org)',
      quoted:
        'name.FamilyName eq "Vik" and (emails.Value co "harbor.example" or emails.Value co "harbor.org")',
      finds: 4,
    },
    { at: 64, bare: 'userName sw O', quoted: 'userName sw "O"', finds: 1 },
    {
      at: 65,
      bare: 'meta.Created gt 2015-10-10T14:38:21.8617979-07:00',
      quoted: 'meta.Created gt "2015-10-10T14:38:21.8617979-07:00"',
      finds: 5,
    },
  ].flatMap(({ at, bare, quoted, finds }): Row[] => [
    {
      at,
      does: 'filters by a value without quotes',
      send: `GET /Users?filter=${bare}`,
      status: 400,
      scimType: 'invalidFilter',
      differs: {
        expects: `${finds} results`,
        because: 'a value is written as in JSON (RFC 7644 §3.4.2.2); Entra itself sends quotes',
      },
    },
    {
      at: null,
      does: 'filters by the same with quotes',
      send: `GET /Users?filter=${quoted}`,
      status: 200,
      reply: { totalResults: finds },
    },
  ]),
]

const unknown = (at: number): Row => ({
  at,
  does: 'adds somebody who does not exist',
  send: 'PATCH /Groups/{dive}',
  body: { id: '{dive}', ...operations({ op: 'add', path: 'members', value: `nobody ${at}` }) },
  status: 400,
  scimType: 'invalidValue',
  directory: { team: '{dive}', people: [] },
  differs: {
    expects: '204',
    because:
      'a member is a user of the service (RFC 7643 §4.2); the provider would believe that they are in the team',
  },
})

const groups: readonly Row[] = [
  {
    at: 66,
    does: 'makes a group that says nothing of members',
    send: 'POST /Groups',
    body: { schemas: [schemas.group], displayName: 'Divers', externalId: 'id-of-divers' },
    status: 201,
    keep: 'dive',
  },
  unknown(67),
  unknown(68),
  { at: 69, does: 'reads the group', send: 'GET /Groups/{dive}', status: 200, reply: { members: [] } },
  {
    at: 70,
    does: 'reads it without members',
    send: 'GET /Groups/{dive}?excludedAttributes=members',
    status: 200,
    reply: { displayName: 'Divers', members: undefined },
  },
  {
    at: 71,
    does: 'replaces it under another id of the provider',
    send: 'PUT /Groups/{dive}',
    body: {
      schemas: [schemas.group],
      id: '{dive}',
      displayName: 'Deep divers',
      externalId: 'other-id-of-divers',
    },
    status: 200,
    reply: { displayName: 'Deep divers', externalId: 'other-id-of-divers' },
    directory: { team: '{dive}', has: { name: 'Deep divers', external_id: 'id-of-divers' } },
  },
]

const tidying: readonly Row[] = [
  ...['odin', 'kim1', 'kim2', 'kim3', 'kim4'].map((name, index): Row => ({
    at: 72 + index,
    does: 'deletes a user',
    send: `DELETE /Users/{${name}}`,
    status: 204,
    directory: { member: `{${name}}`, has: { status: 'deactivated' } },
  })),
  { at: 77, does: 'deletes the group', send: 'DELETE /Groups/{dive}', status: 204 },
  {
    at: 78,
    does: 'finds no user any more',
    send: 'GET /Users?attributes=userName',
    status: 200,
    reply: { totalResults: 0, Resources: [] },
  },
  {
    at: 79,
    does: 'finds no group any more',
    send: 'GET /Groups',
    status: 200,
    reply: { totalResults: 0, Resources: [] },
  },
]

export const entraBadInputRows: readonly Row[] = [...users, ...lists, ...groups, ...tidying]
