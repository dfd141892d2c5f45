import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapi from '@tocsin/contract/openapi.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { foldersInCycles } from '../test/support/folder-cycles.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const sources = await readSources()

async function readSources() {
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.test.ts'))
    .map((file) => relative(root, `${file.parentPath}/${file.name}`))
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(`${root}${name}`, 'utf8') })))
}

/** Returns the top-level folder of a file, which is its feature. In identity/, each inner folder is a feature. */
const featureOf = (name: string) => /^(identity\/[^/]+|[^/]+)\//.exec(name)?.[1] ?? ''

const sourcesMatching = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

/**
 * Returns true for a file that may contain SQL. This includes events/record.ts, whose single statement needs no
 * separate queries.ts.
 */
const mayContainSql = (name: string) => /(^database\/|queries\.ts$|\/list\.ts$|^events\/record\.ts$)/.test(name)

test('only environment.ts reads the process environment', () => {
  expect(sourcesMatching(/process\.env/)).toEqual(['environment.ts'])
})

test('only queries.ts files, list.ts files, events/record.ts and database/ contain SQL', () => {
  const writers = sourcesMatching(/\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/)
  expect(writers.filter((name) => !mayContainSql(name))).toEqual([])
  expect(writers).toContain('incidents/queries.ts')
})

/** Classes whose objects have state. Each service makes its own objects of these classes. */
const statefulClasses =
  'TtlCache|LRUCache|SingleFlight|GroupCommit|OrganizationLimits|ConcurrencyLimit|ConnectionShares|PasswordQueue|WeakMap|WeakSet'

/**
 * Returns the names of variables with which a module keeps state for the whole process. These are a `let`, a cache, a
 * static field, and a collection or object that the module changes. Constants that are only read are not state.
 */
function moduleState(text: string): string[] {
  const constants = [
    ...text.matchAll(/^(?:export )?const (\w+)(?:: [^=]+)? =\s+(?:new (?:Map|Set|\w*Array)\b|\[|\{)/gm),
  ]
  const changed = constants
    .map(([, name]) => name!)
    .filter((name) =>
      new RegExp(
        String.raw`\b${name}(\.(set|add|delete|clear|push|pop|shift|unshift|splice|fill)\(|(\.\w+|\[[^\]]+\])( [-+*/|&?]{0,2}=(?![=>])|\+\+|--))`,
      ).test(text),
    )
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name!)
  const stateful = [
    ...text.matchAll(new RegExp(`^(?:export )?const (\\w+)(?:: [^=]+)? =\\s+new (?:${statefulClasses})\\b`, 'gm')),
  ].map(([, name]) => name!)
  const statics = [...text.matchAll(/^ +static (?!readonly\b)(?:#?)(\w+)(?:: [^=(]+)? =/gm)].map(([, name]) => name!)
  return [...variables, ...stateful, ...changed, ...statics]
}

test('no module keeps state, because two services in one process must not share state', async () => {
  const folder = fileURLToPath(new URL('../../client/src/', import.meta.url))
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const clientSources = await Promise.all(
    names.map(async (name) => ({ name: `client/${name}`, text: await readFile(`${folder}${name}`, 'utf8') })),
  )
  const moduleVariables = [...sources, ...clientSources].flatMap(({ name, text }) =>
    moduleState(text).map((variable) => `${name} ${variable}`),
  )
  expect(moduleVariables).toEqual([])
  expect(clientSources.length).toBeGreaterThan(10)
})

test.each([
  ['let used = 0', ['used']],
  ['export const pages = new SingleFlight<Page>()', ['pages']],
  ['const pools = new WeakMap<Database, Pool>()', ['pools']],
  ['const seen = new Set<string>()\nseen.add(text)', ['seen']],
  ['const last = { at: 0 }\nfunction next() {\n  last.at++\n}', ['last']],
  ['class Batches {\n  static repetitions = 0\n}', ['repetitions']],
  ["const types = new Set(['a', 'b'])\nconst isType = (text: string) => types.has(text)", []],
  ['const columns = { name: 1 }\nconst isName = columns.name === 1', []],
])('finds the variables with state in the module %j', (text, names) => {
  expect(moduleState(text)).toEqual(names)
})

test('only problems.ts and problem-examples.ts build the response body of an error', () => {
  expect(sourcesMatching(/\.toDetails\(/).toSorted()).toEqual([
    'http/problems/problem-examples.ts',
    'http/problems/problems.ts',
  ])
})

test('every exported query of a feature takes a scope as its first parameter, with listed exceptions', () => {
  const exported = sources
    .filter(({ name }) => mayContainSql(name) && !name.startsWith('database/') && !name.startsWith('cli/'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)(?: = )?(?:async )?(?:<[^>]*>)?\(([^)]*)/gm)].map(
        ([, query, parameters]) => ({ query: `${name} ${query}`, parameters }),
      ),
    )
    .filter(({ parameters }) => !/^\s*scope: OrganizationScope\b/.test(parameters!))
    .map(({ query }) => query)
    // Skip functions that map a row to a resource or a filter to a condition, because they run no query.
    .filter((query) => !/ to[A-Z]|Condition$/.test(query))
  // Queries without a scope. The queries of API keys, sessions, set-up, organizations and the installation run before a
  // scope exists. The others serve all organizations: they list stored files, claim thumbnails, deliver webhooks, and
  // find new events for waiting callers.
  expect(exported.toSorted()).toEqual([
    'events/position-queries.ts beginEpoch',
    'events/position-queries.ts findNewestOf',
    'identity/keys/queries.ts findKey',
    'identity/sessions/failures/queries.ts countFailures',
    'identity/sessions/failures/queries.ts deleteStaleFailures',
    'identity/sessions/failures/queries.ts forgetFailures',
    'identity/sessions/queries.ts findHoldersOfEmail',
    'identity/sessions/usable-queries.ts findUsableRoles',
    'identity/sessions/usable-queries.ts findUsableSession',
    'identity/set-up/queries.ts deleteSetUpCodes',
    'identity/set-up/queries.ts hasOrganization',
    'identity/set-up/queries.ts hasSetUpCode',
    'identity/set-up/queries.ts insertSetUpCode',
    'identity/set-up/queries.ts lockSetUp',
    'installation/queries.ts findContents',
    'installation/queries.ts findMark',
    'installation/queries.ts findSomeMedia',
    'installation/queries.ts identifyDatabase',
    'installation/queries.ts raiseStarts',
    'installation/queries.ts replaceId',
    'live/queries.ts findChangesOf',
    'media/stored-file-queries.ts findKeysWithoutRow',
    'media/stored-file-queries.ts findStoredFiles',
    'media/stored-file-queries.ts sumFileSizes',
    'media/thumbnails/queries.ts claimFile',
    'organizations/list.ts listOrganizations',
    'organizations/queries.ts operatorScope',
    'webhooks/deliveries/lease-queries.ts findDeliveryState',
    'webhooks/deliveries/lease-queries.ts findWaiting',
    'webhooks/endpoints/queries.ts pauseEverywhere',
  ])
})

describe('imports run downwards', () => {
  const imports = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => ({
      from: name,
      to: relative(root, fileURLToPath(new URL(path!, new URL(name, `file://${root}`)))),
    })),
  )
  test('no two features import each other, directly or through other features', () => {
    const inside = imports.filter(({ to }) => !to.startsWith('../'))
    expect(foldersInCycles(inside.map(({ from, to }) => [featureOf(from), featureOf(to)]))).toEqual([])
    expect(inside.length).toBeGreaterThan(500)
  })

  test('the search for import cycles finds folders that import each other, directly or through another folder', () => {
    const planted: [string, string][] = [
      ['media', 'incidents'],
      ['incidents', 'events'],
      ['events', 'media'],
      ['cli', 'media'],
      ['cli', 'cli'],
    ]
    expect(foldersInCycles(planted)).toEqual(['media', 'incidents', 'events'])
  })

  test('only app.ts and console-api.ts import files with routes', () => {
    const builders = ['app.ts', 'console-api.ts']
    expect(imports.filter(({ from, to }) => to.endsWith('routes.ts') && !builders.includes(from))).toEqual([])
  })

  test('queries.ts files import only scope.ts, service.ts, problem.ts, database/ and their own feature', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.endsWith('queries.ts') &&
        !/^(scope\.ts|service\.ts|problem\.ts|database\/)/.test(to) &&
        featureOf(from) !== featureOf(to),
    )
    expect(wrong).toEqual([])
  })

  test('no feature imports the queries of another feature', () => {
    const queries = sources.filter(({ name }) => name.endsWith('queries.ts'))
    const features = new Set(queries.map(({ name }) => featureOf(name)))
    const wrong = imports.filter(
      ({ from, to }) => features.has(featureOf(from)) && featureOf(from) !== featureOf(to) && to.endsWith('queries.ts'),
    )
    expect(wrong).toEqual([])
    expect([...features]).toEqual(expect.arrayContaining(['incidents', 'organizations', 'overview', 'events']))
  })

  test('files in http/, database/ and disk/ import no feature', () => {
    const shared = /^(http|database|disk)\//
    const known = /^(http|database|disk)\/|^[^/]+\.ts$|^\.\.\/package\.json$/
    const wrong = imports.filter(({ from, to }) => shared.test(from) && !known.test(to))
    expect(wrong).toEqual([])
  })

  test('commands for integrators import the client, and never the database', () => {
    const ofIntegrators =
      /^cli\/(api|incidents|webhooks)\/|^cli\/comments\/list\.ts$|^cli\/events\/(feed-options|follow|follow-pages)\.ts$/
    const known =
      /^(cli\/|\.\.\/\.\.\/client\/src\/|(environment|secret-files|wait-notice|wrong-settings)\.ts$|\.\.\/package\.json$)/
    const wrong = imports.filter(({ from, to }) => ofIntegrators.test(from) && !known.test(to))
    expect(wrong).toEqual([])
    expect(imports.filter(({ from, to }) => ofIntegrators.test(from) && to === 'cli/with-database.ts')).toEqual([])
    expect(imports.some(({ from }) => ofIntegrators.test(from))).toBe(true)
  })

  test('only the command line imports the client; environment.ts imports only the URL parser of the client', () => {
    const users = sourcesMatching(/from '(\.\.\/)+client\/src\//)
    expect(users.filter((name) => !name.startsWith('cli/'))).toEqual(['environment.ts'])
    const ofEnvironment = imports.filter(({ from, to }) => from === 'environment.ts' && to.startsWith('../../client/'))
    expect(ofEnvironment.map(({ to }) => to)).toEqual(['../../client/src/transport/base-url.ts'])
    expect(users).toContain('cli/api/connect.ts')
  })

  test('the workspace contract imports no other workspace', async () => {
    const folder = fileURLToPath(new URL('../../contract/src/', import.meta.url))
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
    const texts = await Promise.all(names.map((name) => readFile(`${folder}${name}`, 'utf8')))
    expect(texts.filter((text) => /from '(@tocsin|\.\.\/\.\.\/)/.test(text))).toEqual([])
  })
})

describe('every operation', () => {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  test.each(operations)('operation $name documents its scope, id, summary and responses', ({ operation }) => {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z-]+$/),
      summary: expect.any(String),
      'x-tocsin-scope': expect.stringMatching(/^(read|write|webhooks)$/),
      'x-tocsin-origin': expect.stringMatching(/^(specification|extension)$/),
    })
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status < '300')).toHaveLength(1)
    expect(statuses).toEqual(expect.arrayContaining(['401', '429', '500', '503']))
  })
})
