/** For whoever belongs to several organisations, or to none: a page in place of all others. Few ever see it, so it comes by itself. */
import { Button } from '@mantine/core'
import { chooseOrganisation } from '../api.ts'
import type { Me } from '../me.ts'
import { useMessages } from '../messages.ts'
import { leaveToSignIn } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { arrivalTexts } from './arrival-texts.ts'
import { shellTexts } from './shell-texts.ts'
import classes from './shell.module.css'

type Organisations = NonNullable<Me['organisations']>

export function OrganisationChoice({ organisations: several }: { organisations: Organisations }) {
  const say = useMessages(arrivalTexts)
  const sayShell = useMessages(shellTexts)
  return (
    <Page
      title={several.length > 0 ? sayShell('choose_organisation') : say('no_organisation_page')}
      width="reading"
    >
      <div className="card">
        {several.length > 0 ? (
          <Chooser organisations={several} />
        ) : (
          <EmptyState
            title={say('no_organisation')}
            description={say('no_organisation_hint')}
            action={
              <Button variant="default" onClick={() => void leaveToSignIn({ switchAccount: true })}>
                {sayShell('use_another_account')}
              </Button>
            }
          />
        )}
      </div>
    </Page>
  )
}

/** After signing in: one button for each organisation, the first of which has the focus. */
function Chooser({ organisations }: { organisations: Organisations }) {
  const say = useMessages(arrivalTexts)
  const sayShell = useMessages(shellTexts)
  return (
    <div className="pad stack">
      <div className="stack-tight">
        <h2 id="organisations">{say('several_organisations')}</h2>
        <p className="quiet">{say('several_organisations_hint')}</p>
      </div>
      <ul className={classes.organisations} aria-labelledby="organisations">
        {organisations.map(({ id, name, role, state }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.choice}
              autoFocus={index === 0}
              onClick={() => chooseOrganisation(id)}
            >
              <span className={classes.chosen}>{name}</span>
              <span className="quiet small">
                {role === null || state === 'expected' ? say('expected_there') : sayShell(`role_${role}`)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet small">{say('other_account_hint')}</p>
      <div className="row">
        <Button variant="default" onClick={() => void leaveToSignIn({ switchAccount: true })}>
          {sayShell('use_another_account')}
        </Button>
      </div>
    </div>
  )
}
