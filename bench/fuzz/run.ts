import { openDatabase } from '@tocsin/server/src/database/open.ts'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { findPostgres } from '../process-cpu.ts'
import { attackRoute, nameOf, statusesOf, type FuzzOptions, type Progress } from './attack-route.ts'
import type { Target } from './measure.ts'
import { printFindings, type ReportedFinding } from './report.ts'
import { startProbedServer } from './server.ts'

const options = new Command('fuzz')
  .description('send hostile requests to every route, and report those that cost the server too much')
  .option('--seed <number>', 'seed of the random requests', Number, Math.floor(Math.random() * 2 ** 31))
  .option('--count <number>', 'random requests per route and credentials', Number, 20)
  .option('--route <route>', 'only routes whose name contains this, such as "POST /api/v1/incidents"')
  .option('--attack <name>', 'only attacks whose name begins with this')
  .parse()
  .opts<FuzzOptions & { route?: string }>()

const log = (text: string) => void process.stderr.write(`${text}\n`)
const folder = await makeTemporaryFolder('fuzz')
try {
  process.exitCode = await fuzz()
} finally {
  await removeFolder(folder)
}

/**
 * Attacks every chosen route.
 * @returns the exit status: 1 if there is a finding or a route that no request reached, else 0.
 */
async function fuzz(): Promise<number> {
  log(`seed ${options.seed}, ${options.count} random requests per route and credentials`)
  const server = await startProbedServer(folder)
  const target: Target = { folder, server, postgresPid: await findPostgres(folder) }
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: log })
  const findings: ReportedFinding[] = []
  const progress: Progress = { requests: 0, responseCounts: {} }
  const chosen = server.routes.filter((route) => nameOf(route).includes(options.route ?? ''))
  for (const [index, route] of chosen.entries()) {
    for await (const finding of attackRoute(database, target, route, options, progress)) {
      findings.push(finding)
      log(`  ${finding.kind} ${finding.value}, status ${finding.status}, ${finding.attack}`)
    }
    log(`${index + 1} of ${chosen.length} routes, ${progress.requests} requests: ${nameOf(route)}`)
  }
  await database.close()
  await target.server.stop()

  const uncovered = chosen.filter((route) => statusesOf(route, progress).length === 0)
  for (const route of uncovered) log(`not covered: ${nameOf(route)}`)
  for (const route of chosen.filter((each) => !uncovered.includes(each))) {
    const statuses = statusesOf(route, progress)
    if (!statuses.some((status) => status < 400)) log(`never accepted: ${nameOf(route)} (${statuses.join(', ')})`)
  }
  const summary = `seed ${options.seed}, count ${options.count}: ${progress.requests} requests to ${chosen.length} routes`
  process.stdout.write(`${printFindings(findings, options)}\n\n${summary}\n`)
  const hasFailed = uncovered.length > 0 || findings.some(({ kind }) => !kind.startsWith('note'))
  return hasFailed ? 1 : 0
}
