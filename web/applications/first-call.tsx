/** What an application that nobody has used yet may begin with. A chunk of its own: one that is in use shows figures instead. */
import { examplesOf } from '../ui/api-call.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'

export const FirstCall = ({ title }: { title: string }) => (
  <CodeTabs title={title} examples={examplesOf({ operation: 'listPulses' })} />
)
