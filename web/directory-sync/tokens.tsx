/** Tokens of the provider: two can be valid, so that one replaces the other without a gap. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { dateOf } from '../ui/dates.ts'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import classes from './directory-sync.module.css'
import { type DirectorySync, type SyncToken, useTokenRevocation } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const NewToken = lazy(() => import('./new-token.tsx').then(({ NewToken }) => ({ default: NewToken })))

export function Tokens({ sync: { tokens } }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const { isOpen, open, close } = useDialog('sync-token')
  const [ending, setEnding] = useState<SyncToken | null>(null)
  const revocation = useTokenRevocation(() => {
    setEnding(null)
    showDone(say('token_revoked'))
  })
  const isFull = tokens.length >= limits.syncTokensMax
  return (
    <section className="card pad stack" aria-labelledby="sync-tokens">
      <div className="row-between">
        <div>
          <h2 id="sync-tokens">{say('tokens')}</h2>
          <p className="quiet">
            {say(isFull ? 'tokens_full' : tokens.length > 0 ? 'tokens_rotate' : 'tokens_hint')}
          </p>
        </div>
        <Button variant={tokens.length > 0 ? 'default' : 'filled'} disabled={isFull} onClick={open}>
          {say('create_token')}
        </Button>
      </div>
      {tokens.length === 0 ? (
        <p>{say('no_tokens')}</p>
      ) : (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <li key={token.id} className={`row-between ${classes.token}`}>
              <div>
                <div>{say('token_until', { date: dateOf(token.expires_at) })}</div>
                <div className="quiet small">
                  {say.parts('token_times', {
                    created: <RelativeTime key="created" at={token.created_at} />,
                    used: <RelativeTime key="used" at={token.last_used_at} />,
                  })}
                </div>
              </div>
              <Button size="compact-sm" variant="default" onClick={() => setEnding(token)}>
                {say('revoke_token')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isOpen && <NewToken onClose={close} />}</Suspense>
      {ending && (
        <Confirm
          title={say('revoke_token_title')}
          effect={say(tokens.length > 1 ? 'revoke_token_effect' : 'revoke_last_token_effect')}
          action={say('revoke_token')}
          isDangerous
          onClose={() => {
            revocation.reset()
            setEnding(null)
          }}
          onConfirm={() => revocation.mutate(ending)}
          isBusy={revocation.isPending}
          error={revocation.error}
        />
      )}
    </section>
  )
}
