/** For people whose organisation has an identity provider of its own: found by the short name of the organisation. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fetchSignInProviders, leaveToSignIn, type SignInProviders } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { useMessages } from '../messages.ts'
import { arrivalTexts } from './arrival-texts.ts'

/** @param onFault  a provider that is away */
export function OwnProvider({ onFault }: { onFault: (error: unknown) => void }) {
  const say = useMessages(arrivalTexts)
  const [slug, setSlug] = useState('')
  const [result, setResult] = useState<SignInProviders | null>(null)
  const find = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setResult(await fetchSignInProviders(slug.trim()))
  }
  return (
    <form onSubmit={(event) => void find(event).catch(onFault)} className="stack">
      <TextInput
        label={say('own_provider')}
        description={say('own_provider_hint')}
        placeholder="acme"
        value={slug}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      {result && result.providers.length === 0 && <Alert>{say('own_provider_missing')}</Alert>}
      <div className="row">
        {result?.providers.map(({ id, name }) => (
          <Button key={id} onClick={() => void leaveToSignIn({ provider: id }).catch(onFault)}>
            {say('sign_in_with', { provider: name })}
          </Button>
        ))}
        {!result?.providers.length && (
          <Button type="submit" variant="default" disabled={slug.trim() === ''}>
            {say('find_sign_in')}
          </Button>
        )}
      </div>
    </form>
  )
}
