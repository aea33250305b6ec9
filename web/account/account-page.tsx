/** The account: who one is here, how one signs in, and the organisations that one belongs to. For everybody. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { chooseOrganisation } from '../api.ts'
import { type Me, useMe } from '../me.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { useRole } from '../people/role-words.ts'
import { Confirm } from '../ui/confirm.tsx'
import { wasLeft } from '../ui/sign-in-again.tsx'
import { Facts } from '../ui/facts.tsx'
import text from '../ui/text.module.css'
import classes from './account.module.css'
import { type Identity, useIdentityRemoval, useSignInProviders } from './account-queries.ts'
import { Reading } from './reading.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { SecondSignIn, SecondSignInButton } from './second-sign-in.tsx'
import { useMessages } from '../messages.ts'
import { accountTexts } from './account-texts.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { OwnRequests } from '../privacy/own-requests.tsx'

export function AccountPage() {
  const say = useMessages(accountTexts)
  const { data: me } = useMe()
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'getMe' }} width="reading">
      <SecondSignIn success={({ provider }) => say('added', { provider: provider.name })} />
      {me?.user ? <Account me={me} user={me.user} /> : <SkeletonLines lines={6} />}
    </Page>
  )
}

const Account = ({ me, user }: { me: Me; user: NonNullable<Me['user']> }) => {
  const say = useMessages(accountTexts)
  const role = useRole()
  return (
    <>
      <section className="card pad stack" aria-labelledby="you">
        <h2 id="you">{user.name}</h2>
        <div className={classes.who}>
          <Facts
            facts={[
              [say('email'), user.email],
              [say('organisation'), me.organisation?.name ?? '–'],
              ...(me.role
                ? [
                    [
                      say('role'),
                      say('role_with_hint', { role: role(me.role).label, hint: role(me.role).description }),
                    ] as const,
                  ]
                : []),
            ]}
          />
        </div>
        <p className="quiet small">{say('profile_hint')}</p>
      </section>
      <Reading user={user} organisation={me.organisation} />
      <WaysIn identities={me.identities ?? []} organisation={me.organisation} />
      <SecondFactorSection />
      <OwnRequests />
      {(me.organisations ?? []).length > 1 && <Organisations me={me} />}
    </>
  )
}

const removalDialog = ({ id }: Identity): string => `remove ${id}`

function WaysIn({
  identities,
  organisation,
}: {
  identities: readonly Identity[]
  organisation: Me['organisation']
}) {
  const say = useMessages(accountTexts)
  const sayUi = useMessages(uiTexts)
  const [removing, setRemoving] = useState(
    () => identities.find((one) => wasLeft(removalDialog(one))) ?? null,
  )
  const removal = useIdentityRemoval(({ provider }) => {
    setRemoving(null)
    showDone(say('removed', { provider: provider.name }))
  })
  // One name for it here and where another of its accounts is added.
  const named = identities.map((identity) =>
    identity.provider.id === null
      ? { ...identity, provider: { ...identity.provider, name: say('built_in_provider') } }
      : identity,
  )
  return (
    <section className="card pad stack" aria-labelledby="ways">
      <div className="stack-tight">
        <h2 id="ways">{say('sign_in_methods')}</h2>
        <p className="quiet">{say('sign_in_methods_hint')}</p>
      </div>
      <ul className={classes.lines}>
        {named.map((identity) => (
          <li key={identity.id} className="row-between">
            <div className={text.name}>
              <div className="row">
                <strong>{identity.provider.name}</strong>
                {identity.current && <StatusBadge tone="good">{say('this_session')}</StatusBadge>}
                {!identity.usable && <StatusBadge tone="warn">{say('not_in_use')}</StatusBadge>}
              </div>
              <p className={text.detail}>
                {say.parts(identity.email ? 'last_used_with_email' : 'last_used', {
                  email: identity.email ?? '',
                  when: <RelativeTime key="when" at={identity.signed_in_at} />,
                })}
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={
                  identity.email
                    ? say('remove_provider_with_email', {
                        provider: identity.provider.name,
                        email: identity.email,
                      })
                    : say('remove_provider', { provider: identity.provider.name })
                }
                onClick={() => setRemoving(identity)}
              >
                {sayUi('opens_dialog', { what: say('remove') })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddProvider slug={organisation?.slug ?? null} identities={identities} />
      {removing && (
        <Confirm
          name={removalDialog(removing)}
          title={say('remove_title', { provider: removing.provider.name })}
          effect={
            removing.email ? say('remove_effect_with_email', { email: removing.email }) : say('remove_effect')
          }
          action={say('remove_method')}
          onClose={() => {
            removal.reset()
            setRemoving(null)
          }}
          onConfirm={() => removal.mutate(removing)}
          isBusy={removal.isPending}
          error={removal.error}
        />
      )}
    </section>
  )
}

function AddProvider({ slug, identities }: { slug: string | null; identities: readonly Identity[] }) {
  const say = useMessages(accountTexts)
  const { data } = useSignInProviders(slug)
  const isKnown = (id: string | null): boolean =>
    identities.some(({ provider, usable }) => usable && provider.id === id)
  const places = [{ id: null, name: say('built_in_provider') }, ...(data?.providers ?? [])]
  const buttonOf = (place: Place): ReactNode => (
    <SecondSignInButton
      key={place.id}
      place={place}
      label={say(isKnown(place.id) ? 'add_second_account' : 'add_provider', { provider: place.name })}
      quiet
    />
  )
  const others = places.filter(({ id }) => !isKnown(id))
  const known = places.filter(({ id }) => isKnown(id))
  return (
    <>
      {others.length > 0 && (
        <div className="stack-tight">
          <h3>{say('add_method')}</h3>
          <p className="quiet small">{say('add_method_hint')}</p>
          <div className="row">{others.map(buttonOf)}</div>
        </div>
      )}
      {known.length > 0 && (
        <details>
          <summary>{say('second_account')}</summary>
          <div className="stack-tight">
            <p className="quiet small">{say('second_account_hint')}</p>
            <div className="row">{known.map(buttonOf)}</div>
          </div>
        </details>
      )}
    </>
  )
}

type Place = { id: string | null; name: string }

const Organisations = ({ me }: { me: Me }) => {
  const say = useMessages(accountTexts)
  const roleOf = useRole()
  return (
    <section className="card pad stack" aria-labelledby="organisations">
      <h2 id="organisations">{say('organisations')}</h2>
      <ul className={classes.lines}>
        {(me.organisations ?? []).map(({ id, name, role }) => (
          <li key={id} className="row-between">
            <div>
              <strong>{name}</strong>
              <p className={text.detail}>{role === null ? say('expected_there') : roleOf(role).label}</p>
            </div>
            {id === me.organisation?.id ? (
              <StatusBadge tone="accent">{say('current')}</StatusBadge>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={say('switch_to', { organisation: name })}
                onClick={() => chooseOrganisation(id)}
              >
                {say('switch')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
