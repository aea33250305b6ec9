/** Which events are sent: all of a noun, or single types. What the application may not read never reaches it, so that is said here. */
import { Checkbox } from '@mantine/core'
import {
  eventNouns,
  type EventNoun,
  eventScopes,
  eventTypeNames,
  nounOf,
} from '../../contract/event-names.ts'
import { useMessages } from '../messages.ts'
import { webhookTexts } from './webhook-texts.ts'
import classes from './webhooks.module.css'

const typesOf = Map.groupBy(eventTypeNames, nounOf)

/** No program reads these: holds are a matter of admins in person. */
const forPeople: readonly EventNoun[] = ['hold']

type Props = {
  value: readonly string[]
  onChange: (types: string[]) => void
  /** The scopes of the application; undefined: it is not chosen yet. */
  scopes: readonly string[] | undefined
}

export function EventChoice({ value, onChange, scopes }: Props) {
  const say = useMessages(webhookTexts)
  const nouns = eventNouns.filter((noun) => !forPeople.includes(noun))
  return (
    <fieldset className={classes.fieldset}>
      <legend>{say('events')}</legend>
      <p className="quiet small">{say('events_hint')}</p>
      <div className={classes.nouns}>
        {nouns.map((noun) => (
          <Noun key={noun} noun={noun} value={value} onChange={onChange} scopes={scopes} />
        ))}
      </div>
    </fieldset>
  )
}

function Noun({ noun, value, onChange, scopes }: Props & { noun: EventNoun }) {
  const say = useMessages(webhookTexts)
  const all = `${noun}.*`
  const types: readonly string[] = typesOf.get(noun) ?? []
  const hasAll = value.includes(all)
  const chosen = types.filter((type) => value.includes(type))
  const needed: readonly string[] = eventScopes[noun]
  const isShut = scopes !== undefined && needed.length > 0 && !needed.some((one) => scopes.includes(one))
  const rest = value.filter((one) => nounOf(one) !== noun)
  return (
    <div className={classes.noun}>
      <Checkbox
        label={
          <>
            {say(`noun_${noun}`)} <code className="quiet">{all}</code>
          </>
        }
        checked={hasAll}
        indeterminate={!hasAll && chosen.length > 0}
        onChange={() => onChange(hasAll ? rest : [...rest, all])}
      />
      {isShut && (hasAll || chosen.length > 0) && (
        <p className={`small ${classes.shut}`}>{say('scope_missing', { scope: needed[0] })}</p>
      )}
      {types.length > 1 && (
        <details open={chosen.length > 0 || undefined}>
          <summary className="small">{say('single_events', { count: types.length })}</summary>
          <div className="stack-tight">
            {types.map((type) => (
              <Checkbox
                key={type}
                size="xs"
                label={<code>{type}</code>}
                checked={hasAll || chosen.includes(type)}
                disabled={hasAll}
                onChange={() =>
                  onChange([...rest, ...types.filter((one) => (one === type) !== chosen.includes(one))])
                }
              />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}
