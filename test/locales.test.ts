/** Every language has every text of English, with the same arguments: a failure names what is missing. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { catalogueOf, languages, textsOf } from '../locales/catalogue.ts'
import { formatterOf, localeOf, pluralForms, type Translated } from '../locales/format.ts'
import { message, render, type StatementLanguage, statementTables } from '../locales/statements/statements.ts'
import { readPageTexts } from '../tools/page-texts.ts'
import { pageTexts } from '../web/page-texts.ts'

const nouns = await readPageTexts()

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Table = Readonly<Record<string, string>>

/** The parts of a message, as Unicode's syntax names them. */
const kinds = { argument: 1, number: 2, plural: 6 }

const kindOf = ({ type }: Element): number => type

const parse = (text: string, language: string): Element[] =>
  new IntlMessageFormat(text, localeOf(language), undefined, { ignoreTag: true }).getAst()

/** `count: number` or `name: text`, of a message and of the branches of its plurals. */
function argumentsIn(elements: readonly Element[]): string[] {
  const found = elements.flatMap((element) => {
    if (kindOf(element) === kinds.argument && 'value' in element) return [`${element.value}: text`]
    if (kindOf(element) === kinds.number && 'value' in element) return [`${element.value}: number`]
    if (!('options' in element)) return []
    const inside = Object.values(element.options).flatMap(({ value }) => argumentsIn(value))
    return [`${element.value}: number`, ...inside]
  })
  return [...new Set(found)].toSorted()
}

function pluralsIn(elements: readonly Element[]): string[][] {
  return elements.flatMap((element) =>
    kindOf(element) === kinds.plural && 'options' in element ? [Object.keys(element.options)] : [],
  )
}

/** The categories of the counts that occur: a million answers are none. */
function categoriesOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))]
}

/** By part; those of the workspace as `pages/<noun>`, and those of reports, which speak the languages of the workspace. */
const tablesOf = (language: string): Record<string, Table> => ({
  ...catalogueOf(language),
  ...(language in statementTables && {
    'pages/statements': statementTables[language as StatementLanguage],
  }),
  ...Object.fromEntries(
    nouns
      .filter(({ byLanguage }) => byLanguage[language])
      .map(({ noun, byLanguage }) => [`pages/${noun}`, byLanguage[language]]),
  ),
})

const english = tablesOf('en')

/** Texts that are the same in two languages on purpose. */
const alike = new Set([
  'label_scores',
  'no',
  'subject',
  'sender',
  'error',
  'switch',
  'email',
  'password',
  'page',
  'deny',
  'line',
  'line_about',
  'came_by',
  'by_clock',
  'organisation',
  'code_label',
])

/** The same for the workspace, by noun: words that German took over, names, and values with signs between them. */
const alikeOnPages: Readonly<Record<string, string>> = {
  open: 'rest_team',
  holiday: 'name region',
  action: 'team named_card outcome_shared plan',
  'act-line': 'named',
  account: 'organisation role_with_hint passkeys passkey_name',
  alert: 'filter',
  answer: 'name filters filters_set team',
  application:
    'kind_confidential_short kind_public_short name scopes status secrets operation expires_in scope_sentence way_step status_in',
  code: 'codes a4',
  confirmation: 'channel_slack channel_microsoft_teams channel_sms',
  detail: 'check_in_id domain export_id filter format name role_admin scopes team_id user_id version changed',
  integration: 'sms chat',
  'directory-sync':
    'provider_entra provider_okta token subject_team one_team name field_name field_set field_changed',
  'new-survey': 'kinds_check_in',
  'question-form': 'type_text',
  elsewhere: 'in_tab',
  draft: 'type_text teams channel_slack channel_microsoft_teams channel_chat channel_sms theme_device',
  audit:
    'by_clock id group_tokens group_organisation object_org object_tem object_chk object_cki object_whk object_usr object_xpt object_exp group_teams',
  figure: 'check_in team enps reading_first',
  'identity-provider': 'audiences claim_values name',
  organisation: 'title name domain_name domain_record_name',
  people: 'status updated name',
  privacy: 'person status none ended_at',
  results: 'check_in team teams enps times',
  theme: 'theme_share',
  statements:
    'sentences of_team action value_mean value_mean_in value_in value_share value_enps_alone enps_name method_percent method_number',

  'member-home': 'done_in',
  insight: 'team survey occurrence',
  finding: 'headline occurrence kind_enps kind_level',
  member: 'name status to_team',
  directory: 'teams status sort_name channel_slack channel_microsoft_teams channel_chat channel_sms',
  import: 'field_name field_teams field_status number',
  live: 'check_in live channel_slack channel_microsoft_teams channel_sms handed_out_row links_person',
  home: 'choose_team exactly at_least taken_for',
  survey: 'check_ins kind_check_in more_teams',
  template: 'kind_check_in version difference kinds_check_in',
  ui: 'spread_named do_with filters filters_set',
  schedule: 'team named',
  shell:
    'role_admin test organisation_menu group_organisation place_webhooks place_slack place_microsoft_teams',
  palette: 'palette_teams',
  slack: 'title',
  'microsoft-teams': 'title',
  export: 'dataset_teams format format_csv format_xlsx format_jsonl format_parquet',
  webhook: 'title webhook more_types noun_check_in noun_team',
}

const isAlike = (part: string, key: string): boolean =>
  alike.has(key) || (alikeOnPages[part.slice('pages/'.length)] ?? '').split(' ').includes(key)

/** Parts of the workspace, which a language may leave to English: all of them or none. */
const isOfPages = (part: string): boolean => part.startsWith('pages/')

for (const language of languages) {
  suite(`the texts in ${language}`, () => {
    const own = tablesOf(language)

    test('are there for every part', () => {
      const hasPages = Object.keys(own).some(isOfPages)
      const lacking = Object.keys(english).filter((part) => !own[part] && (hasPages || !isOfPages(part)))
      assert.deepEqual(lacking, [])
    })

    for (const [part, table] of Object.entries(own)) {
      test(`of ${part} are complete, with none too many`, () => {
        assert.deepEqual(Object.keys(table).toSorted(), Object.keys(english[part]).toSorted())
      })

      test(`of ${part} take the arguments of the English text`, () => {
        for (const [key, text] of Object.entries(table))
          assert.deepEqual(
            argumentsIn(parse(text, language)),
            argumentsIn(parse(english[part][key], 'en')),
            key,
          )
      })

      test(`of ${part} have a form for every count`, () => {
        const needed = categoriesOf(language)
        for (const [key, text] of Object.entries(table))
          for (const forms of pluralsIn(parse(text, language)))
            assert.deepEqual(
              needed.filter((category) => !forms.includes(category)),
              [],
              key,
            )
      })

      test(`of ${part} are plain and well set`, () => {
        for (const [key, text] of Object.entries(table)) {
          assert.equal(text.trim(), text, key)
          assert.notEqual(text, '', key)
          assert.ok(!/[<>]/.test(text), `${key} is not markup`)
          assert.ok(!/['"]/.test(text), `${key} has the quotation marks and the apostrophe of its language`)
        }
      })

      if (language !== 'en')
        test(`of ${part} are translated`, () => {
          const untranslated = Object.entries(table)
            .filter(([key, text]) => text === english[part][key] && !isAlike(part, key))
            .map(([key]) => key)
          assert.deepEqual(untranslated, [])
        })
    }
  })
}

test('the workspace speaks languages of the catalogue, the same for every noun', () => {
  assert.ok(nouns.length > 10)
  for (const { file, byLanguage } of nouns) {
    const spoken = Object.keys(byLanguage)
    assert.deepEqual(spoken, Object.keys(nouns[0].byLanguage), file)
    assert.ok(
      spoken.every((language) => languages.includes(language)),
      file,
    )
  }
})

test('the guide for respondents lists every language', async () => {
  const guide = await readFile('docs/guides/answering.md', 'utf8')
  const listed = /Available are `([a-z ]+)`/.exec(guide)?.[1].split(' ')
  assert.deepEqual(listed?.toSorted(), languages.toSorted())
})

test('numbers and plurals are written as the language writes them', () => {
  const say = (language: string, count: number) => textsOf('answering', language)('length_left', { count })
  assert.equal(say('en', 1), '1 character left')
  assert.equal(say('en', 1500), '1,500 characters left')
  assert.equal(say('de', 1500), 'Noch 1.500 Zeichen')
  assert.equal(say('ar', 2), 'تبقى حرفان')
  assert.equal(textsOf('answering', 'en')('number_min', { min: 0.00001 }), 'Enter a number, 0.00001 or more.')
  const mean = (value: number): string => render(message('value_mean', { value }), 'en')
  assert.deepEqual([-0.004, 0, -0.04, -1.25].map(mean), ['0.0', '0.0', '−0.04', '−1.25'])
})

test('a value that looks like an argument stays what it is', () => {
  const format = formatterOf<{ pair: '{a} and {b}' }>('en', { pair: '{a} and {b}' })
  assert.equal(format('pair', { a: '{b}', b: 'x' }), '{b} and x')
})

test('a value keeps its own direction inside a text from right to left', () => {
  assert.equal(textsOf('answering', 'ar')('request', { id: 'req_1' }), 'الطلب \u2068req_1\u2069')
})

test('a script gets a form for each plural category of the language', () => {
  const forms = (language: string) =>
    pluralForms(language, 500, (count) => textsOf('answering', language)('length_left', { count }))
  assert.deepEqual(forms('en'), { other: '{count} characters left', one: '{count} character left' })
  assert.deepEqual(Object.keys(forms('ar')).toSorted(), ['few', 'many', 'one', 'other', 'two', 'zero'])
  assert.deepEqual(forms('ja'), { other: '残り{count}文字' })
})

test('arguments are typed by the text', () => {
  const text = textsOf('answering', 'en')
  // @ts-expect-error  the text has an argument
  assert.throws(() => text('open_until'))
  // @ts-expect-error  there is no such text
  assert.throws(() => text('nothing'))
  // @ts-expect-error  a count is a number
  text('length_left', { count: '5' })
  // @ts-expect-error  a number that stands as text is written by the caller, in the reader's locale
  text('position', { place: 1, all: 2 })
})

test('texts of pages are typed by English, in the file that holds them', () => {
  const complete: Translated<{ role: string }> = { role: 'Rolle' }
  // @ts-expect-error  a text is missing
  const lacking: Translated<{ invite: string; role: string }> = { invite: 'Person einladen' }
  // @ts-expect-error  a text too many
  const surplus: Translated<{ role: string }> = { role: 'Rolle', status: 'Status' }
  assert.ok([complete, lacking, surplus].every((texts) => Object.keys(texts).length > 0))
  // @ts-expect-error  a noun speaks every language of the workspace
  pageTexts({ en: { role: 'Role' } })
})
