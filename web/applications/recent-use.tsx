/** How an application was used recently: read when its row comes into sight. */
import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../ui/sparkline.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { usageQuery } from './application-queries.ts'
import { byDay } from './usage-figures.ts'

const days = 14
const dayMs = 86_400_000
const freshMs = 60_000

const since = (): string => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10)

export function RecentUse({ id }: { id: string }) {
  const { ref, inViewport } = useInViewport()
  const { data: usage } = useQuery({ ...usageQuery(id, since()), enabled: inViewport, staleTime: freshMs })
  const counts = usage ? byDay(usage).map(({ good, refused, failed }) => good + refused + failed) : []
  return (
    <span ref={ref} className="row" style={{ gap: 12, minHeight: 24, flexWrap: 'nowrap' }}>
      {usage ? <RelativeTime at={usage.last_used_at} /> : <Skeleton height={12} width={72} />}
      {usage && usage.total.requests > 0 && (
        <Sparkline
          points={counts.map((value) => ({ value }))}
          min={0}
          max={Math.max(...counts)}
          width={72}
          height={24}
        />
      )}
    </span>
  )
}
