/** Where there is nothing: the search, the way back, and pages that may have been meant. A chunk of its own, with its texts. */
import { Button } from '@mantine/core'
import { Link, useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { IconArrowLeft, IconHome, IconSearch } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { likelyPlaces } from './likely-places.ts'
import { usePlaces } from './navigation.ts'
import { shellTexts } from './shell-texts.ts'
import classes from './ways-on.module.css'
import { waysOnTexts } from './ways-on-texts.ts'

export function WaysOn({ onSearch }: { onSearch: () => void }) {
  const say = useMessages(waysOnTexts)
  const sayShell = useMessages(shellTexts)
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const likely = likelyPlaces(path, usePlaces()).filter(({ to }) => to !== path)
  return (
    <div className={classes.ways}>
      <div className="row">
        <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={onSearch}>
          {say('search')}
        </Button>
        {canGoBack && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => router.history.back()}
          >
            {say('back')}
          </Button>
        )}
        <ButtonLink to="/app" variant="default" leftSection={<IconHome size={16} aria-hidden />}>
          {sayShell('go_home')}
        </ButtonLink>
      </div>
      {likely.length > 0 && (
        <section aria-labelledby="likely-pages">
          <h2 id="likely-pages" className={classes.heading}>
            {say('likely')}
          </h2>
          <ul className={classes.likely}>
            {likely.map(({ to, label, description, icon: Icon }) => (
              <li key={to}>
                <Link to={to}>
                  <Icon size={18} stroke={1.75} aria-hidden />
                  <span>
                    {label}
                    <span className="quiet small">{description}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
