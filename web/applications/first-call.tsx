/** A first call for an application that nobody has used yet. A chunk of its own: applications in use show figures instead. */
import { examplesOf } from '../ui/api-call.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'

export const FirstCall = ({ title }: { title: string }) => (
  <CodeTabs title={title} examples={examplesOf({ operation: 'listPulses' })} />
)
