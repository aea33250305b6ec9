/** How a survey is sent: a reminder, what becomes of one that few answer, and by which channels. Loaded when somebody edits it. */
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useEffect, useRef, useState } from 'react'
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
  // One that was chosen stays in its place after it is taken out.
  const [before] = useState(channels)
  const isOffered = (channel: Channel): boolean =>
    !notSetUp.includes(channel) || channels.includes(channel) || before.includes(channel)
  const others = channelsAsked.filter((channel) => !isOffered(channel))
  return (
    <fieldset className={classes.channels}>
      <legend>{say('channels')}</legend>
      {channelsAsked.filter(isOffered).map((channel) => (
        <Checkbox
          key={channel}
          label={say(`channel_${channel}`)}
          checked={channels.includes(channel)}
          description={
            notSetUp.includes(channel) && (
              <ChosenNotSetUp channel={channel} isForOperator={forOperator.includes(channel)} />
            )
          }
          // One has to stay. What reaches nobody can only be taken out.
          disabled={channels.includes(channel) ? channels.length === 1 : notSetUp.includes(channel)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...channels, channel] : channels.filter((one) => one !== channel))
          }
        />
      ))}
      <NotSetUp channels={others.filter((one) => !forOperator.includes(one))} />
      <ForOperator channels={others.filter((one) => forOperator.includes(one))} />
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

const guide = '/docs/channels'

/** One state for everybody: who can do something about it is the operator, an admin, or whoever reads it. */
function ChosenNotSetUp({ channel, isForOperator }: { channel: Channel; isForOperator: boolean }) {
  const say = useMessages(onDemandTexts)
  const { data: me } = useMe()
  const place = places[channel]
  if (!isForOperator && me?.role !== 'admin') return say('not_set_up_ask')
  const href = isForOperator ? (place?.guide ?? guide) : place?.page
  return (
    <>
      {say(isForOperator ? 'for_operator' : 'not_set_up')}
      {'. '}
      <a href={href}>{say(isForOperator ? 'set_up_guide' : 'set_up')}</a>
    </>
  )
}

/** In one line: nobody can choose them before they are connected. */
function NotSetUp({ channels }: { channels: readonly Channel[] }) {
  const say = useMessages(onDemandTexts)
  const sayDraft = useMessages(draftTexts)
  const { data: me } = useMe()
  const isAdmin = me?.role === 'admin'
  if (channels.length === 0) return null
  return (
    <p className="quiet small">
      {say(isAdmin ? 'not_set_up' : 'not_set_up_ask')}:{' '}
      {channels.map((channel, i) => {
        const place = isAdmin ? places[channel] : undefined
        return (
          <Fragment key={channel}>
            {i > 0 && ', '}
            {sayDraft(`channel_${channel}`)}
            {place && (
              <>
                {' '}
                (<a href={place.page}>{say('set_up')}</a>)
              </>
            )}
          </Fragment>
        )
      })}
    </p>
  )
}

/** In one line, with what the operator of the service reads: nobody of the organisation can set them up. */
function ForOperator({ channels }: { channels: readonly Channel[] }) {
  const say = useMessages(onDemandTexts)
  const sayDraft = useMessages(draftTexts)
  if (channels.length === 0) return null
  return (
    <p className="quiet small">
      {say(channels.length === 1 ? 'for_operator' : 'for_operator_several')}:{' '}
      {channels.map((channel) => sayDraft(`channel_${channel}`)).join(', ')}
      {' ·\u00a0'}
      <a href={guide}>{say('set_up_guide')}</a>
    </p>
  )
}
