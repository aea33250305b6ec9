/** Where there is nothing: said plainly, with the search, the way back, and pages that may have been meant. A chunk of its own, with its texts. */
import { Button } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { Link, useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { IconArrowLeft, IconHome, IconSearch } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import stateClasses from '../ui/states.module.css'
import { WayOn } from '../ui/way-on.ts'
import { likelyPlaces } from './likely-places.ts'
import { usePlaces } from './navigation.ts'
import { placeHintTexts } from './place-hint-texts.ts'
import { iconOf } from './place-icons.ts'
import { shellTexts } from './shell-texts.ts'
import classes from './ways-on.module.css'
import { waysOnTexts } from './ways-on-texts.ts'

/** @param gone  for what is gone or hidden, and not for an address that is none */
export const WaysOn = ({ onSearch, gone }: { onSearch: () => void; gone?: boolean }) =>
  gone ? (
    <Gone>
      <Ways onSearch={onSearch} />
    </Gone>
  ) : (
    <Ways onSearch={onSearch} />
  )

/** The service does not reveal what is gone from what somebody may not see, and neither do these words. */
function Gone({ children }: { children: ReactNode }) {
  const say = useMessages(waysOnTexts)
  const address = <code key="address">{location.pathname + location.search}</code>
  return (
    <section className={stateClasses.empty} role="alert">
      <h2>{say('gone')}</h2>
      <p className="quiet">{say.parts('gone_hint', { address })}</p>
      {children}
    </section>
  )
}

function Ways({ onSearch }: { onSearch: () => void }) {
  const say = useMessages(waysOnTexts)
  const sayShell = useMessages(shellTexts)
  const sayHint = useMessages(placeHintTexts)
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
            {likely.map((place) => {
              const { to, name, label } = place
              const Icon = iconOf(place)
              return (
                <li key={to}>
                  <Link to={to}>
                    <Icon size={18} stroke={1.75} aria-hidden />
                    <span>
                      {label}
                      <span className="quiet small">{sayHint(name)}</span>
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Stands alone, outside of the shell. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
)

/** An address of the workspace that is none: anyone who is signed in keeps the navigation. */
export const NotFound = () => {
  const say = useMessages(waysOnTexts)
  const sayShell = useMessages(shellTexts)
  const address = <code key="address">{location.pathname}</code>
  return (
    <Page title={say('not_found')} description={say.parts('not_found_hint', { address })} width="reading">
      {use(WayOn) ?? (
        <div>
          <ButtonLink to="/app">{sayShell('go_home')}</ButtonLink>
        </div>
      )}
    </Page>
  )
}
