/** How a survey is sent: a reminder, what becomes of one that few answer, and by which channels. Loaded when somebody edits it. */
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { type Kind, previewQuery } from './draft-queries.ts'
import { type Channel, channelsAsked, type Fields } from './fields.ts'
import { LowParticipation, usualExtension } from './low-participation.tsx'
import { onDemandTexts } from './on-demand-texts.ts'

type Props = {
  kind: Kind
  id: string
  fields: Fields
  onChange: (patch: Partial<Fields>, field: string) => void
}

export function SendingFields({ kind, id, fields, onChange }: Props) {
  const say = useMessages(draftTexts)
  const preview = useQuery(previewQuery(kind, id, {})).data
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
        notSetUp={preview?.channels_not_set_up ?? []}
        forOperator={preview?.channels_for_operator ?? []}
        channels={fields.channels}
        onChange={(channels) => onChange({ channels }, 'channels')}
      />
    </>
  )
}

type ChannelsProps = {
  /** Nobody is reached by these. */
  notSetUp: readonly string[]
  /** Of these, those that nobody here can set up. */
  forOperator: readonly string[]
  channels: readonly string[]
  onChange: (channels: string[]) => void
}

/** How people are reached: each by the first of these that reaches them. */
function Channels({ channels, notSetUp, forOperator, onChange }: ChannelsProps) {
  const say = useMessages(draftTexts)
  const sayHere = useMessages(onDemandTexts)
  return (
    <fieldset className={classes.channels}>
      <legend>{say('channels')}</legend>
      {channelsAsked.map((channel) => (
        <Checkbox
          key={channel}
          label={say(`channel_${channel}`)}
          checked={channels.includes(channel)}
          description={
            notSetUp.includes(channel) && (
              <NotSetUp channel={channel} isForOperator={forOperator.includes(channel)} />
            )
          }
          // One has to stay. What reaches nobody can only be taken out.
          disabled={channels.includes(channel) ? channels.length === 1 : notSetUp.includes(channel)}
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

/** Where an admin connects what is theirs to connect, and what the operator of the service reads before that. */
const places: Partial<Record<Channel, { page: string; guide: string }>> = {
  slack: { page: '/app/settings/slack', guide: '/docs/slack' },
  microsoft_teams: { page: '/app/settings/microsoft-teams', guide: '/docs/microsoft-teams' },
}

/** One state for everybody: who can do something about it is the operator, an admin, or whoever reads it. */
function NotSetUp({ channel, isForOperator }: { channel: Channel; isForOperator: boolean }) {
  const say = useMessages(onDemandTexts)
  const { data: me } = useMe()
  const place = places[channel]
  if (!isForOperator && me?.role !== 'admin') return say('not_set_up_ask')
  const href = isForOperator ? (place?.guide ?? '/docs/channels') : place?.page
  return (
    <>
      {say(isForOperator ? 'for_operator' : 'not_set_up')}
      {'. '}
      <a href={href}>{say(isForOperator ? 'set_up_guide' : 'set_up')}</a>
    </>
  )
}
