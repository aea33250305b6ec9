/** Codes on paper: the pools of a survey, and the slips that are printed once (src/collection/codes.ts). */
import { instant, nullable } from './fields.ts'
import { limits } from './limits.ts'
import { Type } from './schema.ts'

const pool = {
  number: Type.Integer({ description: 'the number of the pool in this survey' }),
  team_id: nullable(Type.String({ description: 'the team in which these answers count; null: everyone' })),
  team_name: nullable(Type.String()),
}

const address = Type.String({ description: 'where somebody types a code' })

export const Codes = Type.Object(
  {
    address,
    open: Type.Boolean({ description: 'whether codes can be printed, used and destroyed' }),
    issued_at: nullable(
      Type.String({ format: 'date-time', description: 'when they were printed; null: not yet' }),
    ),
    issued_by: nullable(Type.Object({ user_id: Type.String(), name: Type.String() })),
    pools: Type.Array(
      Type.Object(
        {
          ...pool,
          codes: Type.Integer({
            description: 'how many people are asked by a code of this pool, and so how many codes it has',
          }),
          destroyed_at: nullable(instant),
        },
        { title: 'CodePool' },
      ),
      { description: 'empty until it opens, and where nobody is asked by a code' },
    ),
  },
  {
    title: 'Codes',
    description:
      'Pools of codes. Nothing here says which were used, or how many: using one stores the sealed answer and changes no code.',
  },
)

export const IssuedCodes = Type.Object(
  {
    title: Type.String(),
    language: nullable(Type.String({ description: 'the language of the title' })),
    titles: Type.Record(Type.String(), Type.String(), {
      description: 'translations of the title, by language, for slips that speak another one',
    }),
    closes_at: nullable(instant),
    address,
    pools: Type.Array(
      Type.Object({
        ...pool,
        codes: Type.Array(
          Type.Object({
            code: Type.String({ description: 'as it is printed, such as K7QM-2XTR-9HVA' }),
            url: Type.String({ description: 'the address with the code, for the QR code' }),
          }),
        ),
      }),
    ),
  },
  { title: 'IssuedCodes', description: 'Every code, once: afterwards only hashes are left.' },
)

const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.textLengthMax,
    pattern: '\\S',
    description: 'why an admin does it in the author’s place',
  }),
)

export const codesReason = { reason }
export const poolToDestroy = Type.Optional(
  Type.Integer({ minimum: 1, maximum: limits.recipientsMax, description: 'left out: every pool' }),
)
