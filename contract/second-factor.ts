/**
 * The second factor of somebody who signs in by the built-in sign-in: codes of an app, passkeys, recovery codes. Each person sets up
 * their own; an admin can only reset it. People who sign in with another provider have their second factor there.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { passkeyTransports } from './passkey-transports.ts'
import { Type } from './schema.ts'

const use = { created_at: instant, last_used_at: nullable(instant) }

export const SecondFactor = Type.Object(
  {
    available: Type.Boolean({ description: 'false if the person signs in by another provider' }),
    required: Type.Boolean({ description: 'the organisation requires one of this person' }),
    passkeys_available: Type.Boolean({ description: 'false if the service is at an IP address' }),
    authenticator: nullable(Type.Object(use, { description: 'the authenticator app' })),
    passkeys: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...use })),
    recovery_codes_left: Type.Integer(),
  },
  { title: 'SecondFactor' },
)

const ChangedSecondFactor = Type.Object(
  {
    second_factor: SecondFactor,
    recovery_codes: nullable(
      Type.Array(Type.String(), {
        description: 'with the first factor; each code signs in once. They are shown only here',
      }),
    ),
  },
  { title: 'ChangedSecondFactor' },
)

const path = '/api/me/second-factor'

const own = {
  tag: 'People',
  caller: 'person',
  action: 'account.own',
  headers: Type.Object({ 'sonde-organisation': Type.Optional(Type.String({ maxLength: 40 })) }),
} as const

export const getSecondFactor = {
  id: 'getSecondFactor',
  method: 'GET',
  path,
  summary: 'Get your second factor',
  ...own,
  status: 200,
  response: SecondFactor,
  errors: [],
} as const satisfies Operation

const change = {
  ...own,
  fresh: true,
  secret: true,
} as const

export const beginAuthenticator = {
  id: 'beginAuthenticator',
  method: 'POST',
  path: `${path}/authenticator`,
  summary: 'Get a secret for an authenticator app',
  description: `Counts once a code of it was sent, within ${limits.enrolmentSeconds / 60} minutes. An app that was set up before works until then.`,
  ...change,
  status: 200,
  response: Type.Object(
    {
      secret: Type.String({ description: 'the secret in base 32, for typing' }),
      uri: Type.String({ description: 'otpauth://…' }),
      qr: Type.Object({
        size: Type.Integer(),
        path: Type.String({ description: 'dark squares, as the `d` of an SVG path in a square of `size`' }),
      }),
    },
    { title: 'AuthenticatorSetup' },
  ),
  errors: [],
} as const satisfies Operation

export const confirmAuthenticator = {
  id: 'confirmAuthenticator',
  method: 'POST',
  path: `${path}/authenticator/confirm`,
  summary: 'Set up an authenticator app',
  description: 'It takes one of its codes.',
  ...change,
  body: strict({ code: Type.String({ minLength: 6, maxLength: 10 }) }, { title: 'AuthenticatorCode' }),
  status: 200,
  response: ChangedSecondFactor,
  errors: ['unprocessable'],
} as const satisfies Operation

export const removeAuthenticator = {
  id: 'removeAuthenticator',
  method: 'DELETE',
  path: `${path}/authenticator`,
  summary: 'Remove your authenticator app',
  ...own,
  fresh: true,
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export const beginPasskey = {
  id: 'beginPasskey',
  method: 'POST',
  path: `${path}/passkeys/options`,
  summary: 'Begin to make a passkey',
  description: 'It returns what a browser needs to make one.',
  ...change,
  status: 200,
  response: Type.Object(
    {
      options: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'PublicKeyCredentialCreationOptionsJSON of Web Authentication',
      }),
    },
    { title: 'PasskeyOptions' },
  ),
  errors: ['unprocessable'],
} as const satisfies Operation

const base64url = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' })

export const addPasskey = {
  id: 'addPasskey',
  method: 'POST',
  path: `${path}/passkeys`,
  summary: 'Add a passkey',
  ...change,
  body: strict(
    {
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      credential: strict({
        id: base64url,
        client_data: base64url,
        attestation: base64url,
        transports: Type.Array(oneOf(passkeyTransports), {
          maxItems: 10,
        }),
      }),
    },
    { title: 'PasskeyDraft' },
  ),
  status: 200,
  response: ChangedSecondFactor,
  errors: ['unprocessable'],
} as const satisfies Operation

export const removePasskey = {
  id: 'removePasskey',
  method: 'DELETE',
  path: `${path}/passkeys/{id}`,
  summary: 'Remove a passkey',
  ...own,
  fresh: true,
  params: Type.Object({ id: id('pky') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export const replaceRecoveryCodes = {
  id: 'replaceRecoveryCodes',
  method: 'POST',
  path: `${path}/recovery-codes`,
  summary: 'Replace your recovery codes',
  description: 'The earlier ones no longer work. The new ones are shown here and never again.',
  ...change,
  status: 200,
  response: ChangedSecondFactor,
  errors: ['unprocessable'],
} as const satisfies Operation

export const resetSecondFactor = {
  id: 'resetSecondFactor',
  method: 'POST',
  path: '/api/people/{id}/second-factor/reset',
  tag: 'People',
  summary: 'Reset the second factor of a user',
  description:
    'For somebody who lost it. Their authenticator app, passkeys and recovery codes no longer work, and their password is enough until they set up another. They are told by e-mail. Refused (access_denied) for somebody who is in several organisations: that takes the operator of the service.',
  caller: 'session',
  action: 'people.manage',
  fresh: true,
  params: Type.Object({ id: id('usr') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'unprocessable', 'access_denied'],
} as const satisfies Operation

export type SecondFactor = Static<typeof SecondFactor>
export type ChangedSecondFactor = Static<typeof ChangedSecondFactor>
