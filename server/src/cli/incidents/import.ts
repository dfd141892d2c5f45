import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { readInteger, readNewFile } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { interruptible } from '../interruption.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { showProgress } from '../progress.ts'
import { importColumns } from './import/columns.ts'
import { findSource } from './import/find-source.ts'
import { checkWritable } from './import/refused-rows.ts'
import { countOfRows, newReport, textOf } from './import/report.ts'

interface Options extends JsonOptions {
  concurrency: number
  dryRun?: true
  refused?: string
}

export const importCommand = new Command('import')
  .description('create an incident from each row of a CSV file')
  .argument('<file>', 'CSV file whose first line names the columns; - for standard input')
  .option(
    '--concurrency <number>',
    'number of simultaneous requests, 1 to 256; a request has up to 50 rows, or one with --dry-run',
    (text) => readInteger(text, { minimum: 1, maximum: 256 }),
    32,
  )
  .option('--dry-run', 'only report the rows that would be refused; create nothing')
  .option('--refused <file>', 'write the refused rows to this CSV file, to correct and import again', readNewFile)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Possible columns: ${importColumns.join(', ')}.
Type, category, location, point and assignee are names or ids. Tags are separated by semicolons. Times need an offset.
The file is CSV in UTF-8 with commas, semicolons, tabs or pipes, as spreadsheets save it. Empty cells are left out.

If an import is interrupted, run the same command again: nothing is created twice. The clientRequestId of a row is derived
from its content, unless the row has one. Rows with the same content become separate incidents.

The exit code is 1 if any row was refused; all other rows are created. With --json each refused row is a line,
{"refused": …}, and the last line is {"report": …}, unless the import ended early.
${settingsHelp}

Examples:
  tocsin incidents import incidents.csv --dry-run
  tocsin incidents import incidents.csv --refused refused.csv
  export-alarms --csv | tocsin incidents import - --json`,
  )
  .action(async (file: string, { concurrency, dryRun, refused, json }: Options) => {
    const client = await connectToApi(patience)
    const source = await findSource(file)
    if (refused !== undefined) {
      if (await source.isAlso(refused)) throw new WrongUsage('--refused must not be the file to import.')
      await checkWritable(refused)
    }
    // Import dynamically, so that commands that do not need this module start faster.
    const { importFile } = await import('./import/import-file.ts')
    const progress = showProgress(dryRun ? 'Checking' : 'Importing', source.sizeBytes !== undefined)
    const report = newReport()
    const imported = interruptible((signal) =>
      importFile(source, report, {
        client,
        concurrency,
        isRehearsal: dryRun ?? false,
        signal,
        refusedFile: refused,
        json,
        progress,
      }),
    )
    await imported.catch((error: unknown) => {
      if (report.rows > 0) writeMessage(`Ended early. ${textOf(report)} ${retryAdvice}`)
      throw error
    })
    writeData(json ? JSON.stringify({ report }) : textOf(report))
    const { rows, refused: count } = report
    if (count > 0) throw new Error(`${count} of ${countOfRows(rows)} ${count === 1 ? 'was' : 'were'} refused.`)
  })

const retryAdvice = 'Run the same command again: nothing is created twice.'

/** Timeouts and retries that let an import wait up to ten minutes while the server restarts. */
const patience = {
  timeouts: { attemptMs: 30_000, totalMs: 600_000 },
  // For requests with a batch of rows. The timeout of one attempt stays at the default for uploads, because a slow
  // server needs time for a batch.
  uploadTimeouts: { totalMs: 600_000 },
  retry: { attemptsMaximum: Infinity, delayMaximumMs: 4_000 },
}
