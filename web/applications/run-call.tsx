/** A call that is run from a page: its step, its button, and what came back. */
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explain } from '../api.ts'
import { useMessages } from '../messages.ts'
import { reach } from '../reach.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'
import classes from './applications.module.css'

export type RunResult = { status: number; ms: number; body: unknown }

/** @param send  by default without any credentials but those of `init` */
export async function run(path: string, init: RequestInit, send = reach): Promise<RunResult> {
  const started = performance.now()
  const reply = await send(path, init)
  const body: unknown = await reply.json()
  return { status: reply.status, ms: Math.round(performance.now() - started), body }
}

export const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section className="stack-tight">
    <h3>
      <span className={classes.number}>{number}</span> {title}
    </h3>
    {children}
  </section>
)

type RunProps = { label: string; busy: boolean; disabled?: boolean; onClick: () => void }

export const Run = ({ label, busy, disabled = false, onClick }: RunProps) => {
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

export const Reply = ({ result, error }: { result: RunResult | undefined; error: Error | null }) => {
  const say = useMessages(applicationTexts)
  if (error) return <p className={classes.reply}>{explain(error)}</p>
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
