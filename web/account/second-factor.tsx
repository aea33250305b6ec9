/** The second factor of whoever signs in by the built-in sign-in: an app, passkeys, recovery codes. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import {
  type Passkey,
  type SecondFactor,
  secondFactorQuery,
  useAuthenticatorRemoval,
  usePasskeyRemoval,
  useRecoveryCodesReplacement,
} from './account-queries.ts'
import { accountTexts } from './account-texts.ts'
import classes from './account.module.css'
import { AuthenticatorSetup, PasskeyAddition, RecoveryCodes } from './second-factor-dialogs.tsx'

export function SecondFactorSection() {
  const say = useMessages(accountTexts)
  const query = useQuery(secondFactorQuery)
  const { data } = query
  return (
    <section className="card pad stack" aria-labelledby="second-factor">
      <div className="stack-tight">
        <h2 id="second-factor">{say('second_factor')}</h2>
        {data && (
          <p className="quiet">
            {say(data.available ? 'second_factor_hint' : 'factor_elsewhere')}{' '}
            {data.available && data.required && say('second_factor_required')}
          </p>
        )}
      </div>
      <QueryState query={query} skeleton={<SkeletonLines lines={4} />}>
        {(factor) => factor.available && <Factors factor={factor} />}
      </QueryState>
    </section>
  )
}

function Factors({ factor }: { factor: SecondFactor }) {
  const say = useMessages(accountTexts)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data: me } = useMe()
  const hasFactor = factor.authenticator !== null || factor.passkeys.length > 0
  const onCodes = (shown: readonly string[] | null): void => {
    if (shown) setCodes(shown)
  }
  return (
    <>
      {!hasFactor &&
        (me?.role === 'admin' ? <Alert tone="warn">{say('no_factor')}</Alert> : <p>{say('no_factor')}</p>)}
      <ul className={classes.lines}>
        <Authenticator factor={factor} onCodes={onCodes} />
        <Passkeys factor={factor} onCodes={onCodes} />
        {hasFactor && <Codes left={factor.recovery_codes_left} onCodes={onCodes} />}
      </ul>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

type LineProps = { title: string; badge?: ReactNode; detail: ReactNode; children?: ReactNode }

const Line = ({ title, badge, detail, children }: LineProps) => (
  <li className="row-between">
    <div className={text.name}>
      <div className="row">
        <strong>{title}</strong>
        {badge}
      </div>
      <p className={text.detail}>{detail}</p>
    </div>
    <div className="row">{children}</div>
  </li>
)

function Use({ of }: { of: { created_at: string; last_used_at: string | null } }) {
  const say = useMessages(accountTexts)
  const added = <RelativeTime key="added" at={of.created_at} />
  const when = <RelativeTime key="when" at={of.last_used_at} />
  return (
    <>{of.last_used_at === null ? say.parts('never_used', { added }) : say.parts('used', { added, when })}</>
  )
}

type FactorProps = { factor: SecondFactor; onCodes: (codes: readonly string[] | null) => void }

function Authenticator({ factor: { authenticator }, onCodes }: FactorProps) {
  const say = useMessages(accountTexts)
  const sayUi = useMessages(uiTexts)
  const setup = useDialog('app')
  const removing = useDialog('remove-app')
  const removal = useAuthenticatorRemoval(() => {
    removing.close()
    showDone(say('factor_removed', { name: say('app') }))
  })
  return (
    <Line title={say('app')} detail={authenticator ? <Use of={authenticator} /> : say('app_hint')}>
      <Button variant="default" size="compact-sm" onClick={setup.open}>
        {sayUi('opens_dialog', { what: say(authenticator ? 'replace_app' : 'set_up_app') })}
      </Button>
      {authenticator && (
        <Button variant="default" size="compact-sm" onClick={removing.open}>
          {sayUi('opens_dialog', { what: say('remove_app') })}
        </Button>
      )}
      {setup.isOpen && <AuthenticatorSetup onClose={setup.close} onCodes={onCodes} />}
      {removing.isOpen && (
        <Confirm
          name="remove-app"
          title={say('remove_app_title')}
          effect={say('remove_factor_effect')}
          action={say('remove_app')}
          onClose={removing.close}
          onConfirm={() => removal.mutate()}
          isBusy={removal.isPending}
          error={removal.error}
        />
      )}
    </Line>
  )
}

function Passkeys({ factor, onCodes }: FactorProps) {
  const say = useMessages(accountTexts)
  const sayUi = useMessages(uiTexts)
  const adding = useDialog('passkey')
  const canAdd = factor.passkeys_available && 'PublicKeyCredential' in window
  const hint = factor.passkeys_available
    ? canAdd
      ? 'passkeys_hint'
      : 'no_passkeys_browser'
    : 'no_passkeys_here'
  return (
    <>
      <Line title={say('passkeys')} detail={say(hint)}>
        {canAdd && (
          <Button variant="default" size="compact-sm" onClick={adding.open}>
            {sayUi('opens_dialog', { what: say('add_passkey') })}
          </Button>
        )}
        {adding.isOpen && <PasskeyAddition onClose={adding.close} onCodes={onCodes} />}
      </Line>
      {factor.passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
    </>
  )
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const say = useMessages(accountTexts)
  const sayUi = useMessages(uiTexts)
  const { name } = passkey
  const dialog = `remove ${passkey.id}`
  const removing = useDialog(dialog)
  const removal = usePasskeyRemoval(() => showDone(say('factor_removed', { name })))
  return (
    <Line title={name} detail={<Use of={passkey} />}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={say('remove_named', { name })}
        onClick={removing.open}
      >
        {sayUi('opens_dialog', { what: say('remove') })}
      </Button>
      {removing.isOpen && (
        <Confirm
          name={dialog}
          title={say('remove_passkey_title', { name })}
          effect={say('remove_factor_effect')}
          action={say('remove_passkey')}
          onClose={removing.close}
          onConfirm={() => removal.mutate(passkey)}
          isBusy={removal.isPending}
          error={removal.error}
        />
      )}
    </Line>
  )
}

function Codes({ left, onCodes }: { left: number; onCodes: FactorProps['onCodes'] }) {
  const say = useMessages(accountTexts)
  const sayUi = useMessages(uiTexts)
  const replacing = useDialog('codes')
  const replacement = useRecoveryCodesReplacement(({ recovery_codes: codes }) => {
    replacing.close()
    onCodes(codes)
  })
  const count = say('recovery_codes_left', { count: left })
  return (
    <Line
      title={say('recovery_codes')}
      badge={left < 3 && <StatusBadge tone="warn">{count}</StatusBadge>}
      detail={left < 3 ? '' : count}
    >
      <Button variant="default" size="compact-sm" onClick={replacing.open}>
        {sayUi('opens_dialog', { what: say('replace_codes') })}
      </Button>
      {replacing.isOpen && (
        <Confirm
          name="codes"
          title={say('replace_codes_title')}
          effect={say('replace_codes_effect')}
          action={say('replace_codes')}
          onClose={replacing.close}
          onConfirm={() => replacement.mutate()}
          isBusy={replacement.isPending}
          error={replacement.error}
        />
      )}
    </Line>
  )
}
