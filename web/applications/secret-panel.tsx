/** A secret, the one time that it is shown: to be copied, or saved as a file. It is in the memory of this page alone. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../place.ts'
import type { ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { download } from '../ui/download.ts'
import form from '../ui/form.module.css'
import { type Credentials, envFile } from './snippets.ts'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

type Props = {
  credentials: Credentials
  /** What follows once it is stored, beside the way to store it. */
  next?: ReactNode
}

export const SecretPanel = ({ credentials, next }: Props) => {
  const say = useMessages(applicationTexts)
  return (
    <div className="stack">
      <Alert tone="warn">
        <strong>{say('secret_once')}</strong> {say('secret_once_hint')}
      </Alert>
      <CopyField label={say('client_id')} value={credentials.clientId} />
      <CopyField label={say('client_secret')} value={credentials.secret} />
      <div className={next ? form.ends : undefined}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download('.env', new Blob([envFile(apiUrl, credentials)], { type: 'text/plain' }))}
        >
          {say('download_env')}
        </Button>
        {next}
      </div>
    </div>
  )
}
