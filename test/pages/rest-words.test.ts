/** The rest of a team, which its figure leaves out, is named by the team in each language; what its reader does not see is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatterOf } from '../../locales/format.ts'
import { restTexts } from '../../web/results/rest-texts.ts'
import { restText } from '../../web/results/rest-words.ts'

const say = {
  en: formatterOf('en', (await restTexts.en()).texts),
  de: formatterOf('de', (await restTexts.de()).texts) as unknown as Parameters<typeof restText>[0],
}

const teams = [
  { team_id: 'tem_1', name: 'Company' },
  { team_id: 'tem_2', name: 'Engineering' },
]

test('the rest of a team is named by the team, with where it is counted', () => {
  const inCompany = { teams, team: 'tem_2', countedIn: 'tem_1' }
  assert.equal(
    restText(say.en, inCompany),
    'Without the rest of Engineering: too few people. It is counted in Company.',
  )
  assert.equal(
    restText(say.de, inCompany),
    'Ohne den Rest von „Engineering“: zu wenige Personen. Er zählt bei „Company“ mit.',
  )
  assert.match(restText(say.en, { teams, team: 'tem_2', countedIn: null }), /counted in Everyone\.$/)
})

test('a team above that its reader does not see is not named, not by its id either', () => {
  for (const countedIn of ['tem_9', undefined])
    assert.equal(
      restText(say.en, { teams, team: 'tem_2', countedIn }),
      'Without the rest of Engineering: too few people.',
    )
})

test('of everyone small teams are left out, and no rest', () => {
  const text = restText(say.en, { teams, team: null, countedIn: undefined })
  assert.equal(text, 'Without the teams that are too small to be shown.')
})
