/**
 * A draft that saves itself: what is typed is kept here, sent a moment later by version, and can be undone step by step. One save is on its
 * way at a time. What somebody else saved meanwhile is set beside it, and nothing is sent until a person has decided.
 */
type Stored<F> = { readonly fields: F; readonly version: number }

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'faulty' | 'failed' | 'conflict'

export type DraftState<F> = {
  readonly fields: F
  readonly status: DraftStatus
  /** What is wrong with it, in words; it is saved once this is mended. */
  readonly fault: string | null
  readonly error: unknown
  /** What somebody else saved. */
  readonly theirs: Stored<F> | null
  readonly canUndo: boolean
  readonly version: number
}

type Options<F> = {
  stored: Stored<F>
  /** Saves what has changed, on this version. */
  send: (changes: Partial<F>, version: number) => Promise<Stored<F>>
  read: () => Promise<Stored<F>>
  /** Somebody else saved since this version. */
  isConflict: (error: unknown) => boolean
  onSaved: () => void
  faultOf: (fields: F) => string | null
  /** Otherwise it is saved when `flush` is called. */
  savesItself: boolean
  delayMs?: number
}

export type DraftStore<F> = {
  subscribe(listener: () => void): () => void
  get(): DraftState<F>
  /** @param field  what was typed into: quick changes of one field are one step */
  change(patch: Partial<F>, field: string): void
  undo(): void
  /** Saves at once. @returns whether everything is saved */
  flush(): Promise<boolean>
  /** Saves at once what would save itself in a moment; what is saved by hand stays. @returns whether everything is saved */
  settle(): Promise<boolean>
  keepMine(): Promise<void>
  takeTheirs(): void
}

/** Letters typed into the same field within this time are undone together. */
const stepMs = 1_500
const stepsMax = 100
const delayMsDefault = 600

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function changesBetween<F extends object>(before: F, after: F): Partial<F> {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof F]))
  return Object.fromEntries(changed) as Partial<F>
}

export function createDraft<F extends object>({
  stored,
  send,
  read,
  isConflict,
  onSaved,
  faultOf,
  savesItself,
  delayMs = delayMsDefault,
}: Options<F>): DraftStore<F> {
  let { fields: saved, version } = stored
  let fields = saved
  let error: unknown = null
  let theirs: Stored<F> | null = null
  let sending: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let step: { field: string; at: number } | null = null
  const past: F[] = []
  const listeners = new Set<() => void>()

  const statusOf = (fault: string | null): DraftStatus => {
    if (theirs) return 'conflict'
    if (sending) return 'saving'
    if (isSame(fields, saved)) return 'saved'
    if (fault !== null) return 'faulty'
    return error === null ? 'unsaved' : 'failed'
  }
  const makeState = (): DraftState<F> => {
    const fault = faultOf(fields)
    return { fields, status: statusOf(fault), fault, error, theirs, canUndo: past.length > 0, version }
  }
  let state = makeState()
  const tell = (): void => {
    state = makeState()
    for (const listener of listeners) listener()
  }
  const isReady = (): boolean => !theirs && !isSame(fields, saved) && faultOf(fields) === null

  function take(next: F): void {
    fields = next
    error = null
    clearTimeout(timer)
    if (savesItself) timer = setTimeout(() => void save(), delayMs)
    tell()
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    // Several may have waited for the same save: the next one is on its way when the others wake.
    while (sending) await sending
    if (!isReady()) return
    sending = sendOnce(fields)
    tell()
    await sending
    sending = null
    tell()
    // What was typed meanwhile.
    if (savesItself && error === null && isReady()) await save()
  }

  async function sendOnce(sent: F): Promise<void> {
    try {
      ;({ version } = await send(changesBetween(saved, sent), version))
      saved = sent
      error = null
      onSaved()
    } catch (failure) {
      if (isConflict(failure)) await compare(sent)
      else error = failure
    }
  }

  /** A version that says the same in every field is not a conflict: the draft goes on top of it. */
  async function compare(sent: F): Promise<void> {
    try {
      const now = await read()
      if (!isSame(now.fields, saved)) theirs = now
      else {
        version = now.version
        await sendOnce(sent)
      }
    } catch (failure) {
      error = failure
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: (): DraftState<F> => state,
    change: (patch: Partial<F>, field: string): void => {
      const now = Date.now()
      const isSameStep = step !== null && step.field === field && now - step.at < stepMs
      if (!isSameStep) past.push(fields)
      if (past.length > stepsMax) past.shift()
      step = { field, at: now }
      take({ ...fields, ...patch })
    },
    undo: (): void => {
      const before = past.pop()
      step = null
      if (before) take(before)
    },
    flush: async (): Promise<boolean> => {
      await save()
      return state.status === 'saved'
    },
    settle: async (): Promise<boolean> => {
      if (savesItself) await save()
      return state.status === 'saved'
    },
    keepMine: async (): Promise<void> => {
      if (!theirs) return
      ;({ fields: saved, version } = theirs)
      theirs = null
      await save()
    },
    takeTheirs: (): void => {
      if (!theirs) return
      past.push(fields)
      ;({ fields: saved, version } = theirs)
      fields = saved
      theirs = null
      step = null
      tell()
      onSaved()
    },
  }
}
