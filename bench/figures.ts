/**
 * The figures of a run: one sample for each round, medians over rounds, ratios of medians. The same machine measures both sides in turns,
 * so a ratio is meaningful where a rate alone is not.
 */

/**
 * Rates in requests a second, times in milliseconds, cpu in microseconds of the server's own process for each request:
 * the one figure that a busy machine does not change (Linux reports it; elsewhere it is NaN).
 */
export type Sample = {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}

/** The smallest value that at least this part of all values does not exceed (nearest rank). @param sorted rising */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  if (sorted.length === 0) throw new RangeError('no values')
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @param times of single requests in milliseconds, in any order @param tookMs of the whole round */
export function sampleOf(times: Float64Array, tookMs: number): Omit<Sample, 'cpu'> {
  const sorted = times.toSorted()
  return { rate: (times.length * 1000) / tookMs, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

export const overRounds = (samples: readonly Sample[]): Sample => ({
  rate: median(samples.map(({ rate }) => rate)),
  p50: median(samples.map(({ p50 }) => p50)),
  p99: median(samples.map(({ p99 }) => p99)),
  cpu: median(samples.map(({ cpu }) => cpu)),
})

/**
 * `list`, `token`, `answer`, `alone`, `burst`: ours beside the bare server, and beside a peer's where there is one. `counted`: what
 * was acknowledged, what is stored, and how many answers come from a link that has another.
 */
export type Compared = {
  name: string
  ours: Sample
  bare: Sample
  peer?: Sample
  counted?: { sent: number; kept: number; twice: number }
}

/** Page 400 beside page 1: how much longer the median request takes. */
export type Paging = { name: 'paging'; page1: Sample; page400: Sample }

/** Seconds from the command to the first 200 of /readyz; megabytes (2^20) resident after idling. */
export type Start = { name: 'start'; coldSeconds: number; warmSeconds: number; idleMegabytes: number }

/**
 * Opening for 50,000: seconds, and megabytes over idle at its peak. Messages a second, and a read's p99 in milliseconds
 * while nothing happens and while messages leave.
 */
export type Asking = {
  name: 'asking'
  openSeconds: number
  openMegabytes: number
  rate: number
  idleP99: number
  busyP99: number
}

export type Result = Compared | Paging | Start | Asking

/** The bounds that a run is checked against. */
export const targets = {
  ratioMin: { list: 0.9, token: 0.8, answer: 0.6, alone: 0.6, burst: 0.6 } as Record<string, number>,
  peerRatioMin: 1,
  p99RatioMax: 2,
  pagingRatioMax: 1.2,
  coldSecondsMax: 6,
  warmSecondsMax: 2,
  idleMegabytesMax: 150,
  openSecondsMax: 10,
  openMegabytesMax: 100,
  messagesMin: 200,
  busyRatioMax: 3,
} as const

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** One row of `--json`. Rates are whole, times have hundredths, ratios thousandths. */
export function rowOf(result: Result) {
  if ('ours' in result) {
    const { name, ours, bare, peer, counted } = result
    return {
      name,
      ours: rounded(ours.rate, 0),
      bare: rounded(bare.rate, 0),
      ratio: rounded(ours.rate / bare.rate, 3),
      p99_ours: rounded(ours.p99, 2),
      p99_bare: rounded(bare.p99, 2),
      ...(peer && { peer: rounded(peer.rate, 0) }),
      ...counted,
    }
  }
  if (result.name === 'paging') {
    const { name, page1, page400 } = result
    return {
      name,
      p50_page_1: rounded(page1.p50, 2),
      p50_page_400: rounded(page400.p50, 2),
      ratio: rounded(page400.p50 / page1.p50, 3),
    }
  }
  if (result.name === 'asking')
    return {
      name: result.name,
      open_seconds: rounded(result.openSeconds, 2),
      open_mb_over_idle: rounded(result.openMegabytes, 0),
      messages_per_second: rounded(result.rate, 0),
      p99_idle: rounded(result.idleP99, 2),
      p99_sending: rounded(result.busyP99, 2),
      p99_ratio: rounded(result.busyP99 / result.idleP99, 3),
    }
  return {
    name: result.name,
    cold_seconds: rounded(result.coldSeconds, 2),
    warm_seconds: rounded(result.warmSeconds, 2),
    idle_rss_mb: rounded(result.idleMegabytes, 0),
  }
}

type Check = { text: string; met: boolean }

const atLeast = (what: string, value: number, bound: number): Check => ({
  text: `${what} ${value.toFixed(2)} (at least ${bound})`,
  met: value >= bound,
})
const atMost = (what: string, value: number, bound: number): Check => ({
  text: `${what} ${value.toFixed(2)} (at most ${bound})`,
  met: value <= bound,
})

export function checksOf(result: Result): Check[] {
  if ('ours' in result) {
    const { name, ours, bare, peer, counted } = result
    return [
      ...(counted
        ? [
            {
              text: `kept ${counted.kept} of ${counted.sent}, ${counted.twice} twice`,
              met: counted.kept === counted.sent && counted.twice === 0,
            },
          ]
        : []),
      atLeast('ours/bare', ours.rate / bare.rate, targets.ratioMin[name]),
      ...(peer ? [atLeast('ours/peer', ours.rate / peer.rate, targets.peerRatioMin)] : []),
      atMost('p99 ours/bare', ours.p99 / bare.p99, targets.p99RatioMax),
    ]
  }
  if (result.name === 'paging')
    return [atMost('page 400/page 1', result.page400.p50 / result.page1.p50, targets.pagingRatioMax)]
  if (result.name === 'asking')
    return [
      atMost('opening for 50,000 s', result.openSeconds, targets.openSecondsMax),
      atMost('MB over idle', result.openMegabytes, targets.openMegabytesMax),
      atLeast('messages/s', result.rate, targets.messagesMin),
      atMost('p99 sending/idle', result.busyP99 / result.idleP99, targets.busyRatioMax),
    ]
  return [
    atMost('cold s', result.coldSeconds, targets.coldSecondsMax),
    atMost('warm s', result.warmSeconds, targets.warmSecondsMax),
    atMost('idle MB', result.idleMegabytes, targets.idleMegabytesMax),
  ]
}

/** For the eye: a line a server, and under it what was promised. */
export function tableOf(results: readonly Result[]): string {
  const line = (name: string, who: string, { rate, p50, p99, cpu }: Sample): string =>
    [
      name.padEnd(8),
      who.padEnd(10),
      rate.toFixed(0).padStart(9),
      p50.toFixed(2).padStart(9),
      p99.toFixed(2).padStart(9),
      cpu.toFixed(0).padStart(9),
    ].join(' ')
  const lines = results.flatMap((result) => [
    ...('ours' in result
      ? [
          line(result.name, 'ours', result.ours),
          line('', 'bare', result.bare),
          ...(result.peer ? [line('', 'peer', result.peer)] : []),
        ]
      : result.name === 'paging'
        ? [line('paging', 'page 1', result.page1), line('', 'page 400', result.page400)]
        : [result.name]),
    ...checksOf(result).map(({ text, met }) => `         ${met ? 'met   ' : 'MISSED'} ${text}`),
  ])
  return [
    `${'row'.padEnd(8)} ${'server'.padEnd(10)} requests/s    p50 ms    p99 ms    cpu µs`,
    ...lines,
  ].join('\n')
}
