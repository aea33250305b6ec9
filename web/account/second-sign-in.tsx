/**
 * A second sign-in beside the first: it adds a way to sign in, and it proves an identity provider of the organisation, which
 * is believed from then on. One leaves for the provider, comes back to the page that one left, and the two tokens are shown
 * together (POST /api/me/identities). Both sign-ins have to be recent; who of them is not is asked again.
 */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { explain, inPerson, SondeError } from '../api.ts'
import { readMe } from '../me.ts'
import { refresh } from '../queries.ts'
import { dropSecondSession, findSecondSession, leaveForSecondSession, leaveToSignIn } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { showFailure } from '../ui/toast.ts'
import { firstFault } from '../faults.ts'
import type { AddedIdentity } from './account-queries.ts'
import { useMessages } from '../messages.ts'
import { accountTexts } from './account-texts.ts'

/** Where the second sign-in happens; id null: the provider of the service. */
type Place = { id: string | null; name: string }

/** Of the first session; at the provider that it came by. */
async function signInAgain(): Promise<never> {
  const { identities } = await readMe()
  const current = identities?.find((one) => one.current)
  return leaveToSignIn({ switchAccount: true, provider: current?.provider.id ?? null })
}

type ButtonProps = { place: Place; label: string; disabled?: boolean; quiet?: boolean }

/** Leaves for the provider, unless the first sign-in is too long ago to be of use when one comes back. */
export function SecondSignInButton({ place, label, disabled, quiet = false }: ButtonProps) {
  const [isStale, setIsStale] = useState(false)
  const leave = useMutation({
    mutationFn: async () => {
      const { session } = await readMe()
      if (session?.fresh) await leaveForSecondSession(place.id)
      else setIsStale(true)
    },
    onError: showFailure,
  })
  if (isStale) return <SignInAgain />
  return (
    <Button
      h="auto"
      mih={36}
      py={6}
      styles={{ label: { whiteSpace: 'normal', overflow: 'visible', lineHeight: 1.4 } }}
      variant={quiet ? 'default' : undefined}
      disabled={disabled}
      loading={leave.isPending}
      onClick={() => leave.mutate()}
    >
      {label}
    </Button>
  )
}

const SignInAgain = () => {
  const say = useMessages(accountTexts)
  return (
    <Alert tone="warn">
      <div className="stack-tight">
        <span>{say('too_long_ago', { minutes: limits.freshSignInSeconds / 60 })}</span>
        <span>
          <Button size="xs" onClick={() => void signInAgain().catch(showFailure)}>
            {say('sign_in_again')}
          </Button>
        </span>
      </div>
    </Alert>
  )
}

/** @param success  what has come of it, in a sentence */
type Props = { success: (identity: AddedIdentity) => string }

/** When one is back from there: shows both tokens, and says what came of it. Nothing where nobody has left. */
export function SecondSignIn({ success }: Props) {
  const say = useMessages(accountTexts)
  const [second] = useState(findSecondSession)
  const add = useMutation({
    mutationFn: (token: string) => inPerson.call('addIdentity', { body: { session_token: token } }),
    onSuccess: async () => {
      dropSecondSession()
      // It may have proved a provider of the organisation.
      await refresh('getMe', 'listIdentityProviders')
    },
    onError: async (error) => {
      // Only one whose turn comes again once the first is fresh is kept for it.
      if (!(await isFirstStale(error))) dropSecondSession()
    },
  })
  const { mutate } = add
  useEffect(() => {
    if (second && findSecondSession()) mutate(second.token)
  }, [second, mutate])
  if (!second) return null
  if (add.isSuccess) return <Alert tone="good">{success(add.data)}</Alert>
  if (add.error) return <Refused error={add.error} />
  return <Alert>{say('linking')}</Alert>
}

/** It was the first of the two: the second waits for it. */
async function isFirstStale(error: unknown): Promise<boolean> {
  if (!(error instanceof SondeError) || error.code !== 'fresh_sign_in_required') return false
  const { session } = await readMe()
  return session?.fresh === false
}

function Refused({ error }: { error: unknown }) {
  const say = useMessages(accountTexts)
  const [isFirst, setIsFirst] = useState(false)
  useEffect(() => {
    void isFirstStale(error).then(setIsFirst, () => {})
  }, [error])
  if (isFirst) return <SignInAgain />
  const text = error instanceof SondeError ? refusals[error.code] : undefined
  if (text) return <Alert tone="bad">{say(text)}</Alert>
  const fault = firstFault(error)
  const misfit = misfits.find((code) => code === fault?.code)
  if (!misfit) return <Alert tone="bad">{explain(error)}</Alert>
  return (
    <Alert tone="bad">
      {say(misfit)} {say('found')} <code>{String(fault?.detail)}</code>
    </Alert>
  )
}

/** Where the server's sentence needs to say what to do. */
const refusals: Partial<Record<string, 'not_fresh' | 'identity_taken'>> = {
  fresh_sign_in_required: 'not_fresh',
  identity_taken: 'identity_taken',
}

/** Which setting of the provider its token does not fit. */
const misfits = [
  'another_kind',
  'another_claim',
  'another_audience',
  'another_client',
  'another_party',
] as const
