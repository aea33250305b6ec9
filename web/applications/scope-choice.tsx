/** Scopes to choose from, what reads apart from what writes, each with what it opens and whether it needs a person. */
import { Checkbox } from '@mantine/core'
import {
  offlineAccess,
  type RegisteredScope,
  registeredScopeNames,
  type Scope,
  scopes,
} from '../../contract/scopes.ts'
import { type ApplicationKind } from '../../contract/redirect-uri.ts'
import { scopeDescription, worksAlone } from './application-words.tsx'
import classes from './applications.module.css'

const groupOf = (scope: RegisteredScope): string =>
  scope === offlineAccess ? 'Lasting' : scopes[scope as Scope].writes ? 'Write' : 'Read'

const groups = [
  { name: 'Read', description: 'Sees, changes nothing.' },
  { name: 'Write', description: 'Changes things, or asks people.' },
  { name: 'Lasting', description: 'Opens nothing by itself.' },
].map((group) => ({
  ...group,
  scopes: registeredScopeNames.filter((scope) => groupOf(scope) === group.name),
}))

type Props = {
  kind: ApplicationKind
  value: readonly string[]
  onChange: (scopes: RegisteredScope[]) => void
}

export const ScopeChoice = ({ kind, value, onChange }: Props) => (
  <Checkbox.Group
    value={[...value]}
    // In the order of the contract, however they were ticked.
    onChange={(chosen) => onChange(registeredScopeNames.filter((scope) => chosen.includes(scope)))}
  >
    <div className={classes.groups}>
      {groups.map((group) => (
        <fieldset key={group.name} className={classes.fieldset}>
          <legend>{group.name}</legend>
          <p className="quiet small">{group.description}</p>
          {group.scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={<code>{scope}</code>}
              description={
                kind === 'confidential' && !worksAlone(scope)
                  ? `${scopeDescription(scope)}. Needs a person behind it.`
                  : `${scopeDescription(scope)}.`
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  </Checkbox.Group>
)
