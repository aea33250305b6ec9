/** How a survey is sent: a reminder, what becomes of one that few answer, and by which channels. Loaded when somebody edits it. */
import { Checkbox } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { useMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import type { Channel, Fields } from './fields.ts'
import { LowParticipation, usualExtension } from './low-participation.tsx'
import { onDemandTexts } from './on-demand-texts.ts'

type Props = {
  fields: Fields
  /** Channels in the order in which they are offered. */
  offered: readonly Channel[]
  onChange: (patch: Partial<Fields>, field: string) => void
}

export function SendingFields({ fields, offered, onChange }: Props) {
  const say = useMessages(draftTexts)
  const sayHere = useMessages(onDemandTexts)
  const first = useRef<HTMLInputElement>(null)
  // The button that was pressed has gone.
  useEffect(() => {
    first.current?.focus()
  }, [])
  return (
    <>
      <Checkbox
        ref={first}
        label={say('remind')}
        description={sayHere(fields.confidentiality.mode === 'attributed' ? 'remind_named' : 'remind_all')}
        checked={fields.reminders.length > 0}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ reminders: checked ? [{ before_close: 'P1D' }] : [] }, 'reminders')
        }
      />
      {!fields.lifecycle && (
        <Checkbox
          label={say('go_on')}
          checked={fields.low_participation !== null}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ low_participation: checked ? usualExtension : null }, 'low_participation')
          }
        />
      )}
      {fields.low_participation && (
        // Its texts come when it is shown.
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <LowParticipation
            setting={fields.low_participation}
            onChange={(low_participation) => onChange({ low_participation }, 'low_participation')}
          />
        </Suspense>
      )}
      <Channels
        channels={fields.channels}
        offered={offered}
        onChange={(channels) => onChange({ channels }, 'channels')}
      />
    </>
  )
}

type ChannelsProps = Pick<Props, 'offered'> & {
  channels: readonly string[]
  onChange: (channels: string[]) => void
}

/** How people are reached: each by the first of these that reaches them. */
function Channels({ channels, offered, onChange }: ChannelsProps) {
  const say = useMessages(draftTexts)
  const sayHere = useMessages(onDemandTexts)
  return (
    <fieldset className={classes.channels}>
      <legend>{say('channels')}</legend>
      {offered.map((channel) => (
        <Checkbox
          key={channel}
          label={say(`channel_${channel}`)}
          checked={channels.includes(channel)}
          // One has to stay.
          disabled={channels.length === 1 && channels[0] === channel}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...channels, channel] : channels.filter((one) => one !== channel))
          }
        />
      ))}
      {channels.includes('code') && <p className="quiet small">{sayHere('channel_code_hint')}</p>}
      {channels.includes('link') && <p className="quiet small">{say('channel_link')}</p>}
    </fieldset>
  )
}
