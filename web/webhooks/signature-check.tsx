/** How a receiver checks that an event came from here, to copy. */
import { useMessages } from '../messages.ts'
import type { Example } from '../ui/code-example.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** By libraries of Standard Webhooks; the guide has more languages, and the way without a library. */
const checks: readonly Example[] = [
  {
    language: 'TypeScript',
    code: [
      `import { Webhook } from 'standardwebhooks'`,
      '',
      'const webhook = new Webhook(process.env.SONDE_WEBHOOK_SECRET)',
      'const event = webhook.verify(rawBody, request.headers)',
    ].join('\n'),
  },
  {
    language: 'Python',
    code: [
      'from standardwebhooks import Webhook',
      '',
      `event = Webhook(os.environ['SONDE_WEBHOOK_SECRET']).verify(raw_body, request.headers)`,
    ].join('\n'),
  },
  {
    language: 'Go',
    code: [
      'webhook, err := standardwebhooks.NewWebhook(os.Getenv("SONDE_WEBHOOK_SECRET"))',
      'err = webhook.Verify(rawBody, request.Header)',
    ].join('\n'),
  },
  {
    language: 'PHP',
    code: [
      `$key = base64_decode(substr(getenv('SONDE_WEBHOOK_SECRET'), strlen('whsec_')));`,
      `$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));`,
      `$ok = array_filter(explode(' ', $signature), fn ($one) => hash_equals($expected, $one));`,
    ].join('\n'),
  },
]

export const SignatureCheck = () => {
  const say = useMessages(webhookTexts)
  return (
    <div className="stack-tight">
      <p className="quiet">
        {say.parts('signature_check_hint', {
          guide: (
            <a key="guide" href="/docs/webhooks">
              {say('guide')}
            </a>
          ),
        })}
      </p>
      <CodeTabs title={say('signature_check')} examples={checks} />
    </div>
  )
}
