/**
 * The first two calls, ready to be copied and ready to be run from here: a token by the application's own credentials, and
 * what it opens. Runs go to this page's own origin; what is shown is what would be typed elsewhere.
 */
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { apiUrl } from '../place.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import classes from './applications.module.css'
import { usageQuery } from './application-queries.ts'
import { Reply, Run, run, Step } from './run-call.tsx'
import { callExamples, type Credentials, firstCallOf, tokenExamples, tokenRequest } from './snippets.ts'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const pollMs = 2000

type Props = { applicationId: string; credentials: Credentials; scopes: readonly string[] }

export function TryIt({ applicationId, credentials, scopes }: Props) {
  const say = useMessages(applicationTexts)
  const first = firstCallOf(scopes)
  const token = useMutation({
    mutationFn: () => {
      const { path, body } = tokenRequest(credentials)
      return run(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    },
  })
  const bearer = (token.data?.body as { access_token?: string } | undefined)?.access_token ?? null
  const call = useMutation({
    mutationFn: () => run(first.path, { headers: { authorization: `Bearer ${bearer}` } }),
  })
  const usage = useQuery({
    ...usageQuery(applicationId),
    refetchInterval: ({ state }) => (state.data?.last_used_at ? false : pollMs),
  })
  const isSeen = Boolean(usage.data?.last_used_at)
  return (
    <div className="stack">
      <Step number={1} title={say('get_token')}>
        <CodeTabs
          title={say('get_token')}
          examples={tokenExamples(apiUrl, credentials)}
          aside={
            <Run
              label={say('run_named', { label: say('get_token') })}
              busy={token.isPending}
              onClick={() => token.mutate()}
            />
          }
        />
        <Reply result={token.data} error={token.error} />
      </Step>
      <Step number={2} title={say(first.label)}>
        <CodeTabs
          title={say(first.label)}
          examples={callExamples(apiUrl, first.path, bearer)}
          aside={
            <Run
              label={say('run_named', { label: say(first.label) })}
              busy={call.isPending}
              disabled={bearer === null}
              onClick={() => call.mutate()}
            />
          }
        />
        <Reply result={call.data} error={call.error} />
      </Step>
      <p role="status" className={classes.seen} data-seen={isSeen || undefined}>
        <IconCircleCheckFilled size={18} aria-hidden />
        {isSeen ? say('call_received') : say('call_awaited')}
      </p>
    </div>
  )
}
