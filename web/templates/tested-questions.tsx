/** Questions of the templates of the service by what they measure, each to use in a survey. Loaded with the library of questions. */
import { useQuery } from '@tanstack/react-query'
import { allTemplates } from '../drafts/draft-queries.ts'
import { testedIn } from '../drafts/tested.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import classes from './templates.module.css'
import { testedTexts } from './tested-texts.ts'
import { UseIn } from './use-in.tsx'

export function TestedQuestions({ q = '' }: { q?: string | undefined }) {
  const say = useMessages(testedTexts)
  const sayDriver = useMessages(driverTexts)
  const query = useQuery(allTemplates)
  return (
    <section className={classes.group} aria-labelledby="tested">
      <h2 id="tested">{say('heading')}</h2>
      <QueryState query={query} skeleton={<SkeletonLines lines={6} />} hasCard>
        {(all) => (
          <div className={`card ${classes.tested}`}>
            {[...Map.groupBy(testedIn(all, q), ({ driver }) => driver)].map(([driver, those]) => (
              <section key={driver} aria-labelledby={`measures-${driver}`}>
                <h3 id={`measures-${driver}`}>{sayDriver(driver)}</h3>
                <ul>
                  {those.map((tested) => (
                    <li key={tested.question.id}>
                      <span>{tested.question.text}</span>
                      <UseIn tested={tested} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </QueryState>
    </section>
  )
}
