/**
 * The thread of analyst.ts: one reply to each message, in order. Of a batch it keeps the answers that do not tell their language
 * until the others are read, and the texts until their themes are found, where they are asked for.
 */
import { parentPort } from 'node:worker_threads'
import { type FromThread, startBatch, themeLanguageOf, type ToThread } from './analyst.ts'
import { buffersOf, packAnswers } from './analyst-packing.ts'
import { themesAmong } from './themes.ts'

let batch = startBatch()
let texts: string[] = []
let languages: (string | null)[] = []

function reply(message: ToThread): void {
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
  try {
    reply(message)
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : String(error) })
  }
})
