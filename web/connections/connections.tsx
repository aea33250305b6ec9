/**
 * What an organisation connects at another service, such as workspaces of Slack. Connecting leaves for the service and comes back to the page, where
 * the person who left finishes it: so nobody connects anything by following somebody else’s link.
 */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SondeError } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Facts } from '../ui/facts.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { needsSignIn, SignInAgain, useDialog } from '../ui/sign-in-again.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type SentCode, takeReturn } from './returned.ts'

type SetUpProps = { says: { notSetUp: string; guide: string }; guide: string }

/** What somebody else has to do before anything can be connected, and where it says how. */
export const NotSetUp = ({ says, guide }: SetUpProps) => (
  <Alert>
    {says.notSetUp} <a href={guide}>{says.guide}</a>
  </Alert>
)

/** A mutation, as a page needs it. */
type Doing<Input = void> = {
  readonly error: Error | null
  readonly isPending: boolean
  mutate(input: Input): void
}

type BackProps = {
  /** Makes the last step; `onDone` is called when it worked. */
  useFinish: (onDone: () => void) => Doing<SentCode>
  says: { title: string; text: string; finish: string; discard: string; declined: string }
}

/** Above what is connected, for whoever has just come back. */
export function Back({ useFinish, says }: BackProps) {
  const [back, setBack] = useState(takeReturn)
  const finish = useFinish(() => setBack(null))
  if (back === null) return null
  if (back === 'declined') return <Alert tone="warn">{says.declined}</Alert>
  return (
    <section className="card pad stack" aria-labelledby="back">
      <div className="stack-tight">
        <h2 id="back">{says.title}</h2>
        <p>{says.text}</p>
      </div>
      <Refusal error={finish.error} />
      <div className="row">
        {!finish.error && (
          <Button loading={finish.isPending} onClick={() => finish.mutate(back)}>
            {says.finish}
          </Button>
        )}
        <Button variant="default" disabled={finish.isPending} onClick={() => setBack(null)}>
          {says.discard}
        </Button>
      </div>
    </section>
  )
}

type ConnectProps = {
  start: Doing
  /** The refusal where the operator has set up no app. */
  notSetUpCode: string
  says: { connect: string } & SetUpProps['says']
  guide: string
}

export function Connect({ start, notSetUpCode, says, guide }: ConnectProps) {
  const { error } = start
  if (needsSignIn(error)) return <SignInAgain action={says.connect} />
  if (error instanceof SondeError && error.code === notSetUpCode)
    return <NotSetUp says={says} guide={guide} />
  return (
    <div className="stack-tight">
      <Refusal error={error} />
      <span>
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          {says.connect}
        </Button>
      </span>
    </div>
  )
}

type ListProps<T> = {
  /** Of the operator: without it, nothing is offered that cannot work. */
  isSetUp: boolean | undefined
  list: Parameters<typeof QueryState<readonly T[]>>[0]['query'] & Parameters<typeof LoadMore>[0]['list']
  says: { empty: string; hint: string; notAvailable: string } & SetUpProps['says']
  guide: string
  connect: ReactNode
  children: (one: T) => ReactNode
}

export function Connections<T>({ list, isSetUp, says, guide, connect, children }: ListProps<T>) {
  return (
    <QueryState query={list} skeleton={<SkeletonLines lines={4} />} hasCard>
      {(connections) =>
        connections.length === 0 ? (
          <div className="card">
            {isSetUp === false ? (
              <EmptyState
                title={says.notAvailable}
                description={says.notSetUp}
                action={<a href={guide}>{says.guide}</a>}
              />
            ) : (
              <EmptyState title={says.empty} description={says.hint} action={connect} />
            )}
          </div>
        ) : (
          <div className="stack">
            {connections.map(children)}
            <LoadMore list={list} />
            {isSetUp === false ? <NotSetUp says={says} guide={guide} /> : connect}
          </div>
        )
      }
    </QueryState>
  )
}

type OneProps = {
  id: string
  name: string
  isPaused: boolean
  state: string
  /** Why it is paused. */
  alert: ReactNode
  facts: Parameters<typeof Facts>[0]['facts']
  useEnd: (onDone: () => void) => Doing & { reset(): void }
  says: { end: string; endNamed: string; title: string; effect: string }
}

export function Connection({ id, name, isPaused, state, alert, facts, useEnd, says }: OneProps) {
  const { isOpen, open, close } = useDialog(`disconnect ${id}`)
  const end = useEnd(close)
  return (
    <section className="card pad stack" aria-label={name}>
      <div className="row-between">
        <span className="row">
          <h2>{name}</h2>
          <StatusBadge tone={isPaused ? 'warn' : 'good'}>{state}</StatusBadge>
        </span>
        <Button variant="default" size="compact-sm" aria-label={says.endNamed} onClick={open}>
          {says.end}
        </Button>
      </div>
      {alert !== null && <Alert tone="warn">{alert}</Alert>}
      <Facts facts={facts} />
      {isOpen && (
        <Confirm
          title={says.title}
          effect={says.effect}
          action={says.end}
          onClose={() => {
            end.reset()
            close()
          }}
          onConfirm={() => end.mutate()}
          isBusy={end.isPending}
          error={end.error}
        />
      )}
    </section>
  )
}
