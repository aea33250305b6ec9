/**
 * Builds the pages of the workspace and the developer site into web/dist: hashed names, each file also compressed, a
 * manifest that src/site/ reads. Does nothing when its sources have not changed (`npm run build:web -- --force`
 * builds all the same). A build is made in a separate folder and moved into place whole, so a running service and a second build never
 * see half of one.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'
import { limits } from '../contract/limits.ts'
import { languages } from '../locales/catalogue.ts'
import { localeOf, type Texts } from '../locales/format.ts'
import { slips } from '../locales/slips.ts'
import { readPageTexts } from './page-texts.ts'

const root = resolve(import.meta.dirname, '..')
const web = join(root, 'web')
const dist = join(web, 'dist')
const stamp = 'sources.sha256'

/** Everything that the bundle contains or depends on. */
const sources = [
  'web/*.{ts,tsx,css,js}',
  'web/*/*.{ts,tsx}',
  'web/*/*.module.css',
  'web/ui/*.css',
  'web/consent/{sign-in,oauth4webapi}.js',
  'client/*.ts',
  'contract/*.ts',
  'locales/*.ts',
  'locales/*/*.ts',
  'tools/{build-web,page-texts}.ts',
]
const builders =
  /^(react|react-dom|csv-parse|intl-messageformat|oauth4webapi|hono|vite|@vitejs\/.*|@mantine\/.*|@tanstack\/.*|@tabler\/.*)$/

/** @param more  patterns of what a build has besides the pages */
export async function hashOfSources(more: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync([...sources, ...more], { cwd: root }).toSorted()) {
    if (file.endsWith('.test.ts')) continue
    hash.update(`${file}\0`).update(await readFile(join(root, file)))
  }
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    if (builders.test(name)) hash.update(`${name} ${version}\n`)
  return hash.digest('hex')
}

const readStamp = (): Promise<string | null> => readFile(join(dist, stamp), 'utf8').catch(() => null)

type Options = {
  /** Also when nothing has changed. */
  force?: boolean
  /** Told when there is something to build. */
  onBegin?: () => void
}

/** @returns whether something was built */
export async function buildWeb({ force = false, onBegin = () => {} }: Options = {}): Promise<boolean> {
  const wanted = await hashOfSources()
  if (!force && (await readStamp()) === wanted) return false
  onBegin()
  const draft = join(web, `dist-${process.pid}`)
  await rm(draft, { recursive: true, force: true })
  try {
    await bundle(draft)
    await compress(draft)
    await writeFile(join(draft, stamp), wanted)
    await putInPlace(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

/** A page gets the few limits that it names, as numbers, and not the list of all. */
const limitsAsNumbers: Plugin = {
  name: 'limits as numbers',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(root) && code.includes('/limits.ts')
      ? code.replaceAll(/\blimits\.(\w+)\b/g, (whole, name: string) =>
          Object.hasOwn(limits, name) ? String(limits[name as keyof typeof limits]) : whole,
        )
      : undefined,
}

/** Nor the addresses of operations that no page calls: a third of all. Types make sure that a page calls by a name that is in its source. */
function calledOperations(): Plugin {
  const words = new Set(
    globSync('web/*{,/*}.{ts,tsx}', { cwd: root }).flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? [],
    ),
  )
  return {
    name: 'called operations',
    enforce: 'pre',
    transform: (code, id) =>
      id === join(root, 'client/operations.ts')
        ? code.replaceAll(/^ {2}(\w+): '[A-Z]+ \/.*',\n/gm, (line, name: string) =>
            words.has(name) ? line : '',
          )
        : undefined,
  }
}

/** A text with arguments is parsed here: the browser has no parser, which is three quarters of the formatter. */
const parsed = (language: string, texts: Texts): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        text.includes('{')
          ? new IntlMessageFormat(text, localeOf(language), undefined, { ignoreTag: true }).getAst()
          : text,
      ]),
    ),
  )

const unused = 'cyan|grape|green|lime|orange|pink|violet|yellow|teal'

/** Colours of Mantine that no page names: their variables would be a seventh of what every page loads as styles. */
const unusedColours = new RegExp(`^--mantine-color-(blue|${unused})-`)

/** Nor their values, from which the library would make the same variables again. Its own theme is built on blue. */
const namedColours: Plugin = {
  name: 'named colours',
  transform: (code, id) =>
    id.endsWith('/MantineProvider/default-colors.mjs')
      ? { code: code.replaceAll(new RegExp(`\\b(${unused}): \\[[^\\]]*\\],?`, 'g'), ''), map: null }
      : undefined,
}

/** Works on styles after what they import is in them. */
const usedColours = {
  postcssPlugin: 'used colours',
  Declaration: (declaration: { prop: string; remove(): void }) => {
    if (unusedColours.test(declaration.prop)) declaration.remove()
  },
}

const textsFile = /\/(web\/[\w-]+\/([\w-]+-texts\.ts))(?:\?(\w+))?$/

/**
 * What pages say reaches the browser as a chunk for each noun and language (`people-texts.ts?de`), which the noun's own module
 * loads; of what is said elsewhere, the list of its languages and what is printed on slips.
 */
async function parsedMessages(): Promise<Plugin> {
  const nouns = new Map((await readPageTexts()).map((noun) => [noun.file, noun]))
  return {
    name: 'parsed-messages',
    load(id) {
      if (id.endsWith('/locales/catalogue.ts')) return `export const languages = ${JSON.stringify(languages)}`
      if (id.endsWith('/locales/slips.ts')) {
        const members = Object.entries(slips).map(([tag, texts]) => `${tag}: ${parsed(tag, texts)}`)
        return `export const slips = { ${members.join(', ')} }`
      }
      const [, file = '', name = '', language] = textsFile.exec(id) ?? []
      const noun = nouns.get(file)
      if (!noun) return null
      if (language) return `export const texts = ${parsed(language, noun.byLanguage[language])}`
      const chunks = Object.keys(noun.byLanguage).map((tag) => `${tag}: () => import('./${name}?${tag}')`)
      return `export const ${noun.exported} = { ${chunks.join(', ')} }`
    },
  }
}

/**
 * What every page starts with comes as one file. A file for each set of pages that share a module would make fourteen of it: each
 * costs a request, a header of three hundred bytes, and a compressor that knows nothing of its neighbours.
 */
const startsWith = { name: 'main', tags: ['$initial' as const], test: /^(?!.*\/web\/theme\.js$)/ }

/**
 * What forms and dialogs are made of comes as a few files for the same reason: the little that both use, the parts of a field, the marks of a
 * choice, and all that a dialog needs.
 */
const mantine = (name: string, test: RegExp) => ({ name, test })
const both = mantine(
  'both',
  /@mantine\/(hooks\/esm\/(use-(id|merged-ref|uncontrolled|window-event)|utils\/random-id)|core\/esm\/core\/(DirectionProvider|utils\/create-safe-context))\//,
)
const fields = mantine(
  'fields',
  /@mantine\/core\/(esm\/components\/(Input|InputBase|TextInput|NativeSelect|Combobox\/ComboboxChevron)\/|styles\/(Input|InlineInput|Checkbox|Radio|CloseButton)\.css)/,
)
const choices = mantine(
  'choices',
  /@mantine\/core\/esm\/(components\/Checkbox\/CheckIcon|utils\/(InlineInput|InputsGroupFieldset)|core\/MantineProvider\/color-functions\/get-auto-contrast-value)/,
)
const dialogs = mantine(
  'dialogs',
  /@mantine\/core\/esm\/components\/(Paper|Portal|Overlay|FocusTrap|RemoveScroll|ModalBase|Modal)\/|@mantine\/hooks\/esm\/use-focus-|node_modules\/(tslib|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//,
)
/**
 * Small parts of lists and drawers, which home does without: a file for each would be larger than they are. What waits while somebody types
 * would otherwise come with all that a choice from many is made of.
 */
const lists = {
  name: 'lists',
  test: /\/web\/ui\/(confirm|facts|load-more|url-drawer|url-filters|choice)\.|@mantine\/hooks\/esm\/(use-debounced-callback|utils\/use-callback-ref)\//,
}
/** Charts of lines, with how charts are measured and read: home shows all of them, and the pages of trends and scores most. */
const lines = { name: 'lines', test: /\/web\/ui\/(line-band|line-geometry|sparkline|chart-room|reading)\./ }
/** What every chart is in. A picture of one is made of a file that comes when it is saved. */
const frame = {
  name: 'frame',
  test: /\/web\/ui\/(chart-frame|csv|download)\.|@tabler\/icons-react\/.*\/IconPrinter\./,
}
/** What lists are edited, sorted and opened by, and surveys started. */
const icons = {
  name: 'icons',
  test: /@tabler\/icons-react\/.*\/Icon(ArrowDown|ArrowUp|ChevronDown|ChevronRight|PlayerPlay|Plus|Send|Trash)\./,
}

/** What a finding is called, with where its words are. */
const findings = { name: 'findings', test: /\/web\/insights\/finding-(words|texts)\.tsx?$/ }

/**
 * What forms and dialogs look like comes with their code, as pages that only show something need none of it: the name of a component, and so of
 * its styles.
 */
export const stylesWithCode = [
  'CloseButton',
  'Paper',
  'Overlay',
  'ModalBase',
  'Modal',
  'Input',
  'InlineInput',
  'Checkbox',
  'Radio',
] as const

const componentFile = /@mantine\/core\/esm\/(?:components|utils)\/(\w+)\/(\w+)\.mjs$/

const styledComponents: Plugin = {
  name: 'styled components',
  transform(code, id) {
    const [, folder, name] = componentFile.exec(id) ?? []
    const isStyled = folder === name && stylesWithCode.some((one) => one === name)
    return isStyled ? { code: `import '@mantine/core/styles/${name}.css'\n${code}`, map: null } : undefined
  },
}

type Start = { root: string; input: Record<string, string> }

const startOfPages: Start = {
  root: web,
  input: { main: join(web, 'main.tsx'), theme: join(web, 'theme.js') },
}

/** @param from  another start, for tests of what pages are made of (test/stage/) */
export async function bundle(outDir: string, from = startOfPages): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  await build({
    root: from.root,
    base: '/assets/site/',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      limitsAsNumbers,
      calledOperations(),
      styledComponents,
      namedColours,
      react(),
      await parsedMessages(),
    ],
    resolve: {
      alias: {
        '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        // Eight functions in place of the whole library, which pages made on the server fetch as it is.
        '/assets/oauth4webapi.js': join(web, 'consent/oauth4webapi.js'),
      },
    },
    css: { postcss: { plugins: [usedColours] } },
    worker: {
      format: 'es',
      plugins: () => [limitsAsNumbers],
      rolldownOptions: { output: { entryFileNames: 'w[hash:7].js' } },
    },
    // An import of types alone is none: otherwise it would bring the contract's schemas along.
    oxc: { typescript: { onlyRemoveTypeImports: false } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: '',
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // test/pages/every-page.e2e.test.ts checks what pages weigh.
      chunkSizeWarningLimit: 1000,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: from.input,
        // Names of parts have no words: the first file lists all of them, and the manifest says what is in which.
        output: {
          chunkFileNames: 'c[hash:7].js',
          assetFileNames: '[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [startsWith, lists, both, fields, choices, dialogs, frame, lines, icons, findings],
          },
        },
      },
    },
  })
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

async function compress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const body = await readFile(join(folder, name))
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
      await writeFile(join(folder, `${name}.br`), await brotli(body, { params }))
      await writeFile(join(folder, `${name}.gz`), await gzipped(body, { level: 9 }))
    }),
  )
}

async function putInPlace(draft: string): Promise<void> {
  const before = join(web, `dist-before-${process.pid}`)
  await mkdir(dist, { recursive: true })
  await rename(dist, before)
  // Anyone who was quicker has built the same.
  await rename(draft, dist).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(before, { recursive: true, force: true })
}

/** For start scripts: an installation without the build tools serves the pages that came with it. */
async function main(): Promise<void> {
  try {
    const started = performance.now()
    const onBegin = (): void => console.error('The workspace is being built, which takes a moment')
    if (await buildWeb({ force: process.argv.includes('--force'), onBegin }))
      console.error(`The workspace is built (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    if ((await readStamp()) === null)
      console.error('The pages are not built, and the packages that build them are not installed')
  }
}

if (import.meta.main) await main()
