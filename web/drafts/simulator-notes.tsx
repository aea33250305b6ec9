/**
 * What the editor needs seldom, as a chunk of its own: what is in place of the simulation for a check-in that asks everybody on a day of
 * their own, why there is no simulation, why a team of enough people is hidden, and who is chosen with everyone.
 */
import { queryClient, SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { meQuery } from '../me.ts'
import { showFailure } from '../ui/toast.ts'
import { Alert } from '../ui/alert.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Failure } from '../ui/states.tsx'
import classes from './drafts.module.css'
import { peopleInNoTeam, type Simulation } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import type { Fields } from './fields.ts'
import { formatPercent } from '../ui/number-format.ts'
import { countedIn, restBeside, restText } from './hidden-teams.ts'
import { openTexts } from './open-texts.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'

function InTurn() {
  const say = useMessages(lifecycleTexts)
  return (
    <section aria-labelledby="simulator" className={classes.simulator}>
      <h3 id="simulator">{say('in_turn')}</h3>
      <p className="quiet small">{say('in_turn_hint')}</p>
    </section>
  )
}

type NotProps = { error: unknown; onRetry: () => void }

function NotSimulated({ error, onRetry }: NotProps) {
  const say = useMessages(openTexts)
  const isFar = error instanceof SondeError && error.code === 'recipients_out_of_reach'
  return isFar ? (
    <div className="pad">
      <Alert tone="warn">{say('refused_recipients_out_of_reach')}</Alert>
    </div>
  ) : (
    <Failure error={error} onRetry={onRetry} />
  )
}

type WhyProps = {
  simulation: Simulation
  channels: Fields['channels']
  /** The share that answers, in percent. */
  rate: number
  team: Simulation['teams'][number]
}

function WhyHidden({ simulation, channels, rate, team }: WhyProps) {
  const say = useMessages(draftTexts)
  const sayWhy = useMessages(openTexts)
  const everyone = say('everyone')
  // Its rate would be shown: what lacks is answers.
  if (team.response_rate)
    return <Hidden reason={sayWhy('few_answers', { team: team.name, share: formatPercent(rate / 100) })} />
  const rest = restBeside(simulation, channels, team)
  const facts = {
    team: team.name,
    people: team.people,
    parent: countedIn(simulation, team)?.name ?? everyone,
  }
  return (
    <Hidden
      reason={
        rest
          ? sayWhy('never_shown_beside', { ...facts, rest: restText(rest, sayWhy) })
          : say('never_shown', facts)
      }
    />
  )
}

type SeldomProps =
  | { kind: 'in_turn' }
  | ({ kind: 'not_simulated' } & NotProps)
  | ({ kind: 'why_hidden' } & WhyProps)

/** One of them: each lazy part is a promise of its own in what every editor loads. */
export function Seldom(props: SeldomProps) {
  switch (props.kind) {
    case 'in_turn':
      return <InTurn />
    case 'not_simulated':
      return <NotSimulated {...props} />
    case 'why_hidden':
      return <WhyHidden {...props} />
  }
}

/** Whom no team’s survey reaches; undefined where they cannot be read: by who does not see the directory, and asks nobody by name. */
export async function readPeopleInNoTeam(): Promise<string[] | undefined> {
  if ((await queryClient.fetchQuery(meQuery)).role === 'member') return undefined
  try {
    const people = await queryClient.fetchQuery(peopleInNoTeam)
    return people.map(({ id }) => id)
  } catch (error) {
    showFailure(error)
    return undefined
  }
}
