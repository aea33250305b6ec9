/** What connects the organisation with other systems, each a page of its own, and how each stands. Their routes say that they are here. */
import { Link } from '@tanstack/react-router'
import {
  IconChevronRight,
  IconDeviceMobileMessage,
  IconMessages,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { integrationsPath, usePlaces } from '../shell/navigation.ts'
import { placeHintTexts } from '../shell/place-hint-texts.ts'
import { iconOf } from '../shell/place-icons.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { Page } from '../ui/page.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import {
  type IntegrationState,
  type OperatorChannel,
  operatorChannels,
  useChannelState,
  useIntegrationStates,
} from './integration-states.ts'
import { integrationTexts } from './integration-texts.ts'
import classes from './integrations.module.css'

export function IntegrationsPage() {
  const say = useMessages(shellTexts)
  const sayHint = useMessages(placeHintTexts)
  return (
    <Page title={say('place_integrations')} description={sayHint('place_integrations')}>
      <AdminsOnly>
        <Integrations />
      </AdminsOnly>
    </Page>
  )
}

const tones: Record<IntegrationState, Tone> = {
  connected: 'good',
  not_set_up: 'plain',
  for_operator: 'plain',
  set_up: 'good',
  attention: 'warn',
  trial: 'accent',
}

function Integrations() {
  const say = useMessages(integrationTexts)
  const sayHint = useMessages(placeHintTexts)
  const places = usePlaces().filter(({ under }) => under === integrationsPath)
  const states = useIntegrationStates()
  const stateOfChannel = useChannelState()
  return (
    <ul className={`card ${classes.list}`}>
      {places.map((place) => {
        const { to, name, label } = place
        const Icon = iconOf(place)
        const state = states[to]
        return (
          <li key={to}>
            <Link to={to} className={classes.one}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <span className={classes.words}>
                <strong>{label}</strong>
                <span className="quiet small">{sayHint(name)}</span>
              </span>
              <State state={state} />
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        )
      })}
      {operatorChannels.map((channel) => {
        const Icon = channelIcons[channel]
        return (
          <li key={channel}>
            <a href="/docs/channels" className={classes.one}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <span className={classes.words}>
                <strong>{say(channel)}</strong>
                <span className="quiet small">{say(`${channel}_hint`)}</span>
              </span>
              <State state={stateOfChannel(channel)} />
              <IconChevronRight size={18} aria-hidden />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const channelIcons: Record<OperatorChannel, TablerIcon> = {
  sms: IconDeviceMobileMessage,
  teams: IconWebhook,
  chat: IconMessages,
}

/** Its room is there before it is known, so that nothing moves. */
function State({ state }: { state: IntegrationState | null | undefined }) {
  const say = useMessages(integrationTexts)
  return (
    <span className={classes.state}>
      {state && <StatusBadge tone={tones[state]}>{say(state)}</StatusBadge>}
    </span>
  )
}
