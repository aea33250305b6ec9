/**
 * Rotation: questions of a check-in that take turns, so that each occurrence stays short. What an occurrence asks is the same for everybody:
 * otherwise answers to one question would come from fewer people than were asked.
 */
import type { Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { questionId } from './questions.ts'
import { Type } from './schema.ts'

export const Rotation = strict(
  {
    question_ids: Type.Array(questionId, {
      minItems: 2,
      maxItems: limits.questionsMax,
      uniqueItems: true,
      description:
        'questions of the check-in that take turns, in this order; all others are asked every time. None of them may decide whether another question is shown',
    }),
    per_instance: Type.Integer({
      minimum: 1,
      maximum: limits.questionsMax,
      description: 'how many of them each instance asks: those that were asked longest ago',
    }),
    no_repeat_for: Type.Integer({
      minimum: 0,
      maximum: limits.questionsMax,
      description:
        'how many instances pass before the same question is asked again; there must be enough questions: per_instance × (no_repeat_for + 1)',
    }),
  },
  { title: 'Rotation' },
)

/** In previews of check-ins. */
export const RotationPlan = Type.Object(
  {
    instances: Type.Array(
      Type.Object({
        local_date: Type.String(),
        question_ids: Type.Array(Type.String(), {
          description: 'questions that take turns; those asked every time come on top',
        }),
      }),
      {
        description:
          'the next dates, as many as it takes until every question has come round, at most 12. Whatever is skipped or edited changes what comes later',
      },
    ),
    drivers: Type.Array(
      Type.Object({
        driver: oneOf(driverIds),
        every_time: Type.Boolean(),
        local_date: nullable(
          Type.String({
            description: 'the first of these dates that asks about it; null: none of them does',
          }),
        ),
      }),
      { description: 'every driver that a question of the check-in measures' },
    ),
  },
  { title: 'RotationPlan' },
)

export type Rotation = Static<typeof Rotation>
export type RotationPlan = Static<typeof RotationPlan>
