import { Command } from 'commander'
import { countWorkers, distributeDatabase, hasCitus } from '../../database/cluster/distribute.ts'
import type { Database } from '../../database/open.ts'
import type { Environment } from '../../environment.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { withSession } from '../with-database.ts'

export const distributeCommand = new Command('distribute')
  .description('distribute the tables over the nodes of a Citus cluster, by organization')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
DATABASE_URL names the coordinator. Create the extension citus on every node and add the workers first, stop all
servers, and make a backup: a distribution cannot be undone. After an interruption, run the command again.

Examples:
  DATABASE_URL=postgres://tocsin@coordinator.example.com/tocsin tocsin migrate
  DATABASE_URL=postgres://tocsin@coordinator.example.com/tocsin tocsin database distribute`,
  )
  .action(({ json }: JsonOptions) =>
    withSession(async ({ database }, environment) => {
      await rejectUnsuitable(database, environment)
      const tables = await distributeDatabase(database)
      if (tables.length === 0) throw new Error('The database is distributed already.')
      if (json) return writeData(JSON.stringify({ tables }))
      writeData(tables.join('\n'))
      writeMessage('The tables are distributed. Run `tocsin database check`, then start the servers.')
    }),
  )

async function rejectUnsuitable(database: Database, { DATABASE_URL }: Environment): Promise<void> {
  if (DATABASE_URL === undefined) {
    throw new Error('The embedded PostgreSQL cannot be distributed. Set DATABASE_URL to the coordinator of a cluster.')
  }
  if (!(await hasCitus(database))) {
    throw new Error(
      'The database does not have the extension citus. Run `create extension citus` on every node, add the workers ' +
        'with `select citus_add_node(…)`, and run this command again.',
    )
  }
  if ((await countWorkers(database)) === 0) {
    throw new Error('The cluster has no workers. Add them with `select citus_add_node(…)` on the coordinator.')
  }
}
