/** A secret, the one time that it is shown: to be copied, or saved as a file. It stands in the memory of this page alone. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../place.ts'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { download } from '../ui/download.ts'
import { type Credentials, envFile } from './snippets.ts'

export const SecretPanel = ({ credentials }: { credentials: Credentials }) => (
  <div className="stack">
    <Alert tone="bad">
      <strong>You will not see this secret again.</strong> Store it now, where only your program can read it.
    </Alert>
    <CopyField label="Client id" value={credentials.clientId} />
    <CopyField label="Client secret" value={credentials.secret} />
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download('.env', new Blob([envFile(apiUrl, credentials)], { type: 'text/plain' }))}
      >
        Download .env
      </Button>
    </div>
  </div>
)
