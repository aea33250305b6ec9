/** The account: who one is here, how one signs in, and the organisations that one belongs to. For everybody. */
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseOrganisation, inPerson, queries } from '../api.ts'
import { type Me, useMe } from '../me.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done } from '../ui/toast.ts'
import { Ask } from './ask.tsx'
import { roleWords } from './role-words.ts'
import { SecondSignIn, SecondSignInButton } from './second-sign-in.tsx'
import classes from './settings.module.css'

export function AccountPage() {
  const { data: me } = useMe()
  return (
    <Page title="Account" says="Who you are here, and how you sign in." api={{ operation: 'getMe' }} narrow>
      <SecondSignIn
        success={({ provider }) => `From now on you can sign in by ${provider.name} as well.`}
        onAdded={() => Promise.resolve()}
      />
      {me?.user ? <Account me={me} user={me.user} /> : <SkeletonLines lines={6} />}
    </Page>
  )
}

const Account = ({ me, user }: { me: Me; user: NonNullable<Me['user']> }) => (
  <>
    <section className="card pad stack" aria-labelledby="you">
      <h2 id="you">{user.name}</h2>
      <dl className={classes.facts}>
        <Fact label="E-mail" value={user.email} />
        <Fact label="Organisation" value={me.organisation?.name ?? '–'} />
        {me.role && <Fact label="Role" value={`${roleWords[me.role].label}. ${roleWords[me.role].says}`} />}
      </dl>
    </section>
    <WaysIn identities={me.identities ?? []} organisation={me.organisation} />
    {(me.organisations ?? []).length > 1 && <Organisations me={me} />}
  </>
)

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type Identity = NonNullable<Me['identities']>[number]

function WaysIn({
  identities,
  organisation,
}: {
  identities: readonly Identity[]
  organisation: Me['organisation']
}) {
  const [asked, setAsked] = useState<Identity | null>(null)
  const remove = useMutation({
    mutationFn: ({ id }: Identity) => inPerson.call('removeIdentity', { params: { id } }),
    onSuccess: async (_nothing, { provider }) => {
      setAsked(null)
      await queries.invalidateQueries({ queryKey: ['me'] })
      done(`You no longer sign in by ${provider.name}`)
    },
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
            <div className={classes.who}>
              <div className="row">
                <strong>{identity.provider.name}</strong>
                {identity.current && <StatusBadge tone="good">This session</StatusBadge>}
                {!identity.usable && <StatusBadge tone="warn">Not in use</StatusBadge>}
              </div>
              <p className={classes.detail}>
                {identity.email && <>{identity.email}, </>}last signed in{' '}
                <RelativeTime at={identity.signed_in_at} />
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take ${identity.provider.name} away${identity.email ? ` (${identity.email})` : ''}`}
                onClick={() => setAsked(identity)}
              >
                Take away
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddAWay slug={organisation?.slug ?? null} identities={identities} />
      {asked && (
        <Ask
          title={`No longer sign in by ${asked.provider.name}`}
          says={`Whoever signs in there${asked.email ? ` as ${asked.email}` : ''} is no longer you. You can add it again later.`}
          action="Take away"
          onClose={() => {
            remove.reset()
            setAsked(null)
          }}
          onConfirm={() => remove.mutate(asked)}
          busy={remove.isPending}
          error={remove.error}
        />
      )}
    </section>
  )
}

type ProvidersOf = { providers: { id: string; name: string }[] }

/** What the sign-in offers to people of the organisation: no operation of the API, open to everybody. */
const useProviders = (slug: string | null) =>
  useQuery({
    queryKey: ['sign-in', slug],
    enabled: slug !== null,
    queryFn: async ({ signal }): Promise<ProvidersOf> => {
      const reply = await fetch(`/sign-in/providers?organisation=${encodeURIComponent(slug!)}`, { signal })
      return reply.ok ? ((await reply.json()) as ProvidersOf) : { providers: [] }
    },
  })

function AddAWay({ slug, identities }: { slug: string | null; identities: readonly Identity[] }) {
  const { data } = useProviders(slug)
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
            <p className={classes.detail}>{roleWords[role].label}</p>
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
