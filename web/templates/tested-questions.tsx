/** Questions of the templates of the service by what they measure, each to begin a survey with. Loaded with the library of questions. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { editorAddress, allTemplates, useCreate } from '../drafts/draft-queries.ts'
import { DriverName } from '../drafts/driver-name.tsx'
import { type Tested, testedIn } from '../drafts/tested.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { showFailure } from '../ui/toast.ts'
import classes from './templates.module.css'
import { testedTexts } from './tested-texts.ts'

export function TestedQuestions({ q = '' }: { q?: string | undefined }) {
  const say = useMessages(testedTexts)
  const navigate = useNavigate()
  const query = useQuery(allTemplates)
  const create = useCreate({
    onDone: ({ kind, id }) => void navigate({ to: editorAddress(kind, id) }),
    onFailed: showFailure,
  })
  const use = ({ question, translations }: Tested): void =>
    create.mutate({
      kind: 'pulse',
      body: {
        title: question.text.slice(0, titleLengthMax),
        questions: [question],
        translations,
        recipients: {},
      },
    })
  return (
    <section className={classes.group} aria-labelledby="tested">
      <h2 id="tested">{say('heading')}</h2>
      <QueryState query={query} skeleton={<SkeletonLines lines={6} />} hasCard>
        {(all) => (
          <ul className={`card ${classes.tested}`}>
            {testedIn(all, q).map((tested) => (
              <li key={tested.question.id}>
                <span>
                  {tested.question.text}
                  <span className="quiet small">
                    {' '}
                    <DriverName driver={tested.driver} />
                  </span>
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={say('use_of', { question: tested.question.text })}
                  disabled={create.isPending}
                  onClick={() => use(tested)}
                >
                  {say('use')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

const titleLengthMax = 100
