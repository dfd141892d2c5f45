import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problems, violations } from '@tocsin/contract/api/problem.ts'
import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { program } from '../src/cli/tocsin.ts'
import { Environment } from '../src/environment.ts'
import { integratorSecrets, serverSecrets } from '../src/secret-files.ts'
import { startTestServer } from './support/harness.ts'
import { describeOperations, type OpenApiDocument } from './support/openapi-names.ts'

// Integrations, scripts and dashboards depend on these names, so a name may change only on purpose. To store changed
// names, run `npx vitest run --project server server/test/stable-names.test.ts -u`, and describe the change in the
// changelog.

const repository = join(import.meta.dirname, '../..')
const readText = (path: string): Promise<string> => readFile(join(repository, path), 'utf8')
const document = JSON.parse(await readText('contract/openapi.json')) as OpenApiDocument

const linesOf = (names: Iterable<string>): string => `${[...names].join('\n')}\n`

test("the paths, parameters, statuses and schemas of the contract's seven operations match the stored list", async () => {
  const described = describeOperations(document, 'specification')
  expect(Object.keys(described.operations)).toHaveLength(7)
  await expect(linesOf([JSON.stringify(described, undefined, 2)])).toMatchFileSnapshot('stable-names/operations.json')
})

test('problem codes and their HTTP statuses match the stored list', async () => {
  await expect(
    linesOf(
      Object.entries(problems)
        .map(([code, { status }]) => `${code} ${status}`)
        .toSorted(),
    ),
  ).toMatchFileSnapshot('stable-names/problems.txt')
})

test('violation codes match the stored list', async () => {
  await expect(linesOf(Object.keys(violations).toSorted())).toMatchFileSnapshot('stable-names/violations.txt')
})

test('kinds of events with their versions, and the fields of their data, match the stored list', async () => {
  const described = catalogue.map(({ kind, version, data }) => {
    return `${kind} ${version}: ${Object.keys(data.properties).join(' ')}`.trim()
  })
  await expect(linesOf(described.toSorted())).toMatchFileSnapshot('stable-names/events.txt')
})

test('the names of request and response headers match the stored list', async () => {
  const source = await readServerSource()
  const documentedParameters = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === 'header'))
    .map(({ name }) => name)
  const requestHeaders = namesIn(source, /request\.headers(?:\['([\w-]+)'\]|\.(\w+))/g, documentedParameters)
  const responseHeaders = namesIn(source, /\.header\('([\w-]+)'/g, Object.keys(document.components.headers))

  await expect(
    linesOf([...requestHeaders.map((name) => `request ${name}`), ...responseHeaders.map((name) => `response ${name}`)]),
  ).toMatchFileSnapshot('stable-names/headers.txt')
})

test('the names of environment variables match the stored list', async () => {
  const forIntegrators = (await readText('server/src/environment.ts')).match(/\bTOCSIN_[A-Z_]+\b/g) ?? []
  const ofFiles = [...serverSecrets, ...integratorSecrets].map((name) => `${name}_FILE`)
  await expect(
    linesOf([...new Set([...Object.keys(Environment.properties), ...forIntegrators, ...ofFiles].toSorted())]),
  ).toMatchFileSnapshot('stable-names/environment.txt')
})

test('commands, arguments and flags of the command line match the stored list', async () => {
  await expect(linesOf(describeCommand(program))).toMatchFileSnapshot('stable-names/command-line.txt')
})

test('names and types of metrics match the stored list', async () => {
  const server = await startTestServer()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  await expect(
    linesOf(Array.from(metrics.matchAll(/^# TYPE (tocsin_.*)$/gm), ([, name]) => name!).toSorted()),
  ).toMatchFileSnapshot('stable-names/metrics.txt')
})

async function readServerSource(): Promise<string> {
  const texts: string[] = []
  for await (const path of glob('server/src/**/*.ts', { cwd: repository })) {
    if (!path.endsWith('.test.ts')) texts.push(await readText(path))
  }
  return texts.join('\n')
}

function namesIn(source: string, pattern: RegExp, documented: string[]): string[] {
  const found = Array.from(source.matchAll(pattern), ([, quoted, bare]) => quoted ?? bare!)
  return [...new Set([...found, ...documented].map((name) => name.toLowerCase()))].toSorted()
}

/** Returns the lines that describe a command and all its subcommands: the usage of each, and a line for each flag. */
function describeCommand(command: Command, parents = ''): string[] {
  const name = `${parents}${command.name()}`
  return [
    `${name} ${command.usage()}`,
    ...command.options.map(({ flags, mandatory }) => `  ${flags}${mandatory ? ' (required)' : ''}`),
    ...command.commands.flatMap((subcommand) => describeCommand(subcommand, `${name} `)),
  ]
}
