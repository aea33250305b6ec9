/**
 * The first two calls, ready to be copied and ready to be run from here: a token by the application's own credentials, and
 * what it opens. Runs go to this page's own origin; what is shown is what would be typed elsewhere.
 */
import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiUrl } from '../place.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import classes from './applications.module.css'
import { usageQuery } from './application-queries.ts'
import { callExamples, type Credentials, firstCallOf, tokenExamples, tokenRequest } from './snippets.ts'
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'

type RunResult = { status: number; ms: number; body: unknown }

async function run(path: string, init: RequestInit): Promise<RunResult> {
  const started = performance.now()
  const reply = await fetch(path, init)
  const body: unknown = await reply.json()
  return { status: reply.status, ms: Math.round(performance.now() - started), body }
}

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

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section className="stack-tight">
    <h3>
      <span className={classes.number}>{number}</span> {title}
    </h3>
    {children}
  </section>
)

type RunProps = { label: string; busy: boolean; disabled?: boolean; onClick: () => void }

const Run = ({ label, busy, disabled = false, onClick }: RunProps) => {
  const say = useMessages(applicationTexts)
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={label}
      loading={busy}
      disabled={disabled}
      onClick={onClick}
    >
      {say('run')}
    </Button>
  )
}

const Reply = ({ result, error }: { result: RunResult | undefined; error: Error | null }) => {
  const say = useMessages(applicationTexts)
  if (error) return <p className={classes.reply}>{say('unreachable')}</p>
  if (!result) return null
  return (
    <div className={classes.reply} data-good={result.status < 400 || undefined}>
      <p className="small figures">
        {say.parts('status_in', {
          status: <strong key="status">{result.status}</strong>,
          duration: formatMilliseconds(result.ms),
        })}
      </p>
      <pre tabIndex={0} aria-label={say('reply')}>
        {JSON.stringify(result.body, null, 2)}
      </pre>
    </div>
  )
}
