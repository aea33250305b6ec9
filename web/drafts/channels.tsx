/** How people are reached: each by the first of these that reaches them. */
import { Checkbox } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'

const offered = ['email', 'slack', 'microsoft_teams', 'teams', 'chat', 'sms', 'code'] as const

type Props = { channels: readonly string[]; onChange: (channels: string[]) => void }

export function Channels({ channels, onChange }: Props) {
  const say = useMessages(draftTexts)
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
      {channels.includes('code') && <p className="quiet small">{say('channel_code_hint')}</p>}
      {channels.includes('link') && <p className="quiet small">{say('channel_link')}</p>}
    </fieldset>
  )
}
