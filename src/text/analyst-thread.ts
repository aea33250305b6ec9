/**
 * The thread of analyst.ts: one reply to each message, in order. It keeps the texts of a batch only until their themes are
 * found, and not at all where none are asked for.
 */
import { parentPort } from 'node:worker_threads'
import { analyseAnswer, languageOf, type FromThread, type ToThread } from './analyst.ts'
import { buffersOf, packAnswers } from './analyst-packing.ts'
import { themesAmong } from './themes.ts'

let texts: string[] = []
let languages: (string | null)[] = []

function reply(message: ToThread): void {
  if (message.kind === 'answers') {
    const answers = message.texts.map(analyseAnswer)
    if (message.keep) {
      for (const answer of answers) languages.push(languageOf(answer))
      for (const text of message.texts) texts.push(text)
    }
    const packed = packAnswers(answers)
    return send({ answers: packed }, buffersOf(packed))
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
