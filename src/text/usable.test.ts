import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usable, type Usability } from './usable.ts'

const cases: Record<Usability, string[]> = {
  empty: [
    '',
    '  ',
    '-',
    '.',
    '...',
    'n/a',
    'N/A',
    'NA',
    'none',
    'None.',
    'No',
    'nope',
    'nothing',
    'Nothing comes to mind',
    'not sure',
    'no comment',
    'No comments at this time',
    "I don't know",
    'I don’t know',
    'idk',
    'cannot think of anything',
    'nothing to add',
    'not applicable',
    'no idea',
    '🙂',
    '👍👍',
    'x',
    '\u0000\u0001\u0002',
  ],
  unsupported_language: [
    'Die Arbeit ist gut und das Team ist nett',
    'Le travail est bien et les outils sont bons',
    'muy bien',
    'très bien',
    'El equipo es muy bueno y trabajamos bien juntos',
    'Het team is goed maar er is te veel werk',
    '团队很好',
    'الفريق رائع',
    'Команда хорошая, но времени мало',
    'Alles gut',
  ],
  usable: [
    'ok',
    'CI',
    'Kubernetes',
    'No more meetings',
    'not enough time',
    'nothing works',
    'no documentation',
    'no complaints',
    "I can't do anything about the backlog",
    'The team is great and the tools are fine',
    'Better onboarding, please',
    'Documentation, governance, marketing (blog), social',
    'more naïve cafés',
    'too many meetings 🙁',
    'w\u0335\u0310o\u0336\u0345r\u0334\u0321k\u0337\u0316 is hard',
  ],
}

for (const [expected, texts] of Object.entries(cases)) {
  for (const text of texts)
    test(`${expected}: ${JSON.stringify(text)}`, () => assert.equal(usable(text), expected))
}
