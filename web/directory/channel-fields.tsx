/** How a member is reached besides by e-mail, and what they prefer. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { addressedChannels, channelsIn, type PartProps, typesOf } from './member-draft.ts'
import { memberTexts } from './member-texts.ts'
import { channelTypes } from './member-words.ts'

type Props = PartProps & {
  /** As they are sent: the server names the place of what it refuses. */
  sent: ReturnType<typeof channelsIn>
}

const hints = {
  slack: 'slack_hint',
  microsoft_teams: 'microsoft_teams_hint',
  teams: 'webhook_hint',
  chat: 'webhook_hint',
  sms: 'sms_hint',
} as const

export function ChannelFields({ draft, change, errors, sent }: Props) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const reached = typesOf(draft)
  const preferred = channelTypes.find((type) => type === draft.preferred)
  const errorOf = (type: string): string | undefined => {
    const at = sent.findIndex((one) => one.type === type)
    return errors[`/channels/${at}/address`] ?? errors[`/channels/${at}`]
  }
  const isRefused = addressedChannels.some((type) => errorOf(type) !== undefined)
  return (
    <details open={isRefused || undefined}>
      <summary className={classes.fold}>
        {say('channels')}{' '}
        <span className="quiet">
          {reached.length > 0
            ? reached.map((type) => sayOf(`channel_${type}`)).join(', ')
            : sayOf('not_reached')}
        </span>
      </summary>
      <fieldset className={`${classes.group} stack`} aria-label={say('channels')}>
        <div className={classes.pair}>
          {addressedChannels.map((type) => (
            <TextInput
              key={type}
              label={sayOf(`channel_${type}`)}
              description={say(hints[type])}
              value={draft.addresses[type]}
              error={errorOf(type)}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) =>
                change({ addresses: { ...draft.addresses, [type]: value } })
              }
            />
          ))}
        </div>
        <Checkbox
          label={sayOf('channel_code')}
          checked={draft.code}
          onChange={({ currentTarget: { checked } }) => change({ code: checked })}
        />
        <NativeSelect
          label={say('preferred')}
          value={draft.preferred}
          data={[
            { value: '', label: say('no_preference') },
            ...channelTypes
              .filter((type) => reached.includes(type) || type === preferred)
              .map((value) => ({ value, label: sayOf(`channel_${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ preferred: channelTypes.find((type) => type === value) ?? '' })
          }
        />
      </fieldset>
    </details>
  )
}
