import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import pino from 'pino'
import { printResources, printSchemas } from '../../client/generate.ts'
import { buildApp } from '../src/app.ts'
import { migrate } from '../src/database/migrate.ts'
import { readEnvironment } from '../src/environment.ts'
import { openDatabase, type OpenDatabase } from '../src/database/open.ts'
import { makeService } from '../src/service.ts'
import { printCoverage } from './coverage.ts'
import { printEvents } from './events.ts'
import { printProblems } from './problems.ts'
import { printSchema } from './schema.ts'

// `npm run generate` and `npm run check:generated` run this script.

const { check: onlyCheck } = new Command('generate')
  .description('write the generated files of the repository')
  .option('--check', 'write nothing, and exit with 1 if a file is out of date')
  .parse()
  .opts<{ check?: boolean }>()

const repository = new URL('../../', import.meta.url)

const files: Record<string, (database: OpenDatabase) => Promise<string> | string> = {
  'contract/openapi.json': printOpenApi,
  'server/generated/schema.sql': ({ database }) => printSchema(database),
  'docs/problems.md': printProblems,
  'docs/events.md': printEvents,
  'acceptance/coverage.md': printCoverage,
  'client/src/generated/resources.ts': printResources,
  'client/src/generated/schemas.ts': printSchemas,
}

const dataFolder = await mkdtemp(join(tmpdir(), 'tocsin-generate-'))
// If root runs this script, PostgreSQL runs as another user, who must be able to enter the folder with the database.
await chmod(dataFolder, 0o711)
const database = await openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined })
try {
  await migrate(database.database, () => undefined)
  for (const [path, print] of Object.entries(files)) await bringUpToDate(path, await print(database))
} finally {
  await database.close()
  await rm(dataFolder, { recursive: true, force: true })
}

async function bringUpToDate(path: string, text: string): Promise<void> {
  const file = new URL(path, repository)
  const committed = await readFile(file, 'utf8').catch(() => '')
  if (committed === text) return
  if (!onlyCheck) return writeFile(file, text)
  process.exitCode = 1
  process.stderr.write(`${path} is out of date: run "npm run generate" and commit what it changes.\n`)
}

async function printOpenApi(open: OpenDatabase): Promise<string> {
  const app = await buildApp({
    service: makeService(open),
    log: pino({ level: 'silent' }),
    environment: readEnvironment({ DATA_DIR: dataFolder }),
  })
  await app.ready()
  const servers = [{ url: 'http://127.0.0.1:8080', description: 'Server on this machine with the default port' }]
  const document = { ...app.swagger(), servers }
  await app.close()
  return `${JSON.stringify(document, undefined, 2)}\n`
}
