import { Command } from 'commander'
import { jsonOption, type JsonOptions } from './options.ts'
import { writeData, writeMessage } from './output.ts'
import { withMigratedDatabase } from './with-database.ts'

export const migrateCommand = new Command('migrate')
  .description('migrate the database to the schema of this version, as `serve` does when it starts')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the names of the migrations that ran. Safe while servers are running, and safe to run several times at once.

Examples:
  tocsin migrate
  DATABASE_URL=postgres://tocsin@db.example.com/tocsin tocsin migrate`,
  )
  .action(({ json }: JsonOptions) =>
    withMigratedDatabase(async (_database, migrations) => {
      if (json) return writeData(JSON.stringify({ migrations }))
      if (migrations.length === 0) return writeMessage('The database is up to date.')
      writeData(migrations.join('\n'))
    }),
  )
