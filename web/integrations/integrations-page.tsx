/** What connects the organisation with other systems, each a page of its own. Their routes say that they stand here. */
import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { integrationsPath, usePlaces } from '../shell/navigation.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { Page } from '../ui/page.tsx'
import classes from './integrations.module.css'

export function IntegrationsPage() {
  const say = useMessages(shellTexts)
  const places = usePlaces().filter(({ under }) => under === integrationsPath)
  return (
    <Page title={say('place_integrations')} description={say('place_integrations_hint')} narrow>
      <AdminsOnly>
        <ul className={`card ${classes.list}`}>
          {places.map(({ to, label, description, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={classes.one}>
                <Icon size={22} stroke={1.75} aria-hidden />
                <span>
                  <strong>{label}</strong>
                  <span className="quiet small">{description}</span>
                </span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </AdminsOnly>
    </Page>
  )
}
