/**
 * L1: sixty answers that address the model instead of the organisation, through a model that obeys them, over HTTP on loopback:
 * each is obeyed once where it is read and once everywhere. And replies that are malformed, oversized or slow. Counted is
 * everything that a model must not do: change a figure, a quote or an action, or repeat a word that an answer has planted.
 */
import { honestly, startModel } from '../../test/support/language-model.ts'
import { broken, brokenReplies, findings, outcomeWith, tryHostile } from '../../test/support/trial.ts'
import { hostileAnswers } from '../../test/support/hostile-model.ts'
import type { Part } from './quality.ts'

export const languageModelLines: Part = async (_data, say) => {
  const model = await startModel(honestly)
  try {
    say(`L1: ${hostileAnswers.length} hostile answers`)
    const { runs, said: phrased, faults } = await tryHostile(model)
    const replies = Object.entries(brokenReplies)
    for (const [name, speak] of replies) {
      const outcome = await outcomeWith(model, speak)
      if (outcome.refused === null || outcome.findings !== findings) faults.push(`${name} was accepted`)
    }
    const honest = await outcomeWith(model, honestly)
    faults.push(...broken(honest.findings))
    for (const fault of faults) say(`L1: ${fault}`)
    const renamed = honest.findings.filter(
      ({ value }) => value !== null && typeof value === 'object' && 'engine_label' in value,
    ).length
    return [
      {
        id: 'L1',
        measure: `${hostileAnswers.length} hostile answers through a model that obeys them: changed figures, quotes or actions`,
        peer: '- (OWASP LLM01:2025 knows no cure in the model)',
        target: '0',
        ours: `${faults.length} in ${runs} runs (${phrased} of them said something, the others stayed as the engine said) and ${replies.length} broken replies; honest: ${renamed} themes named`,
        met: faults.length === 0 && renamed > 0,
      },
    ]
  } finally {
    await model.close()
  }
}
