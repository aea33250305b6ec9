/** Step by step: what to enter at the provider. Names of its fields are as it shows them. */
import { getRouteApi } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { UrlTabs } from '../ui/url-filters.tsx'
import classes from './directory-sync.module.css'
import type { DirectorySync } from './directory-sync-queries.ts'
import { providers } from './directory-sync-search.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const route = getRouteApi('/shell/app/settings/directory-sync')

export function Setup({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const { provider = 'entra' } = route.useSearch()
  return (
    <section className="card pad stack" aria-labelledby="sync-setup">
      <h2 id="sync-setup">{say('setup')}</h2>
      <UrlTabs
        label={say('provider')}
        param="provider"
        tabs={providers.map((id) => ({ id, label: say(`provider_${id}`) }))}
      />
      <ol className={classes.steps}>
        <li>{say(`${provider}_app`)}</li>
        <li>
          <CopyField label={say(`${provider}_address`)} value={sync.base_url} />
        </li>
        <li>{say(`${provider}_token`)}</li>
        <li>{say(`${provider}_mapping`)}</li>
        <li>{say(`${provider}_assign`)}</li>
        <li>{say('step_preview')}</li>
      </ol>
    </section>
  )
}
