/** The end of an organisation, for its admins: an export to take along, and the deletion after a waiting time. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { locale, useMessages } from '../messages.ts'
import { useMe } from '../me.ts'
import { readersZone } from '../reader.ts'
import classes from '../account/account.module.css'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import form from '../ui/form.module.css'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { needsSignIn, SignInAgain, useDialog } from '../ui/sign-in-again.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import {
  deletionQuery,
  isUnderWay,
  type OrganisationExport,
  useDeletionCancel,
  useDeletionRequest,
  useExportCreation,
  useExportDownload,
  useExports,
  useProgress,
} from './offboarding-queries.ts'
import { offboardingTexts } from './offboarding-texts.ts'

export function DataPage() {
  const say = useMessages(offboardingTexts)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listOrganisationExports' }}
      width="reading"
    >
      <AdminsOnly>
        <Exports />
        <Deletion />
      </AdminsOnly>
    </Page>
  )
}

function Exports() {
  const say = useMessages(offboardingTexts)
  const list = useExports()
  const create = useExportCreation(say('requested'))
  return (
    <section className="card pad stack" aria-labelledby="export">
      <div className="stack-tight">
        <h2 id="export">{say('export')}</h2>
        <p className="quiet">{say('export_hint')}</p>
      </div>
      <QueryState query={list}>
        {(exports) =>
          exports.length === 0 ? (
            <p>{say('no_exports')}</p>
          ) : (
            <ul className={classes.lines}>
              {exports.map((one) => (
                <OneExport key={one.id} it={one} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <LoadMore list={list} />
      {needsSignIn(create.error) && <SignInAgain action={say('request')} />}
      <div className={form.ends}>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {say('request')}
        </Button>
      </div>
    </section>
  )
}

const tones: Record<OrganisationExport['state'], Tone> = {
  waiting: 'plain',
  running: 'accent',
  ready: 'good',
  failed: 'bad',
  expired: 'plain',
}

/** In the largest unit of which there is one. */
function sizeOf(bytes: number): string {
  const [unit, size] =
    bytes >= 1_000_000 ? (['megabyte', 1_000_000] as const) : (['kilobyte', 1_000] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / size)
}

function OneExport({ it: listed }: { it: OrganisationExport }) {
  const say = useMessages(offboardingTexts)
  const it = useProgress(listed)
  const load = useExportDownload(it)
  const { state, progress, bytes, created_at, expires_at } = it
  const made = <RelativeTime key="made" at={created_at} />
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: readersZone }).format(
    new Date(created_at),
  )
  return (
    <li className="row-between">
      <div className={text.name}>
        {needsSignIn(load.error) && <SignInAgain action={say('download_named', { day })} />}
        <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>
        <p className={text.detail} role={isUnderWay(it) ? 'status' : undefined}>
          {isUnderWay(it)
            ? say.parts('progress', { ...progress, when: made })
            : state === 'ready'
              ? say.parts('ready_until', {
                  size: sizeOf(bytes),
                  when: <RelativeTime key="end" at={expires_at} />,
                })
              : say.parts('made', { when: made })}
        </p>
      </div>
      {state === 'ready' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={load.isPending}
          aria-label={say('download_named', { day })}
          onClick={() => load.mutate()}
        >
          {say('download')}
        </Button>
      )}
    </li>
  )
}

function Deletion() {
  const say = useMessages(offboardingTexts)
  const sayUi = useMessages(uiTexts)
  const { data: me } = useMe()
  const dialog = useDialog('delete')
  const query = useQuery(deletionQuery)
  const request = useDeletionRequest(() => {
    dialog.close()
    showDone(say('delete_requested'))
  })
  const keep = useDeletionCancel(say('kept'))
  const { name = '', slug = '' } = me?.organisation ?? {}
  return (
    <section className="card pad stack" aria-labelledby="delete">
      <div className="stack-tight">
        <h2 id="delete">{say('delete')}</h2>
        <p className="quiet">{say('delete_hint')}</p>
      </div>
      <QueryState query={query}>
        {({ state, due_at }) =>
          state === 'none' ? (
            <div className={form.ends}>
              <Button variant="default" c="var(--bad)" onClick={dialog.open}>
                {sayUi('opens_dialog', { what: say('delete') })}
              </Button>
            </div>
          ) : (
            <>
              <Alert tone="warn">
                {state === 'deleting'
                  ? say('deleting', { name })
                  : say.parts('delete_waiting', { name, when: <RelativeTime key="due" at={due_at} /> })}
              </Alert>
              {state === 'waiting' && (
                <div className={form.ends}>
                  <Button loading={keep.isPending} onClick={() => keep.mutate()}>
                    {say('keep')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryState>
      {dialog.isOpen && (
        <Confirm
          name="delete"
          title={say('delete_title', { name })}
          effect={say('delete_effect')}
          action={say('delete')}
          typeToConfirm={slug}
          isDangerous
          onClose={() => {
            request.reset()
            dialog.close()
          }}
          onConfirm={() => request.mutate(slug)}
          isBusy={request.isPending}
          error={request.error}
        />
      )}
    </section>
  )
}
