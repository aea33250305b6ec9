/** A choice of scopes: reading and writing ones apart, each with what it allows and whether it needs a person. */
import { Checkbox } from '@mantine/core'
import { offlineAccess, type RegisteredScope, registeredScopeNames, scopes } from '../../contract/scopes.ts'
import type { ApplicationKind } from '../../contract/redirect-uri.ts'
import { useAbilities, worksAlone } from './application-words.tsx'
import classes from './applications.module.css'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

type Group = 'scopes_read' | 'scopes_write' | 'scopes_offline'

const groupOf = (scope: RegisteredScope): Group =>
  scope === offlineAccess ? 'scopes_offline' : scopes[scope].writes ? 'scopes_write' : 'scopes_read'

const groups = [...Map.groupBy(registeredScopeNames, groupOf)]

/** By what it allows, and small beside that as programs write it. */
export function ScopeName({ scope }: { scope: string }) {
  const abilityOf = useAbilities()
  return (
    <>
      {abilityOf(scope)} <code className={classes.scope}>{scope}</code>
    </>
  )
}

type Props = {
  kind: ApplicationKind
  value: readonly string[]
  onChange: (scopes: RegisteredScope[]) => void
}

export function ScopeChoice({ kind, value, onChange }: Props) {
  const say = useMessages(applicationTexts)
  const needsPerson = (scope: string): boolean => kind === 'confidential' && !worksAlone(scope)
  return (
    <Checkbox.Group
      value={[...value]}
      // In the order of the contract, however they were ticked.
      onChange={(chosen) => onChange(registeredScopeNames.filter((scope) => chosen.includes(scope)))}
    >
      <div className={classes.groups}>
        {groups.map(([group, members]) => (
          <fieldset key={group} className={classes.fieldset}>
            <legend>{say(group)}</legend>
            <p className="quiet small">{say(`${group}_hint`)}</p>
            {members.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<ScopeName scope={scope} />}
                description={needsPerson(scope) && say('scope_person')}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  )
}
