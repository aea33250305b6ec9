/**
 * SCIM 2.0 as data: what the service supports, the attributes that it knows, and the words of the protocol.
 * Sources: RFC 7643 (schemas), RFC 7644 (protocol), RFC 9865 (cursors).
 */
import { limits } from './limits.ts'

export const scimPath = '/scim/v2'
export const scimMedia = 'application/scim+json'

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  /** Ours: the team above a group's team. */
  team: 'urn:sonde:scim:1.0:Team',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const

/** Details of an error of status 400 or 409 (RFC 7644 §3.12, RFC 9865 §2.1). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidCursor'
  | 'uniqueness'
  | 'tooMany'
  | 'mutability'

type Attribute = {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly description: string
  readonly required?: true
  readonly caseExact?: true
  readonly multiValued?: true
  readonly uniqueness?: 'server'
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

const value = (description: string): Attribute => ({
  name: 'value',
  type: 'string',
  description,
  caseExact: true,
})

const userAttributes: readonly Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    description: 'The name of the user at the provider. The address of the member, where no e-mail is given',
    required: true,
    uniqueness: 'server',
  },
  {
    name: 'name',
    type: 'complex',
    description: 'The name of the member, where no displayName is given',
    subAttributes: [
      { name: 'formatted', type: 'string', description: 'The whole name' },
      { name: 'givenName', type: 'string', description: 'The given name' },
      { name: 'familyName', type: 'string', description: 'The family name' },
    ],
  },
  { name: 'displayName', type: 'string', description: 'The name of the member' },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description:
      'Addresses; the member has the primary one, otherwise the one of type work, otherwise the first',
    subAttributes: [
      { name: 'value', type: 'string', description: 'The address' },
      { name: 'type', type: 'string', description: 'work, home or other' },
      { name: 'primary', type: 'boolean', description: 'Whether it is preferred' },
    ],
  },
  { name: 'title', type: 'string', description: 'The attribute title of the member' },
  { name: 'locale', type: 'string', description: 'The language of the member, as BCP 47' },
  { name: 'preferredLanguage', type: 'string', description: 'The language, where no locale is given' },
  { name: 'timezone', type: 'string', description: 'The time zone of the member, an IANA name' },
  { name: 'active', type: 'boolean', description: 'false deactivates the member; nobody is erased' },
]

const enterpriseAttributes: readonly Attribute[] = [
  {
    name: 'employeeNumber',
    type: 'string',
    description: 'The attribute employee_number of the member',
    caseExact: true,
  },
  { name: 'department', type: 'string', description: 'The attribute department of the member' },
  {
    name: 'manager',
    type: 'complex',
    description: 'The manager of the member',
    subAttributes: [value('The id of the manager’s user')],
  },
]

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', type: 'string', description: 'The name of the team', required: true },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'The users of the group',
    subAttributes: [
      value('The id of the user'),
      { name: 'type', type: 'string', description: 'User' },
      {
        name: '$ref',
        type: 'reference',
        description: 'The address of the user',
        referenceTypes: ['User'],
      },
    ],
  },
]

const teamAttributes: readonly Attribute[] = [
  { name: 'parent', type: 'string', description: 'The id of the group above, or null', caseExact: true },
]

/** With the defaults of RFC 7643 §2.2 written out, because some clients do not know them. */
const written = ({ subAttributes, ...attribute }: Attribute): object => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(attribute.type !== 'complex' && attribute.type !== 'boolean' && { uniqueness: 'none' }),
  ...attribute,
  ...(subAttributes && { subAttributes: subAttributes.map(written) }),
})

const schema = (id: string, name: string, description: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: attributes.map(written),
  meta: { resourceType: 'Schema', location: `${scimPath}/Schemas/${id}` },
})

export const schemas = [
  schema(scimSchemas.user, 'User', 'A member of the directory', userAttributes),
  schema(scimSchemas.enterprise, 'EnterpriseUser', 'What employers know of a member', enterpriseAttributes),
  schema(scimSchemas.group, 'Group', 'A team', groupAttributes),
  schema(scimSchemas.team, 'Team', 'Where a team is in the tree', teamAttributes),
]

const resourceType = (name: 'User' | 'Group', ids: readonly string[], description: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  description,
  schema: ids[0],
  schemaExtensions: [{ schema: ids[1], required: false }],
  meta: { resourceType: 'ResourceType', location: `${scimPath}/ResourceTypes/${name}` },
})

export const resourceTypes = [
  resourceType('User', [scimSchemas.user, scimSchemas.enterprise], 'A member of the directory'),
  resourceType('Group', [scimSchemas.group, scimSchemas.team], 'A team'),
]

export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scimPageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  pagination: {
    index: true,
    cursor: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: limits.scimPageDefault,
    maxPageSize: limits.scimPageMax,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth 2.0 bearer token',
      description: 'A token of directory sync, or an access token with the scope directory:sync',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${scimPath}/ServiceProviderConfig` },
}
