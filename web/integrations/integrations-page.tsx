/** What connects the organisation with other systems, each a page of its own, and how each stands. Their routes say that they are here. */
import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { integrationsPath, usePlaces } from '../shell/navigation.ts'
import { placeHintTexts } from '../shell/place-hint-texts.ts'
import { iconOf } from '../shell/place-icons.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { Page } from '../ui/page.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type IntegrationState, useIntegrationStates } from './integration-states.ts'
import { integrationTexts } from './integration-texts.ts'
import classes from './integrations.module.css'

export function IntegrationsPage() {
  const say = useMessages(shellTexts)
  const sayHint = useMessages(placeHintTexts)
  return (
    <Page title={say('place_integrations')} description={sayHint('place_integrations')} width="reading">
      <AdminsOnly>
        <Integrations />
      </AdminsOnly>
    </Page>
  )
}

const tones: Record<IntegrationState, Tone> = {
  connected: 'good',
  not_set_up: 'plain',
  not_available: 'plain',
  attention: 'warn',
  trial: 'accent',
}

function Integrations() {
  const say = useMessages(integrationTexts)
  const sayHint = useMessages(placeHintTexts)
  const places = usePlaces().filter(({ under }) => under === integrationsPath)
  const states = useIntegrationStates()
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
              {/* Its room is there before it is known, so that nothing moves. */}
              <span className={classes.state}>
                {state && <StatusBadge tone={tones[state]}>{say(state)}</StatusBadge>}
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
