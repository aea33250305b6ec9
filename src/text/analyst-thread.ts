/**
 * The thread of analyst.ts: one reply to each message, in order. From a batch it keeps the answers whose language is not known
 * until the others are read, and the texts until their themes are found, where they are asked for. Where the operator brings a
 * model, it is loaded when it is first asked for.
 */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../caught.ts'
import { startBatch, themeLanguageOf } from './analysis.ts'
import type { FromThread, ModelInput, ToThread } from './analyst.ts'
import { buffersOf, packAnswers } from './analyst-packing.ts'
import type { ModelScores } from './analyst-scores.ts'
import { labels } from './languages/tweet-model.ts'
import { type LocalModel, loadLocalModel } from './local-model/local-model.ts'
import { themesAmong } from './themes.ts'

let batch = startBatch()
let texts: string[] = []
let languages: (string | null)[] = []

let model: Promise<LocalModel> | undefined

function loadedModel(): Promise<LocalModel> {
  const { folder, bounds } = workerData as ModelInput
  return (model ??= loadLocalModel(folder, bounds))
}

const introduction = (): Promise<FromThread> =>
  loadedModel().then(
    ({ name, version, languages: read }) => ({ model: { name, version, languages: read } }),
    (error: unknown) => ({ refusal: messageOf(error) }),
  )

async function scoresOf(some: readonly string[]): Promise<ModelScores> {
  const own = await loadedModel()
  const found = await own.score(some)
  return {
    scores: Float64Array.from(found, (one) => one?.score ?? NaN),
    labels: Uint8Array.from(found, (one) => labels.indexOf(one?.label ?? 'neutral')),
    fault: own.fault(),
  }
}

/** Linux has a priority for each thread, and none that was lowered can be raised again. Elsewhere it is the whole process's. */
function standBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

async function reply(message: ToThread): Promise<void> {
  if (message.kind === 'stand back') {
    standBack()
    return send({ standsBack: true })
  }
  if (message.kind === 'model') return send(await introduction())
  if (message.kind === 'scores') return send({ scores: await scoresOf(message.texts) })
  if (message.kind === 'answers') {
    const answers = batch.add(message.texts, message.contexts, message.sample)
    if (message.keep) {
      for (const answer of answers) languages.push(themeLanguageOf(answer))
      for (const text of message.texts) texts.push(text)
    }
    const packed = packAnswers(answers)
    return send({ answers: packed }, buffersOf(packed))
  }
  if (message.kind === 'rest') {
    const late = batch.finish()
    batch = startBatch()
    if (texts.length > 0) for (const [at, answer] of late) languages[at] = themeLanguageOf(answer)
    const packed = packAnswers(late.map(([, answer]) => answer))
    return send({ places: late.map(([at]) => at), rest: packed }, buffersOf(packed))
  }
  const themes = themesAmong(texts, languages, message.options)
  texts = []
  languages = []
  send({ themes })
}

const send = (message: FromThread, transferred: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transferred)

parentPort?.on('message', (message: ToThread) => {
  reply(message).catch((error: unknown) => send({ failure: messageOf(error) }))
})
