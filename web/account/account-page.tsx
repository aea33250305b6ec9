/** The account: who one is here, how one signs in, and the organisations that one belongs to. For everybody. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { chooseOrganisation } from '../api.ts'
import { type Me, useMe } from '../me.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { roleWords } from '../people/role-words.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Facts } from '../ui/facts.tsx'
import text from '../ui/text.module.css'
import classes from './account.module.css'
import { type Identity, useIdentityRemoval, useSignInProviders } from './account-queries.ts'
import { SecondSignIn, SecondSignInButton } from './second-sign-in.tsx'

export function AccountPage() {
  const { data: me } = useMe()
  return (
    <Page
      title="Account"
      description="Who you are here, and how you sign in."
      api={{ operation: 'getMe' }}
      narrow
    >
      <SecondSignIn success={({ provider }) => `From now on you can sign in by ${provider.name} as well.`} />
      {me?.user ? <Account me={me} user={me.user} /> : <SkeletonLines lines={6} />}
    </Page>
  )
}

const Account = ({ me, user }: { me: Me; user: NonNullable<Me['user']> }) => (
  <>
    <section className="card pad stack" aria-labelledby="you">
      <h2 id="you">{user.name}</h2>
      <Facts
        facts={[
          ['E-mail', user.email],
          ['Organisation', me.organisation?.name ?? '–'],
          ...(me.role
            ? [['Role', `${roleWords[me.role].label}. ${roleWords[me.role].description}`] as const]
            : []),
        ]}
      />
    </section>
    <WaysIn identities={me.identities ?? []} organisation={me.organisation} />
    {(me.organisations ?? []).length > 1 && <Organisations me={me} />}
  </>
)

function WaysIn({
  identities,
  organisation,
}: {
  identities: readonly Identity[]
  organisation: Me['organisation']
}) {
  const [removing, setRemoving] = useState<Identity | null>(null)
  const removal = useIdentityRemoval(({ provider }) => {
    setRemoving(null)
    showDone(`You no longer sign in by ${provider.name}`)
  })
  return (
    <section className="card pad stack" aria-labelledby="ways">
      <div className="stack-tight">
        <h2 id="ways">Ways to sign in</h2>
        <p className="quiet">Each of them lets you in by itself. The last one that works stays.</p>
      </div>
      <ul className={classes.lines}>
        {identities.map((identity) => (
          <li key={identity.id} className="row-between">
            <div className={text.name}>
              <div className="row">
                <strong>{identity.provider.name}</strong>
                {identity.current && <StatusBadge tone="good">This session</StatusBadge>}
                {!identity.usable && <StatusBadge tone="warn">Not in use</StatusBadge>}
              </div>
              <p className={text.detail}>
                {identity.email && <>{identity.email}, </>}last signed in{' '}
                <RelativeTime at={identity.signed_in_at} />
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take ${identity.provider.name} away${identity.email ? ` (${identity.email})` : ''}`}
                onClick={() => setRemoving(identity)}
              >
                Take away
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddProvider slug={organisation?.slug ?? null} identities={identities} />
      {removing && (
        <Confirm
          title={`No longer sign in by ${removing.provider.name}`}
          effect={`Whoever signs in there${removing.email ? ` as ${removing.email}` : ''} is no longer you. You can add it again later.`}
          action="Take away"
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
  const { data } = useSignInProviders(slug)
  const isKnown = (id: string | null): boolean =>
    identities.some(({ provider, usable }) => usable && provider.id === id)
  const places = [{ id: null, name: 'the provider of this service' }, ...(data?.providers ?? [])]
  return (
    <div className="stack-tight">
      <h3>Add another</h3>
      <p className="quiet small">You sign in there once, and stay who you are.</p>
      <div className="row">
        {places.map((place) => (
          <SecondSignInButton
            key={place.id}
            place={place}
            label={`${isKnown(place.id) ? 'Another account at' : 'Add'} ${place.name}`}
            quiet
          />
        ))}
      </div>
    </div>
  )
}

const Organisations = ({ me }: { me: Me }) => (
  <section className="card pad stack" aria-labelledby="organisations">
    <h2 id="organisations">Organisations</h2>
    <ul className={classes.lines}>
      {(me.organisations ?? []).map(({ id, name, role }) => (
        <li key={id} className="row-between">
          <div>
            <strong>{name}</strong>
            <p className={text.detail}>{roleWords[role].label}</p>
          </div>
          {id === me.organisation?.id ? (
            <StatusBadge tone="accent">Open now</StatusBadge>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Go to ${name}`}
              onClick={() => chooseOrganisation(id)}
            >
              Go there
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)
