/** Codes on paper of an open survey: how many each envelope has; they are printed once, and destroyed for an envelope at a time. */
import { Button, Textarea } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { apiUrl } from '../place.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  type Codes as Found,
  codesQuery,
  type Pool,
  type Slips,
  useDestroying,
  usePrinting,
} from './code-queries.ts'
import { codeTexts } from './code-texts.ts'
import classes from './codes.module.css'
import type { Subject } from './live-queries.ts'

const CodeSheets = lazy(() => import('./code-sheets.tsx').then(({ CodeSheets }) => ({ default: CodeSheets })))

const reasonLengthMax = 500

export function Codes({ subject }: { subject: Subject }) {
  const say = useMessages(codeTexts)
  const { data: me } = useMe()
  const isAuthor = me?.user?.id === subject.authorUserId
  const query = useQuery({ ...codesQuery(subject.owner), enabled: isAuthor || me?.role === 'admin' })
  return (
    <section className="card pad stack no-print" aria-labelledby="codes">
      <h2 id="codes">{say('title')}</h2>
      {me && !isAuthor && me.role !== 'admin' ? (
        <p className="quiet small">{say('not_yours')}</p>
      ) : (
        <QueryState query={query}>
          {(found) => <Pools subject={subject} codes={found} needsReason={!isAuthor} />}
        </QueryState>
      )}
    </section>
  )
}

type PoolsProps = { subject: Subject; codes: Found; needsReason: boolean }

function Pools({ subject, codes, needsReason }: PoolsProps) {
  const say = useMessages(codeTexts)
  const { data: me } = useMe()
  const [asking, setAsking] = useState<'print' | Pool | null>(null)
  const [slips, setSlips] = useState<Slips | null>(null)
  const [reason, setReason] = useState('')
  const leave = (): void => {
    setAsking(null)
    setReason('')
  }
  const print = usePrinting(subject.owner, (made) => {
    leave()
    setSlips(made)
  })
  const destroy = useDestroying(subject.owner, () => {
    showDone(say('destroyed_done'))
    leave()
  })
  const { pools, issued_at: issuedAt, issued_by: by } = codes
  const count = pools.reduce((sum, pool) => sum + pool.codes, 0)
  const because = needsReason ? { reason: reason.trim() } : {}
  const nameOf = ({ team_name: name }: Pool): string => name ?? say('everyone')
  const reasonField = needsReason && (
    <Textarea
      label={say('reason')}
      description={say('reason_hint')}
      required
      maxLength={reasonLengthMax}
      value={reason}
      onChange={(event) => setReason(event.currentTarget.value)}
    />
  )
  const whenReasoned = (act: () => void) => (): void => {
    if (!needsReason || reason.trim() !== '') act()
  }
  if (pools.length === 0) return <p className="quiet small">{say('none')}</p>
  return (
    <>
      <p>
        {issuedAt === null
          ? say('not_printed', { count })
          : say.parts('printed', {
              count,
              name: by?.name ?? '',
              when: <RelativeTime key="when" at={issuedAt} />,
            })}
      </p>
      <table className={classes.pools}>
        <thead>
          <tr>
            <th scope="col">{say('pool')}</th>
            <th scope="col">{say('codes')}</th>
            <th scope="col">{say('state')}</th>
          </tr>
        </thead>
        <tbody>
          {pools.map((pool) => (
            <tr key={pool.number}>
              <th scope="row">{nameOf(pool)}</th>
              <td className="figures">{formatNumber(pool.codes)}</td>
              <td>
                {pool.destroyed_at !== null ? (
                  say.parts('destroyed', { when: <RelativeTime key="when" at={pool.destroyed_at} /> })
                ) : issuedAt === null ? (
                  say('waiting')
                ) : (
                  <span className="row">
                    {say('issued')}
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={say('destroy_of', { team: nameOf(pool) })}
                      onClick={() => setAsking(pool)}
                    >
                      {say('destroy')}
                    </Button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">{say('used_hint')}</p>
      {me?.organisation && (
        <>
          <CopyField label={say('kiosk')} value={`${apiUrl}/r/kiosk?organisation=${me.organisation.id}`} />
          <p className="quiet small">{say('kiosk_hint')}</p>
        </>
      )}
      {issuedAt === null && (
        <Button
          className={classes.print}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => setAsking('print')}
        >
          {say('print')}
        </Button>
      )}
      {asking === 'print' && (
        <Confirm
          title={say('print_title')}
          effect={
            <>
              <p>{say('print_effect', { count })}</p>
              <p>{say('print_steps')}</p>
            </>
          }
          action={say('print_action', { count })}
          onClose={leave}
          onConfirm={whenReasoned(() => print.mutate(because))}
          isBusy={print.isPending}
          error={print.error}
        >
          {reasonField}
        </Confirm>
      )}
      {asking !== null && asking !== 'print' && (
        <Confirm
          title={say('destroy_title')}
          effect={<p>{say('destroy_effect', { team: nameOf(asking) })}</p>}
          action={say('destroy_action')}
          isDangerous
          onClose={leave}
          onConfirm={whenReasoned(() => destroy.mutate({ number: asking.number, ...because }))}
          isBusy={destroy.isPending}
          error={destroy.error}
        >
          {reasonField}
        </Confirm>
      )}
      {slips && (
        <Suspense>
          <CodeSheets slips={slips} onStored={() => setSlips(null)} />
        </Suspense>
      )}
    </>
  )
}
