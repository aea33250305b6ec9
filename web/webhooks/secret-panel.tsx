/** A signing secret, the one time that it is shown, with the check that a receiver makes with it. */
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { webhookTexts } from './webhook-texts.ts'

export const SecretPanel = ({ secret }: { secret: string }) => {
  const say = useMessages(webhookTexts)
  return (
    <div className="stack">
      <Alert tone="warn">
        <strong>{say('secret_once')}</strong> {say('secret_once_hint')}
      </Alert>
      <CopyField label={say('secret')} value={secret} />
      <div className="stack-tight">
        <h2>{say('signature_check')}</h2>
        <SignatureCheck />
      </div>
    </div>
  )
}
