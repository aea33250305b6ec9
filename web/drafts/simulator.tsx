/** What will be shown of whom, before anybody is asked: by the gate's own rules, on today's directory, for a share that answers. */
import { IconCheck, IconHelp } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Hidden } from '../ui/hidden.tsx'
import { formatNumber, formatPercent } from '../ui/number-format.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { type Kind, type Simulation, simulationQuery } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { choiceOf, type Fields, recipientsOf } from './fields.ts'
import { faultOf } from './questions.ts'

const settleMs = 300
const ratePercent = 80

type Props = { kind: Kind; id: string; fields: Fields }

type Asked = {
  recipients: { team_ids?: readonly string[] | undefined; member_ids?: readonly string[] | null | undefined }
}

const isAsked = ({ recipients: { team_ids, member_ids } }: Asked): boolean =>
  (team_ids?.length ?? 0) + (member_ids?.length ?? 0) > 0

const recipientsText = (recipients: unknown): string => JSON.stringify(recipients)

/**
 * The simulation of a draft. While another is under way, the last one is shown.
 * @param rate  the share that answers, in percent
 * @param onlyOf  the recipients, as a text, whose simulation alone is shown meanwhile
 */
export function useSimulation({ kind, id, fields }: Props, rate = ratePercent, onlyOf?: string) {
  const { recipients, confidentiality, questions, channels } = fields
  const isWhole = questions.every((question) => faultOf(question) === null)
  const [asked] = useDebouncedValue(
    JSON.stringify({
      recipients: recipientsOf(recipients),
      confidentiality: choiceOf(confidentiality),
      response_rate: rate / 100,
      // What is half written is not known to the server; nobody's seat depends on it.
      ...(isWhole && { questions }),
      ...(channels.length > 0 && { channels }),
      ...(kind === 'check_in' && { check_in_id: id }),
    }),
    settleMs,
  )
  const body = JSON.parse(asked) as Parameters<typeof simulationQuery>[0]
  return useQuery({
    ...simulationQuery(body),
    placeholderData: (before, query) =>
      onlyOf === undefined || recipientsText(query?.queryKey[1].body?.recipients) === onlyOf
        ? before
        : undefined,
    // Nobody knows beforehand who is asked in a period; and while the first choice settles, nobody is asked yet.
    enabled: isAsked(fields) && isAsked(body) && !fields.lifecycle,
  })
}

/** How many people are asked; undefined until that is known of who is chosen now. */
export function useRecipientCount(props: Props): number | undefined {
  const now = recipientsText(recipientsOf(props.fields.recipients))
  const [settled] = useDebouncedValue(now, settleMs)
  const { data } = useSimulation(props, ratePercent, now)
  return settled === now ? data?.recipients : undefined
}

/** What the simulator says seldom, and who is chosen with everyone: one chunk, whose texts come when it says them. */
export const loadSeldom = () => import('./simulator-notes.tsx')
const Seldom = lazy(async () => ({ default: (await loadSeldom()).Seldom }))

export const Simulator = (props: Props) =>
  props.fields.lifecycle ? (
    <Suspense fallback={<SkeletonLines />}>
      <Seldom kind="in_turn" />
    </Suspense>
  ) : (
    <AtOnce {...props} />
  )

function AtOnce(props: Props) {
  const say = useMessages(draftTexts)
  const [rate, setRate] = useState(ratePercent)
  const slider = useId()
  const query = useSimulation(props, rate)
  const isEmpty = !isAsked(props.fields)
  return (
    <section aria-labelledby="simulator" className={classes.simulator}>
      <div className={classes.simulatorHead}>
        <div>
          <h3 id="simulator">{say('simulator')}</h3>
          <p className="quiet small">{say(query.data && !isEmpty ? 'simulated' : 'simulator_hint')}</p>
        </div>
        <div className={classes.rate}>
          <label htmlFor={slider}>{say('if_answer', { share: formatPercent(rate / 100) })}</label>
          <input
            id={slider}
            type="range"
            min={10}
            max={100}
            step={5}
            value={rate}
            aria-valuetext={formatPercent(rate / 100)}
            onChange={({ currentTarget }) => setRate(Number(currentTarget.value))}
          />
        </div>
      </div>
      {isEmpty ? (
        <p className={`quiet ${classes.nobody}`}>{say('nobody_yet')}</p>
      ) : query.error ? (
        <Suspense>
          <Seldom kind="not_simulated" error={query.error} onRetry={() => void query.refetch()} />
        </Suspense>
      ) : query.data ? (
        <Outcome
          simulation={query.data}
          isStale={query.isPlaceholderData}
          hasComments={props.fields.questions.some(({ type }) => type === 'text')}
          channels={props.fields.channels}
          rate={rate}
        />
      ) : (
        <div className="pad">
          <SkeletonLines />
        </div>
      )}
    </section>
  )
}

type SimulatedTeam = Simulation['teams'][number]

/** Teams under their parents, each with how deep it stands. */
function treeOf(teams: readonly SimulatedTeam[]): (SimulatedTeam & { depth: number })[] {
  const under = (parent: string | null, depth: number): (SimulatedTeam & { depth: number })[] =>
    teams
      .filter(({ parent_team_id }) => parent_team_id === parent)
      .flatMap((team) => [{ ...team, depth }, ...under(team.team_id, depth + 1)])
  return under(null, 0)
}

const depthPx = 16

type OutcomeProps = {
  simulation: Simulation
  isStale: boolean
  hasComments: boolean
  channels: Fields['channels']
  rate: number
}

function Outcome({ simulation, isStale, hasComments, channels, rate }: OutcomeProps) {
  const say = useMessages(draftTexts)
  const { recipients, everyone, teams, season, confidentiality } = simulation
  const out = season ? season.waiting + season.sitting_out.reduce((sum, { people }) => sum + people, 0) : 0
  const least = { scores: confidentiality.k_score, comments: confidentiality.k_comment }
  const shares = [everyone, ...teams].flatMap(({ scores, comments }) => [scores, hasComments ? comments : 0])
  const nameOf = (id: string | null): string =>
    teams.find(({ team_id }) => team_id === id)?.name ?? say('everyone')
  return (
    <>
      <table className={classes.outcome} aria-busy={isStale || undefined}>
        <thead>
          <tr>
            <th scope="col">{say('group')}</th>
            <th scope="col">{say('people')}</th>
            <th scope="col">{say('scores')}</th>
            {hasComments && <th scope="col">{say('comments')}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{say('everyone')}</th>
            <td>{formatNumber(recipients)}</td>
            {everyone.scores === 0 ? (
              <td colSpan={hasComments ? 2 : 1}>
                <Hidden reason={say('nothing_shown')} />
              </td>
            ) : (
              <>
                <Share share={everyone.scores} />
                {hasComments && <Share share={everyone.comments} />}
              </>
            )}
          </tr>
          {treeOf(teams).map((team) => (
            <tr key={team.team_id}>
              <th scope="row" style={{ paddingInlineStart: 24 + team.depth * depthPx }}>
                {team.name}
              </th>
              <td>{formatNumber(team.people)}</td>
              {team.scores === 0 ? (
                <td colSpan={hasComments ? 2 : 1}>
                  {team.response_rate || team.people >= least.scores ? (
                    <Suspense>
                      <Seldom
                        kind="why_hidden"
                        simulation={simulation}
                        channels={channels}
                        rate={rate}
                        team={team}
                      />
                    </Suspense>
                  ) : (
                    <Hidden
                      reason={say('never_shown', {
                        team: team.name,
                        people: team.people,
                        parent: nameOf(team.parent_team_id),
                      })}
                    />
                  )}
                </td>
              ) : (
                <>
                  <Share share={team.scores} />
                  {hasComments && <Share share={team.comments} />}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`quiet small ${classes.simulatorEnd}`}>
        {say(hasComments ? 'least' : 'least_scores', least)}
        {shares.some((share) => share > 0 && share < surely) && ` ${say('share_hint')}`}
        {out > 0 && ` ${say('sitting_out', { count: out })}`}
      </p>
    </>
  )
}

const surely = 0.995
/** From here on a figure is rather shown than not. */
export const likely = 0.5

/** Never by colour alone: a sign, a word and the share. */
function Share({ share }: { share: number }): ReactNode {
  const say = useMessages(draftTexts)
  const word = share >= surely ? 'shown' : share >= likely ? 'likely' : share > 0 ? 'unlikely' : 'not_shown'
  const Icon = share >= likely ? IconCheck : IconHelp
  return (
    <td>
      <span className={classes.share} data-tone={share >= likely ? 'good' : share > 0 ? 'warn' : undefined}>
        {share > 0 && <Icon size={14} aria-hidden />}
        {say(`share_${word}`)}
        {share > 0 && share < surely && <span className="quiet"> {formatPercent(share)}</span>}
      </span>
    </td>
  )
}
