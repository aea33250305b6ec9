/** Exports: files of what the reader may see, to download for a day, and those that come again every week or month. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { UrlTabs } from '../ui/url-filters.tsx'
import { exportTabs } from './export-search.ts'
import { exportTexts } from './export-texts.ts'
import { Files } from './files.tsx'

const ExportForm = lazy(() => import('./new-export.tsx').then(({ ExportForm }) => ({ default: ExportForm })))
const Schedules = lazy(() => import('./schedules.tsx').then(({ Schedules }) => ({ default: Schedules })))

const route = getRouteApi('/shell/app/exports')

export function ExportsPage() {
  const say = useMessages(exportTexts)
  const { tab = 'files', begin } = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setCreating] = useState(false)
  const create = say(tab === 'schedules' ? 'new_schedule' : 'new')
  const start = (): void => setCreating(true)
  const close = (): void => {
    setCreating(false)
    if (begin) void navigate({ search: (search) => ({ ...search, begin: undefined }), replace: true })
  }
  /** In place of a list that is empty, the first step. */
  const first = (
    <Button variant="default" onClick={start}>
      {create}
    </Button>
  )
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: tab === 'files' ? 'listExports' : 'listExportSchedules' }}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start}>
          {create}
        </Button>
      }
    >
      <UrlTabs
        label={say('title')}
        param="tab"
        tabs={exportTabs.map((id) => ({ id, label: say(`tab_${id}`) }))}
      />
      {tab === 'files' ? (
        <Files create={first} />
      ) : (
        <Suspense>
          <Schedules create={first} />
        </Suspense>
      )}
      <Suspense>
        {(isCreating || begin) && (
          <ExportForm
            rhythm={tab === 'schedules' ? 'week' : 'once'}
            onClose={close}
            onDone={(made) => {
              setCreating(false)
              void navigate({ search: { tab: made === 'files' ? undefined : made } })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
