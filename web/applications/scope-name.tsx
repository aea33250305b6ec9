/** A scope by what it allows, and small beside that as programs write it. */
import { useAbilities } from './application-words.tsx'
import classes from './applications.module.css'

export function ScopeName({ scope }: { scope: string }) {
  const abilityOf = useAbilities()
  return (
    <>
      {abilityOf(scope)} <code className={classes.scope}>{scope}</code>
    </>
  )
}
