/** An action whole: why it is suggested, how to begin, how it is measured, who does it until when, and what came of it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { searchOf } from '../ui/address.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { RepliesOfInsight } from '../replies/replies-of-insight.tsx'
import { Confidence, madeBy, useSubject } from './action-card.tsx'
import { ActionForm } from './action-form.tsx'
import { usePlan } from './action-plan.ts'
import { ActionSteps } from './action-steps.tsx'
import { Effect, figuresOf, verdictOf } from './action-effect.tsx'
import { type Action, type ActionState, findingOf, oneAction, whyIn } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import classes from './actions.module.css'
import { dayText } from './due.ts'

export const ActionDetail = ({ id }: { id: string }) => (
  <QueryState query={useQuery(oneAction(id))}>{(action) => <Detail action={action} />}</QueryState>
)

const tones: Partial<Record<ActionState, Tone>> = { accepted: 'accent', in_progress: 'accent', done: 'good' }

function Detail({ action }: { action: Action }) {
  const say = useMessages(actionTexts)
  const plan = usePlan(action)
  const subjectOf = useSubject()
  const team = action.scope.team_name
  const role = action.owner_role
  const meantFor = role && (team === null ? say(`each_${role}`) : say(`role_${role}`, { team }))
  return (
    <div className="stack">
      <div className="stack-tight">
        <p className={`quiet ${classes.subject}`}>{subjectOf(action)}</p>
        <p className={classes.meta}>
          <StatusBadge tone={tones[action.state]}>{say(`state_${action.state}`)}</StatusBadge>
          <Confidence action={action} />
        </p>
        {action.state === 'dismissed' && action.reason !== null && (
          <p className={classes.said}>{say('because', { reason: action.reason })}</p>
        )}
      </div>
      <Why action={action} />
      {action.first_step !== null && (
        <section className="stack-tight">
          <h3>{say('first_step')}</h3>
          <p>{action.first_step}</p>
        </section>
      )}
      {action.measure !== null && (
        <section className="stack-tight">
          <h3>{say('measure')}</h3>
          <p>{action.measure}</p>
          {action.scope.check_in_id === undefined && <p className="quiet small">{say('measure_once')}</p>}
        </section>
      )}
      <div className={classes.facts}>
        <Facts
          facts={[
            ...(action.effort === null ? [] : [[say('effort'), say(`size_${action.effort}`)] as const]),
            ...(meantFor === null ? [] : [[say('meant_for'), meantFor] as const]),
            [
              say(action.origin === 'person' ? 'made_at' : 'suggested_at'),
              <RelativeTime key="at" at={action.created_at} />,
            ],
            ...(action.may_update ? [] : planOf(say, action)),
          ]}
        />
      </div>
      {action.may_update && <ActionForm action={action} plan={plan} />}
      {(action.effect || !['suggested', 'dismissed'].includes(action.state)) && <Outcome action={action} />}
      {action.state === 'done' && (
        <RepliesOfInsight insightId={action.insight_id} scope={action.scope} actionId={action.id} />
      )}
      <ActionSteps action={action} plan={plan} />
    </div>
  )
}

/** Who does it until when, for whoever reads it and does not decide about it. */
const planOf = (
  say: Say<typeof actionTexts>,
  { owner_name: owner, due_on: due, note }: Action,
): (readonly [string, string])[] => [
  ...(owner === null ? [] : [[say('owner'), owner] as const]),
  ...(due === null ? [] : [[say('due'), dayText(due)] as const]),
  ...(note === null ? [] : [[say('note'), note] as const]),
]

/** The finding, in the reader's language. Its first sentence is the title, which is above. */
function Why({ action }: { action: Action }) {
  const say = useMessages(actionTexts)
  const { title, times } = action
  return (
    <section className="stack-tight">
      <h3>{say('why')}</h3>
      <QueryState query={useQuery(findingOf(action))}>
        {({ statement }) => (
          <>
            <p>{whyIn(title, statement)}</p>
            {action.origin === 'person' && <p className="quiet small">{madeBy(say, action)}</p>}
            {times > 1 && <p className="quiet small">{say('times', { count: times })}</p>}
            <p>
              <Link to="/app/insights" search={searchOf({ insight: action.insight_id })}>
                {say('finding')}
              </Link>
            </p>
            {!action.is_current && <p className="quiet small">{say('not_current')}</p>}
          </>
        )}
      </QueryState>
    </section>
  )
}

/** To share with the team: in words that need nothing beside them. */
function Outcome({ action }: { action: Action }) {
  const say = useMessages(actionTexts)
  const { effect, scope, title } = action
  const figures = effect && figuresOf(effect)
  const verdict = effect && verdictOf(effect)
  return (
    <section className="stack-tight">
      <div className="row-between">
        <h3>{say('outcome')}</h3>
        {effect && verdict && (
          <CopyIcon
            what={say('outcome')}
            value={say('outcome_shared', {
              title,
              figures: figures ? `${figures.before} → ${figures.after}` : '–',
              verdict: say(`verdict_${verdict}`),
            })}
          />
        )}
      </div>
      {effect ? (
        <>
          <Effect action={action} effect={effect} />
          <p className="quiet small">{say('no_proof')}</p>
        </>
      ) : (
        <p className="quiet">
          {say(scope.check_in_id === undefined ? 'not_measured_once' : 'not_measured_yet')}
        </p>
      )}
    </section>
  )
}
